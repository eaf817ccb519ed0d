import { BIDDING_ZONE } from "../../lib/contract/bidding-zones.ts";
import type { ContractTerms } from "../../lib/contract/index.ts";
import {
  floorQuarter,
  getLocalDay,
  HOUR_MS,
  localDate,
  MINUTE_MS,
  QUARTER_MS,
  startOfDay,
  wallQuarter,
} from "../../lib/time/amsterdam.ts";
import { getGateClosure } from "../engine/value.ts";
import { hashed, hashSeed } from "../gateway/simulator/noise.ts";
import type { PriceSource } from "../prices/price-source.ts";
import { replay } from "../prices/replay.ts";
import { getAreaForecast } from "../store/area-forecasts.ts";
import type { AreaDay } from "../store/location-days.ts";
import { readPositionVersions, recordPositions } from "../store/positions.ts";
import { insertRule } from "../store/rules.ts";
import type { Db } from "../store/store.ts";
import { saveTerms } from "../store/terms.ts";

/** The share of the forecast that the demo's supplier sold; it is long at noon. */
const SOLD_SHARE = 0.8;

/** Contracts at the day-ahead price, as households have from 2027 on. */
const DYNAMIC: ContractTerms = {
  feed_in: { day_ahead_factor: 1, eur_per_kwh: -0.01 },
  import: { day_ahead_factor: 1, eur_per_kwh: 0 },
  markup_eur_per_kwh: 0.02,
  energy_tax_eur_per_kwh: 0.09157,
  vat_percent: 21,
  compensation_eur_per_kwh: 0.02,
  netting: false,
};

/** Contracts at fixed prices, which compensate what feed-in would have paid. */
const FIXED: ContractTerms = {
  ...DYNAMIC,
  feed_in: { day_ahead_factor: 0, eur_per_kwh: 0.06 },
  import: { day_ahead_factor: 0, eur_per_kwh: 0.12 },
  compensation_eur_per_kwh: 0.06,
};
const FIXED_GROUP = "brabant";

/** Gives the groups of the demo, by their keys, contract terms and the zone a position for its past, and a rule that suggests. */
export async function seedMarket(
  tx: Db,
  {
    groupIds,
    areas,
    fromMs,
  }: { groupIds: ReadonlyMap<string, string>; areas: readonly AreaDay[]; fromMs: number },
  nowMs: number,
): Promise<void> {
  for (const [key, subjectId] of groupIds) {
    const terms = key === FIXED_GROUP ? FIXED : DYNAMIC;
    const order = { valid_from: localDate(fromMs), terms };
    await saveTerms(tx, { kind: "group", subjectId }, order, fromMs);
  }
  for (const { kind, areaId, day, isps, forecast } of areas) {
    if (kind !== "bidding_zone" || areaId !== BIDDING_ZONE) continue;
    const { startMs } = getLocalDay(day);
    const sold = new Map<number, number>();
    // What is to come has no forecast yet; `sellForecast` sells it once it has.
    const passed = Math.min(isps, (floorQuarter(nowMs) - startMs) / QUARTER_MS);
    for (let i = 0; i < passed; i++) sold.set(startMs + i * QUARTER_MS, toSold(forecast[i]!));
    // Sold when the market for the day closed.
    await recordPositions(tx, BIDDING_ZONE, sold, getGateClosure(startMs));
  }
  const rule = {
    name: "Demo: low prices",
    enabled: true,
    target: { kind: "bidding_zone" as const, id: BIDDING_ZONE },
    export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" as const },
    import_threshold: null,
    min_minutes: 30,
    min_gain_eur: 0,
    hours: [],
    max_hours_per_month: null,
    max_customer_loss_eur_per_mwh: null,
    notice_minutes: 60,
    action: "suggest" as const,
  };
  await insertRule(tx, rule, { key: "demo", actor: null }, nowMs);
}

const toSold = (forecastKw: number) => Math.round(forecastKw * SOLD_SHARE * 250) / 1e3;

/** Records what the demo's supplier sold of its forecast until the end of tomorrow, where it has not yet. */
export async function sellForecast(db: Db, nowMs: number): Promise<void> {
  const [fromMs, toMs] = [floorQuarter(nowMs), startOfDay(nowMs, 2)];
  const forecast = await getAreaForecast(db, "bidding_zone", BIDDING_ZONE);
  if (!forecast) return;
  const stored = await readPositionVersions(db, BIDDING_ZONE, { fromMs, toMs });
  const isSold = new Set(stored.map(({ ispStartMs }) => ispStartMs));
  const sold = new Map<number, number>();
  for (let ms = fromMs; ms < toMs; ms += QUARTER_MS) {
    const kw = forecast.forecast[Math.round((ms - forecast.start.getTime()) / QUARTER_MS)];
    if (!isSold.has(ms) && kw !== undefined) sold.set(ms, toSold(kw));
  }
  if (sold.size > 0) await recordPositions(db, BIDDING_ZONE, sold, nowMs);
}

/** Hours of the clock at which the generated imbalance price falls on sunny days. */
const DIP = { fromHour: 11, toHour: 16, eurPerMwh: 75 };

/** The last forecast of an ISP comes so long before the two hours of the clock that it is in. */
const LAST_FORECAST_MS = 75 * MINUTE_MS;
const lastForecastAt = (timeMs: number): number =>
  timeMs - (wallQuarter(timeMs) % 8) * QUARTER_MS - LAST_FORECAST_MS;

type Stage = "day before" | "last forecast" | "settled";

/** An imbalance price in EUR/MWh around a day-ahead price; generated, the same for each ISP. */
function generate(timeMs: number, dayAhead: number, stage: Stage) {
  const isSettled = stage === "settled";
  const seed = hashSeed("imbalance");
  const day = Math.floor(timeMs / (24 * HOUR_MS));
  const hour = wallQuarter(timeMs) / 4;
  const isSunny = hashed(seed, day) < 0.6;
  const dip = isSunny && hour >= DIP.fromHour && hour < DIP.toHour ? DIP.eurPerMwh : 0;
  const quarter = timeMs / QUARTER_MS;
  const chance = hashed(seed + 1, quarter);
  // The last forecast differs by €1 to €2: a forecast that says the same is not stored again.
  const revision = chance < 0.5 ? -1 - 2 * chance : 2 * chance;
  const noise = isSettled ? 60 * (chance - 0.5) : stage === "last forecast" ? revision : 0;
  const spread = isSettled && hashed(seed + 2, quarter) < 0.17 ? 40 : 0;
  const price = Math.round((dayAhead - 5 - dip + noise) * 100) / 100;
  return { long: price, short: price + spread, state: isSettled ? (spread > 0 ? 2 : 1) : null };
}

/**
 * Generated imbalance prices for the demo: a forecast of each day that is published with the replayed
 * day-ahead prices, another one shortly before each two hours, and settlement prices nine hours after
 * the day. Each read reports the forecasts of what is to come again.
 */
export function generatedImbalance(): PriceSource {
  const dayAhead = replay();
  return {
    ...dayAhead,
    name: "generated",
    market: "imbalance",
    async fetchPrices({ fromMs }, nowMs) {
      const period = { fromMs, toMs: startOfDay(nowMs, 2) };
      const { vintages } = await dayAhead.fetchPrices(period, nowMs);
      const toPrices = (
        prices: (typeof vintages)[number]["prices"],
        stageOf: (timeMs: number) => Stage,
      ) =>
        prices.map(({ timeMs, price }) => ({
          timeMs,
          price: null,
          ...generate(timeMs, price!, stageOf(timeMs)),
        }));
      const all = vintages.flatMap(({ prices }) => prices);
      const settled = vintages.flatMap(({ prices }) => {
        const vintageMs = startOfDay(prices[0]!.timeMs, 1) + 9 * HOUR_MS;
        return vintageMs <= nowMs ? [{ vintageMs, prices: toPrices(prices, () => "settled") }] : [];
      });
      const forecasts = vintages.map(({ vintageMs, prices }) => ({
        vintageMs: vintageMs!,
        prices: toPrices(prices, () => "day before"),
      }));
      const last = [...new Set(all.map(({ timeMs }) => lastForecastAt(timeMs)))]
        .filter((vintageMs) => vintageMs <= nowMs)
        .map((vintageMs) => ({
          vintageMs,
          prices: toPrices(
            all.filter(({ timeMs }) => lastForecastAt(timeMs) === vintageMs),
            () => "last forecast",
          ),
        }));
      const again = {
        vintageMs: nowMs,
        prices: toPrices(
          all.filter(({ timeMs }) => timeMs + QUARTER_MS > nowMs),
          (timeMs) => (lastForecastAt(timeMs) <= nowMs ? "last forecast" : "day before"),
        ),
      };
      const reports = [...forecasts, ...last, ...settled, again];
      return {
        attribution: null,
        vintages: reports.toSorted((a, b) => a.vintageMs - b.vintageMs),
      };
    },
  };
}
