import type { AdviceInput, ControlTarget, MissingAdviceInput } from "../../lib/contract/index.ts";
import { floorQuarter, HOUR_MS, QUARTER_MS, startOfDay } from "../../lib/time/amsterdam.ts";
import { isControllable } from "../engine/control.ts";
import type { ControlLimits } from "../engine/limits.ts";
import { monthAt } from "../engine/preferences.ts";
import {
  assessIsp,
  cutToCap,
  findWindows,
  type IspKnowledge,
  type RuleConditions,
  type RuleWindow,
} from "../engine/rule.ts";
import type { Db } from "../store/store.ts";
import type { Fleet } from "./fleet.ts";
import type { StoredSite } from "../store/sites.ts";
import { RuleMarket } from "./rule-market.ts";
import { RuleTerms } from "./rule-terms.ts";
import { ValueInputs } from "./value-inputs.ts";
import { readZoneInjection } from "./zone-injection.ts";

/** What advice is made with. */
export interface AdviceDeps {
  fleet: Fleet;
  controlLimits: Pick<ControlLimits, "maxHours" | "aheadHours">;
}

/** The conditions of a rule, on a target. */
export interface RuleSubject {
  conditions: RuleConditions;
  target: ControlTarget;
  zone: string;
}

/** What a rule did before. */
export interface RuleHistory {
  /** ISPs it acted on. */
  isTaken(startMs: number): boolean;
  /** Time under its controls in the calendar month of a moment, in ms. */
  usedMs(ms: number): number;
}

/** What a rule finds now. */
export interface Evaluation {
  fromMs: number;
  toMs: number;
  /** Customers without terms, inputs without a value: where they are needed the rule finds nothing. */
  missing: MissingAdviceInput[];
  /** By start; without those that the monthly limit does not allow. */
  windows: RuleWindow[];
  /** Windows that the monthly limit of customers does not allow. */
  capped: RuleWindow[];
  market: RuleMarket;
  isps: ReadonlyMap<number, IspKnowledge>;
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Whether a location takes part in controls. */
export const takesPart = ({ site, preferences }: StoredSite): boolean =>
  isControllable(site) && preferences?.optedOut !== true;

/**
 * What a rule finds in the ISPs from the current one until the end of tomorrow, by the prices and the
 * position that are known now. Customers who opted out do not count.
 */
export async function findRuleWindows(
  db: Db,
  { fleet, controlLimits }: AdviceDeps,
  { conditions, target, zone }: RuleSubject,
  history: RuleHistory,
  nowMs: number,
): Promise<Evaluation> {
  const fromMs = floorQuarter(nowMs);
  const toMs = Math.min(startOfDay(nowMs, 2), fromMs + controlLimits.aheadHours * HOUR_MS);
  const participants = (await fleet.sites(db, target)).filter(takesPart);
  const days = { fromMs: startOfDay(nowMs), toMs: startOfDay(nowMs, 2) };
  const inputs = await ValueInputs.read(db, zone, days, participants, { nowMs });
  const market = new RuleMarket(inputs, await RuleTerms.group(inputs, participants, false));
  const injectionKwh = await readZoneInjection(db, zone, { fromMs, toMs });
  const isps = new Map<number, IspKnowledge>();
  for (let ms = fromMs; ms < toMs; ms += QUARTER_MS)
    isps.set(ms, market.know(ms, nowMs, injectionKwh(ms)));
  const isUnknown = market.terms.getPartnersWithout(fromMs, nowMs).length > 0;
  /** ISPs that meet the thresholds and of which nobody can say what they are worth to customers. */
  const unpriced: number[] = [];
  const isTaken = (ms: number) => {
    if (history.isTaken(ms)) return true;
    if (market.terms.hasPrices(ms, nowMs)) return false;
    unpriced.push(ms);
    return true;
  };
  const found =
    isUnknown || participants.length === 0
      ? []
      : findWindows(conditions, [...isps.values()], {
          nowMs,
          maxMs: controlLimits.maxHours * HOUR_MS,
          isTaken,
        });
  const isWithoutTerms = (ms: number) => market.terms.getPartnersWithout(ms, nowMs).length > 0;
  const termsMs = isUnknown ? fromMs : unpriced.find(isWithoutTerms);
  const missing = [
    ...findMissing(
      conditions,
      [...isps.values()],
      unpriced.filter((ms) => !isWithoutTerms(ms)),
    ),
    ...(termsMs === undefined
      ? []
      : [missingTerms(countCustomers(market, participants, termsMs, nowMs))]),
  ];
  const windows: RuleWindow[] = [];
  const capped: RuleWindow[] = [];
  for (const window of found) {
    const cut = cutToCap(conditions, window, history.usedMs(window.fromMs));
    if (cut) windows.push(cut);
    else capped.push(window);
  }
  return { fromMs, toMs, missing, windows, capped, market, isps };
}

const missingTerms = (customers: number): MissingAdviceInput => ({
  what: "terms",
  intervals: 0,
  customers,
  time_from: null,
});

/** The customers that take part and have no terms for an ISP. */
function countCustomers(
  { inputs }: RuleMarket,
  participants: readonly { customerId: string; groupId: string | null }[],
  ispMs: number,
  nowMs: number,
): number {
  const at = { asOfMs: nowMs, isStrict: true };
  const without = participants.filter(
    (one) => inputs.getContractPrices(one, ispMs, at) === "terms",
  );
  return new Set(without.map(({ customerId }) => customerId)).size;
}

/**
 * What is missing for a rule in these ISPs, with how often and from when on; `unpriced` are those
 * without the day-ahead price that contracts follow.
 */
export function findMissing(
  conditions: RuleConditions,
  isps: readonly IspKnowledge[],
  unpriced: readonly number[] = [],
): MissingAdviceInput[] {
  const found = new Map<AdviceInput, MissingAdviceInput>();
  for (const isp of isps) {
    const { startMs } = isp;
    const finding = assessIsp(conditions, isp);
    const missing = "missing" in finding ? finding.missing : [];
    for (const what of unpriced.includes(startMs) ? [...missing, DAY_AHEAD] : missing) {
      const one = found.get(what) ?? { what, intervals: 0, customers: 0, time_from: iso(startMs) };
      found.set(what, { ...one, intervals: one.intervals + 1 });
    }
  }
  return [...found.values()];
}

const DAY_AHEAD: AdviceInput = "day_ahead_price";

/** A window that a rule acted on. */
export interface ActedWindow {
  timeFrom: Date;
  timeTo: Date;
}

/** The history of a rule from the windows it acted on. */
export function toHistory(acted: readonly ActedWindow[]): RuleHistory {
  const periods = acted.map(({ timeFrom, timeTo }) => [timeFrom.getTime(), timeTo.getTime()]);
  return {
    isTaken: (startMs) =>
      periods.some(([fromMs, toMs]) => fromMs! < startMs + QUARTER_MS && toMs! > startMs),
    usedMs: (ms) => {
      const month = monthAt(ms);
      return periods.reduce((sum, [fromMs, toMs]) => {
        const inMonthMs = Math.min(toMs!, month.toMs) - Math.max(fromMs!, month.fromMs);
        return sum + Math.max(0, inMonthMs);
      }, 0);
    },
  };
}
