import { floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { monthAt } from "./preferences.ts";
import { foresightSteps, type ForesightPast } from "./perfect-foresight.ts";
import {
  cutToCap,
  findWindows,
  getControlTypes,
  isDue,
  type IspKnowledge,
  type RuleConditions,
  type RuleControlType,
  type RuleWindow,
} from "./rule.ts";
import { assessWindow, valueIsp, type IspGain, type ValuedEffect } from "./rule-value.ts";

/** The past, as a replay sees it. */
export interface ReplayPast {
  fromMs: number;
  toMs: number;
  /** The longest window of a control, in ms. */
  maxMs: number;
  /** Starts of the ISPs in which the rule may find something, in order; others it does not look at. */
  candidates: readonly number[];
  /** What was known of an ISP at a moment. */
  know(startMs: number, atMs: number): IspKnowledge;
  /** What is known of it now, with what was measured, for a decision made at a moment. */
  knowFinal(startMs: number, decidedMs: number): IspKnowledge;
  /**
   * What a control would do by what was measured until a moment, with the contract prices known then;
   * or by the measurements of the ISP with the final prices (`atMs` null); null if unknown.
   */
  getEffect(type: RuleControlType, startMs: number, atMs: number | null): ValuedEffect | null;
  /** What a control gained the supplier in any ISP, by what is known now; null: no control may lie there. */
  getForesight: ForesightPast["getValue"];
}

/** A control that the rule would have issued. */
export interface ReplayedControl extends RuleWindow {
  /** When it was decided. */
  decidedMs: number;
  /** What it was expected to gain. */
  expected: IspGain;
  /** What it gained; null if something is missing for that. */
  realised: IspGain | null;
  /** Curtailed energy by the measurements. */
  curtailed: number;
}

/** Sums of a replay. */
export interface ReplaySum {
  controls: number;
  durationMs: number;
  curtailed: number;
  expected: number;
  realised: number;
  customers: number;
  /** What the best schedule would have gained, known afterwards. */
  foresight: number;
  /** ISPs under control for which a price, a position or a forecast is missing. */
  unvalued: number;
}

export interface Replay {
  controls: ReplayedControl[];
  /** By the start of the local month. */
  months: Map<number, ReplaySum>;
}

const emptySum = (): ReplaySum => ({
  controls: 0,
  durationMs: 0,
  curtailed: 0,
  expected: 0,
  realised: 0,
  customers: 0,
  foresight: 0,
  unvalued: 0,
});

/**
 * Runs a rule over the past, quarter-hour by quarter-hour, by what was known at each of them. The
 * decisions use `know` and the effects known at a moment only; what is known afterwards is for their
 * value and for perfect foresight: the best schedule of the same types of control within the rule's
 * hours, shortest window and monthly limit, whatever its thresholds.
 */
export function replayRule(rule: RuleConditions, past: ReplayPast): Replay {
  const steps = replaySteps(rule, past);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps of an evaluation each, so that the caller can do other work between them. */
export function* replaySteps(rule: RuleConditions, past: ReplayPast): Generator<void, Replay> {
  const controls: ReplayedControl[] = [];
  const months = new Map<number, ReplaySum>();
  const taken = new Map<number, RuleControlType>();
  const usedMs = new Map<number, number>();
  const monthOf = memoizeMonths();
  const sumOf = (ms: number) => {
    const month = monthOf(ms);
    const sum = months.get(month) ?? emptySum();
    months.set(month, sum);
    return sum;
  };
  for (let ms = past.fromMs; ms < past.toMs; ms += QUARTER_MS) sumOf(ms);
  const { candidates, toMs, maxMs } = past;
  const reachMs = rule.noticeMs + maxMs + QUARTER_MS;
  let next = 0;
  for (let nowMs = past.fromMs; nowMs < toMs; nowMs += QUARTER_MS) {
    while (next < candidates.length && candidates[next]! < nowMs) next += 1;
    if (next === candidates.length) break;
    if (candidates[next]! > nowMs + rule.noticeMs) {
      // Nothing is due before this candidate comes within reach.
      const skipMs = floorQuarter(candidates[next]! - rule.noticeMs - 1) - nowMs;
      if (skipMs > 0) nowMs += skipMs;
      continue;
    }
    yield;
    const isps = ispsFrom(nowMs, Math.min(toMs, nowMs + reachMs), next, past);
    const isTaken = (startMs: number) => taken.has(startMs);
    for (const found of findWindows(rule, isps, { nowMs, maxMs, isTaken })) {
      if (!isDue(rule, found, nowMs)) break;
      const used = usedMs.get(monthOf(found.fromMs)) ?? 0;
      const window = cutToCap(rule, found, used);
      if (!window) continue;
      const assessed = assess(rule, window, nowMs, past);
      if (!assessed) continue;
      for (let at = window.fromMs; at < window.toMs; at += QUARTER_MS) {
        taken.set(at, window.type);
        usedMs.set(monthOf(at), (usedMs.get(monthOf(at)) ?? 0) + QUARTER_MS);
      }
      const control = settle(window, nowMs, assessed, past, sumOf);
      controls.push(control);
    }
  }
  const types = getControlTypes(rule);
  const { fromMs, getForesight: getValue } = past;
  const best = yield* foresightSteps(rule, { fromMs, toMs, maxMs, types, getValue });
  for (const [month, gain] of best) months.get(month)!.foresight += gain;
  return { controls, months };
}

function memoizeMonths(): (ms: number) => number {
  let month = { fromMs: Infinity, toMs: -Infinity };
  return (ms) => {
    if (ms < month.fromMs || ms >= month.toMs) month = monthAt(ms);
    return month.fromMs;
  };
}

/** What is known now of the ISPs from now on; between candidates there is nothing to know. */
function ispsFrom(nowMs: number, untilMs: number, next: number, past: ReplayPast): IspKnowledge[] {
  const isps: IspKnowledge[] = [];
  for (let i = next; i < past.candidates.length && past.candidates[i]! < untilMs; i++)
    isps.push(past.know(past.candidates[i]!, nowMs));
  return isps;
}

function assess(
  rule: RuleConditions,
  window: RuleWindow,
  nowMs: number,
  { know, getEffect }: ReplayPast,
): IspGain | null {
  const isps = [];
  for (let ms = window.fromMs; ms < window.toMs; ms += QUARTER_MS) {
    const effect = getEffect(window.type, ms, nowMs);
    if (!effect) return null;
    isps.push({ isp: know(ms, nowMs), effect });
  }
  const { gain, refusals } = assessWindow(rule, isps);
  return refusals.length === 0 ? gain : null;
}

/** What a control gained, added to the sums of its months. */
function settle(
  window: RuleWindow,
  decidedMs: number,
  expected: IspGain,
  past: ReplayPast,
  sumOf: (ms: number) => ReplaySum,
): ReplayedControl {
  const realised: IspGain = { supplier: 0, energy: 0, customers: 0 };
  let [curtailed, unvalued] = [0, 0];
  for (let ms = window.fromMs; ms < window.toMs; ms += QUARTER_MS) {
    const sum = sumOf(ms);
    sum.durationMs += QUARTER_MS;
    const effect = past.getEffect(window.type, ms, null);
    const value = effect && valueIsp(past.knowFinal(ms, decidedMs), effect);
    if (effect) {
      curtailed += effect.curtailed;
      sum.curtailed += effect.curtailed;
    }
    if (!value || "missing" in value) {
      sum.unvalued += 1;
      unvalued += 1;
      continue;
    }
    sum.realised += value.supplier;
    sum.customers += value.customers;
    realised.supplier += value.supplier;
    realised.energy += value.energy;
    realised.customers += value.customers;
  }
  const first = sumOf(window.fromMs);
  first.controls += 1;
  first.expected += expected.supplier;
  return { ...window, decidedMs, expected, realised: unvalued > 0 ? null : realised, curtailed };
}
