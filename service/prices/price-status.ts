import type { Market, priceStatuses } from "../../lib/contract/index.ts";
import { QUARTER_MS, ceilQuarter, HOUR_MS } from "../../lib/time/amsterdam.ts";
import { afternoonTime, dayAheadDueAt } from "../../lib/time/day-ahead.ts";
import { readPrices, type PriceArea } from "../store/prices.ts";
import type { Db } from "../store/store.ts";

/** Gate closure of the day-ahead market: bids for a day close at this local time the day before. */
const GATE_CLOSURE_MS = 12 * HOUR_MS;
/** Imbalance prices are overdue this long after their ISP. */
const IMBALANCE_DUE_MS = 48 * HOUR_MS;

/** How far the prices of a period are known. */
export interface PriceStatus {
  status: (typeof priceStatuses)[number];
  /** ISPs of the period without a price. */
  missing: number;
}

/** The next gate closure of the day-ahead market after a moment. */
export function nextGateClosure(nowMs: number): number {
  const today = afternoonTime(nowMs, 0, GATE_CLOSURE_MS);
  return nowMs < today ? today : afternoonTime(nowMs, 1, GATE_CLOSURE_MS);
}

/** From when on the price of an ISP is overdue. */
const getDueMs = (market: Market, ispMs: number): number =>
  market === "day-ahead" ? dayAheadDueAt(ispMs) : ispMs + QUARTER_MS + IMBALANCE_DUE_MS;

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
