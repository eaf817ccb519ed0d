import type { BodyInput, ContractTerms, Rule } from "../../lib/contract/index.ts";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { World } from "./service.ts";

export const NL = { bidding_zone_id: "NL" };

/** A contract at the day-ahead price, as a household has it from 2027 on. */
export const dynamicTerms: ContractTerms = {
  feed_in: { day_ahead_factor: 1, eur_per_kwh: 0 },
  import: { day_ahead_factor: 1, eur_per_kwh: 0 },
  markup_eur_per_kwh: 0.02,
  energy_tax_eur_per_kwh: 0.09157,
  vat_percent: 21,
  compensation_eur_per_kwh: 0.01,
  netting: false,
};

const starts = (from: string, to: string): number[] => {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (toMs - fromMs) / QUARTER_MS }, (_, i) => fromMs + i * QUARTER_MS);
};
const iso = (ms: number) => new Date(ms).toISOString();

/** Records the same day-ahead price for every ISP of a period. */
export const recordDayAhead = async (
  world: World,
  from: string,
  to: string,
  price: number | ((ms: number) => number),
  known_at?: string,
) => {
  const priceAt = typeof price === "number" ? () => price : price;
  const prices = starts(from, to).map((ms) => ({ time: iso(ms), price: priceAt(ms) }));
  const body = { market: "day-ahead" as const, source: "exchange", known_at, prices };
  const { data } = await world.call("recordBiddingZonePrices", { params: NL, body });
  return data;
};

/** Records the same imbalance prices for every ISP of a period. */
export const recordImbalance = async (
  world: World,
  from: string,
  to: string,
  { long, short }: { long: number; short: number },
  known_at?: string,
) => {
  const prices = starts(from, to).map((ms) => ({ time: iso(ms), long, short }));
  const body = { market: "imbalance" as const, source: "operator", known_at, prices };
  const { data } = await world.call("recordBiddingZonePrices", { params: NL, body });
  return data;
};

/** Records the energy sold for every ISP of a period. */
export const recordSold = async (world: World, from: string, to: string, sold_kwh: number) => {
  const positions = starts(from, to).map((ms) => ({ time_from: iso(ms), sold_kwh }));
  const { data } = await world.call("recordBiddingZonePositions", {
    params: NL,
    body: { positions },
  });
  return data;
};

/** Gives a group contract terms. */
export const setTerms = (world: World, group_id: string, terms = dynamicTerms) =>
  world.call("setGroupTerms", {
    params: { group_id },
    body: { valid_from: "2026-01-01", terms },
  });

/** Creates a rule on a group, switched on: zero export below €0 for at least a quarter-hour, if nothing else is given. */
export async function createRule(
  world: World,
  group_id: string,
  more: Partial<BodyInput<"createRule">> = {},
  actor?: string,
): Promise<Rule> {
  const { data } = await world.call("createRule", {
    body: {
      name: "No export below zero",
      target: { kind: "group", id: group_id },
      export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" },
      min_minutes: 15,
      enabled: true,
      ...more,
    },
    ...(actor && { headers: { "Control-Actor": actor } }),
  });
  return data;
}
