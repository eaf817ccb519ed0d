/**
 * What a rule does with the prices, position, forecast and contract terms that are known at a
 * moment. Advice, the job that acts and the replay of the past use these functions. Energies are
 * whole milliwatt-hours, prices whole micro-euros per kWh and amounts whole micro-euros, as in
 * `value.ts`.
 */
import type { ControlType } from "../../lib/contract/index.ts";
import { floorMinute, floorQuarter, HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { isWithinHours, type HoursOff } from "./preferences.ts";
import { getGateClosure, type Market } from "./value.ts";

/** The directions that lower injection, which is what a low price asks for. */
export type RuleControlType = Exclude<ControlType, "MAX_PRODUCTION">;

/** Act with this type of control while the price is below. */
export interface Threshold {
  belowPrice: number;
  type: RuleControlType;
}

/** When a rule acts. */
export interface RuleConditions {
  /** On the market price of injection. */
  export: Threshold | null;
  /** On what customers pay for a kWh from the grid. It goes before the other one. */
  import: Threshold | null;
  /** The shortest window, in ms. */
  minMs: number;
  /** The smallest gain of the supplier per window. */
  minGain: number;
  /** The largest loss of customers per kWh curtailed in a window; null: no limit. */
  maxCustomerLoss: number | null;
  /** The hours in which windows may lie, by the local clock; empty: all. */
  hours: readonly HoursOff[];
  /** The time that a customer may be curtailed in a calendar month, in ms; null: no limit. */
  maxMonthMs: number | null;
  /** It acts so long before a window begins, in ms. */
  noticeMs: number;
}

/** A price, when it became known, and when its source last reported the same again. */
export interface DatedPrice {
  price: number;
  vintageMs: number;
  confirmedMs?: number | undefined;
}

/** What is known of an ISP at a moment; undefined is unknown. */
export interface IspKnowledge {
  startMs: number;
  /** When it is known, and so when a decision on it is made. */
  atMs: number;
  prices: { readonly [M in Market]?: DatedPrice | undefined };
  /** Whether every ISP of the local day has a day-ahead price. */
  isDayComplete: boolean;
  /** Energy sold for the bidding zone. */
  sold?: number | undefined;
  /** Expected injection of the bidding zone, with the controls in force. */
  injection?: number | undefined;
  /** What customers pay for a kWh from the grid, on average over the locations of the target. */
  importPrice?: number | undefined;
}

/** What a decision needs and does not have. */
export type MissingInput =
  "day_ahead_price" | "surplus_price" | "shortage_price" | "stale_price" | "position" | "forecast";

/** The input that each market is. */
export const priceNames = {
  dayAhead: "day_ahead_price",
  surplus: "surplus_price",
  shortage: "shortage_price",
} as const satisfies Record<Market, MissingInput>;

/**
 * A price that was last reported longer ago is not acted on. A day-ahead price does not change after
 * the auction; a forecast of an imbalance price is soon out of date.
 */
export const MAX_PRICE_AGE_MS = {
  dayAhead: 48 * HOUR_MS,
  surplus: 2 * HOUR_MS,
  shortage: 2 * HOUR_MS,
} as const satisfies Record<Market, number>;

/** Whether the day-ahead market of an ISP has closed at the moment of the decision. */
export const isGateClosed = ({ startMs, atMs }: Pick<IspKnowledge, "startMs" | "atMs">): boolean =>
  atMs >= getGateClosure(startMs);

/** The market in which a kWh less injection counts, with its price; or what is missing for that. */
export type ExportPrice = { market: Market; price: number } | { missing: MissingInput[] };

/**
 * The price of a kWh less injection. Until gate closure it is not sold: the day-ahead price. Later
 * it is what is missing from the position sold, or less of a surplus: an imbalance price. So a
 * negative day-ahead price alone is worth nothing after gate closure.
 */
export function getExportPrice(isp: IspKnowledge): ExportPrice {
  if (!isGateClosed(isp)) {
    const found = getUsable(isp, "dayAhead");
    if ("missing" in found || isp.isDayComplete) return found;
    return { missing: ["day_ahead_price"] };
  }
  const missing: MissingInput[] = [
    ...(isp.sold === undefined ? ["position" as const] : []),
    ...(isp.injection === undefined ? ["forecast" as const] : []),
  ];
  if (missing.length > 0) {
    const isUnpriced = !isp.prices.surplus && !isp.prices.shortage;
    return { missing: isUnpriced ? [...missing, "shortage_price"] : missing };
  }
  return getUsable(isp, isp.injection! > isp.sold! ? "surplus" : "shortage");
}

function getUsable(isp: IspKnowledge, market: Market): ExportPrice {
  const found = isp.prices[market];
  if (!found) return { missing: [priceNames[market]] };
  if (isp.atMs - getReportedMs(found, isp.atMs) > MAX_PRICE_AGE_MS[market])
    return { missing: ["stale_price"] };
  return { market, price: found.price };
}

/**
 * When a price was last reported, by what was known at a moment. Only the last report is stored: a
 * price that was reported again later was still reported in between.
 */
const getReportedMs = ({ vintageMs, confirmedMs = vintageMs }: DatedPrice, atMs: number): number =>
  Math.min(confirmedMs, atMs);

/** The types of control that a rule may take, each once. */
export const getControlTypes = ({
  export: exported,
  import: imported,
}: Pick<RuleConditions, "export" | "import">): RuleControlType[] => [
  ...new Set([exported, imported].flatMap((threshold) => (threshold ? [threshold.type] : []))),
];

/** Whether windows may lie in the ISP that starts then. */
export const isInHours = ({ hours }: Pick<RuleConditions, "hours">, startMs: number): boolean =>
  hours.length === 0 || isWithinHours(hours, startMs);

/** What a rule finds in an ISP: the type of control, that no price is low enough, or what is missing. */
export type Finding = { type: RuleControlType } | { type: null } | { missing: MissingInput[] };

/** Compares the prices of an ISP with the thresholds of a rule, within its hours. */
export function assessIsp(rule: RuleConditions, isp: IspKnowledge): Finding {
  if (!isInHours(rule, isp.startMs)) return { type: null };
  const exported = getExportPrice(isp);
  if ("missing" in exported) return exported;
  if (rule.import) {
    if (isp.importPrice === undefined) return { missing: ["day_ahead_price"] };
    if (isp.importPrice < rule.import.belowPrice) return { type: rule.import.type };
  }
  const isLow = rule.export !== null && exported.price < rule.export.belowPrice;
  return { type: isLow ? rule.export!.type : null };
}

/** Consecutive ISPs in which a rule would issue one control. */
export interface RuleWindow {
  type: RuleControlType;
  fromMs: number;
  toMs: number;
}

/**
 * The windows of a rule in these consecutive ISPs, without those that are `taken`, such as those it
 * decided on before; `isTaken` gets the ISPs that meet its thresholds. A window is at most `maxMs` long; shorter than the rule's minimum counting from `nowMs`
 * it is left out.
 */
export function findWindows(
  rule: RuleConditions,
  isps: readonly IspKnowledge[],
  { nowMs, maxMs, isTaken }: { nowMs: number; maxMs: number; isTaken(startMs: number): boolean },
): RuleWindow[] {
  const windows: RuleWindow[] = [];
  let last: RuleWindow | undefined;
  for (const isp of isps) {
    const { startMs } = isp;
    const finding = assessIsp(rule, isp);
    const type = "type" in finding ? finding.type : null;
    if (type === null || isTaken(startMs)) {
      last = undefined;
      continue;
    }
    if (last?.type === type && last.toMs === startMs && startMs + QUARTER_MS - last.fromMs <= maxMs)
      last.toMs = startMs + QUARTER_MS;
    else {
      last = { type, fromMs: startMs, toMs: startMs + QUARTER_MS };
      windows.push(last);
    }
  }
  const startOf = ({ fromMs }: RuleWindow) => Math.max(fromMs, floorMinute(nowMs));
  return windows.filter((window) => window.toMs - startOf(window) >= rule.minMs);
}

/** Whether a rule acts on a window now, and not later. */
export const isDue = ({ noticeMs }: RuleConditions, window: RuleWindow, nowMs: number): boolean =>
  window.fromMs - noticeMs <= nowMs;

/**
 * A window as far as the monthly limit of customers allows, in whole quarter-hours; null if what is
 * left is shorter than the rule's minimum.
 * @param usedMs what the rule used of the month in which the window begins
 */
export function cutToCap(
  rule: RuleConditions,
  window: RuleWindow,
  usedMs: number,
): RuleWindow | null {
  if (rule.maxMonthMs === null) return window;
  const leftMs = floorQuarter(Math.max(0, rule.maxMonthMs - usedMs));
  const toMs = Math.min(window.toMs, window.fromMs + leftMs);
  return toMs - window.fromMs >= rule.minMs && toMs > window.fromMs ? { ...window, toMs } : null;
}
