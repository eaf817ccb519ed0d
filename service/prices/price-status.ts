import type { Market, priceStatuses } from "../../lib/contract/index.ts";
import { QUARTER_MS, ceilQuarter, startOfDay, HOUR_MS } from "../../lib/time/amsterdam.ts";
import { readPrices, type PriceArea } from "../store/prices.ts";
import type { Db } from "../store/store.ts";

/** Gate closure of the day-ahead market: bids for a day close at this local time the day before. */
const GATE_CLOSURE_MS = 12 * HOUR_MS;
/** Day-ahead prices of a day are overdue from this local time of the day before. */
const DAY_AHEAD_DUE_MS = 14 * HOUR_MS;
/** Imbalance prices are overdue this long after their ISP. */
const IMBALANCE_DUE_MS = 48 * HOUR_MS;

/** How far the prices of a period are known. */
export interface PriceStatus {
  status: (typeof priceStatuses)[number];
  /** ISPs of the period without a price. */
  missing: number;
}

/** A local time of the day `days` after the day of an instant, on the clock. */
const localTime = (ms: number, days: number, timeMs: number) => {
  const startMs = startOfDay(ms, days);
  const isp = startMs + timeMs;
  const change = startOfDay(ms, days + 1) - startMs - 24 * HOUR_MS;
  return isp + change;
};

/** The next gate closure of the day-ahead market after a moment. */
export function nextGateClosure(nowMs: number): number {
  const today = localTime(nowMs, 0, GATE_CLOSURE_MS);
  return nowMs < today ? today : localTime(nowMs, 1, GATE_CLOSURE_MS);
}

/** From when on the price of an ISP is overdue. */
const getDueMs = (market: Market, ispMs: number): number =>
  market === "day-ahead"
    ? localTime(ispMs, -1, DAY_AHEAD_DUE_MS)
    : ispMs + QUARTER_MS + IMBALANCE_DUE_MS;

/**
 * How far the prices of a market are known for the ISPs that start in `[fromMs, toMs)`. Only
 * `complete` prices may be acted on.
 * @param pricedMs starts of the ISPs that have a price
 */
export function assessPrices(
  market: Market,
  period: { fromMs: number; toMs: number },
  pricedMs: ReadonlySet<number>,
  nowMs: number,
): PriceStatus {
  let missing = 0;
  let overdue = 0;
  let total = 0;
  for (let ms = ceilQuarter(period.fromMs); ms < period.toMs; ms += QUARTER_MS) {
    total += 1;
    if (pricedMs.has(ms)) continue;
    missing += 1;
    if (getDueMs(market, ms) <= nowMs) overdue += 1;
  }
  if (total === 0) return { status: "unknown", missing };
  if (missing === 0) return { status: "complete", missing };
  if (overdue === 0) return { status: "pending", missing };
  return { status: missing === total ? "unknown" : "stale", missing };
}

/** How far the prices of a period were known at a moment, from the database. */
export async function readPriceStatus(
  db: Db,
  area: PriceArea,
  period: { fromMs: number; toMs: number },
  nowMs: number,
): Promise<PriceStatus> {
  const found = await readPrices(db, { ...area, ...period, asOfMs: nowMs });
  return assessPrices(area.market, period, new Set(found.map(({ timeMs }) => timeMs)), nowMs);
}
