import type { ControlType } from "../../lib/contract/index.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  activeControl,
  directionAt,
  minutePlan,
  RAMP_MINUTES,
  type PlannedControl,
} from "./simulate-plan.ts";
import {
  balanceAt,
  isHeldAtLimit,
  offeredKw,
  orZero,
  toRegulation,
  type EstimateError,
  type MeasuredMinutes,
  type RampStart,
  type Regulation,
  type SiteContext,
} from "./minute-balance.ts";
import { toPlant } from "./site-model.ts";

/** A control as it ran at a site; lists are in order of acceptance. */
export interface CountedControl extends PlannedControl {
  id: string;
}

/**
 * The expected behaviour of a site without a control, over the minutes in which the control was in
 * force.
 */
export interface Counterfactual {
  /** The minutes that count: measured, with the control in force. */
  minutes: number;
  /** Averages over these minutes, in kW. */
  measuredKw: number;
  counterfactualKw: number;
  /** The uncertainty of `counterfactualKw`; zeros if everything was measured. */
  error: EstimateError;
  /**
   * What the batteries charged and discharged, less what they would have without the control, in kW;
   * NaN if their power was not measured.
   */
  throughputKw: number;
  /** Energy the batteries would hold at the end of the minutes, in kWh. */
  storedKwh: number[];
}

/**
 * Whether the panels follow a control over these minutes; the acknowledgement decides if the
 * measurements do not.
 */
function isFollowed(
  measured: MeasuredMinutes,
  own: readonly number[],
  sinceMs: (ms: number) => number,
  mode: ControlType,
  context: SiteContext,
  regulation: Regulation,
): boolean {
  let [held, exceeded] = [0, 0];
  for (const minute of own) {
    const ms = measured.startMs + minute * MINUTE_MS;
    if (ms < sinceMs(ms) + RAMP_MINUTES * MINUTE_MS) continue;
    const at = {
      injectionKw: measured.injectionKw[minute]!,
      followingPvKw: orZero(measured.followingPvKw[minute]!),
    };
    const offered = offeredKw(context, regulation, ms);
    if (isHeldAtLimit(mode, at, offered, regulation)) held += 1;
    else if (mode !== "ZERO_EXPORT" || at.injectionKw > regulation.toleranceKw) exceeded += 1;
  }
  return held + exceeded === 0 ? context.executed : held > exceeded;
}

/**
 * The expected behaviour of a site without a control, from the measurements of the same minutes.
 *
 * - Load is `panels + batteries − injection`: a control does not change it.
 * - Panels: their reported possible output; else, if uncurtailed, their measured output; else the
 *   sky seen by uncurtailed panels nearby in this quarter-hour, on this site's planes, times the
 *   site's gain. Never less than their measured output.
 * - Batteries: the plan of the site in normal operation (or under the controls that would have been in force),
 *   from `storedKwh` on.
 *
 * `all` are the site's controls in order of acceptance. Pure. Minutes without
 * any measurement leave the batteries unchanged and do not count.
 */
export function counterfactual(
  measured: MeasuredMinutes,
  control: CountedControl,
  all: readonly CountedControl[],
  storedKwh: readonly number[],
  context: SiteContext,
): Counterfactual {
  const { site } = context;
  const regulation = toRegulation(site);
  const plant = toPlant(site);
  const others = all.filter(({ id }) => id !== control.id);
  const own = ownMinutes(measured, control, all);
  const ownSince = (ms: number) => rampStart(all, control, ms).sinceMs;
  const followed = isFollowed(measured, own, ownSince, control.type, context, regulation);
  const stored = [...storedKwh];
  const sums = { minutes: 0, measured: 0, without: 0, own: 0, shared: 0, throughput: 0 };
  const count = measured.injectionKw.length;
  for (let minute = 0; minute < count; minute++) {
    const ms = measured.startMs + minute * MINUTE_MS;
    if (ms < control.fromMs) continue;
    const active = activeControl(all, ms);
    const isOwn = active?.id === control.id;
    const instead = directionAt(others, ms);
    const mode = followed ? (active?.type ?? null) : null;
    const balance = balanceAt(measured, minute, mode, {
      context,
      regulation,
      ...(active ? rampStart(all, active, ms) : NO_RAMP),
    });
    if (!balance) continue;
    const { pvKw, loadKw } = balance;
    const plan = minutePlan(plant, instead.mode, pvKw, loadKw, stored, instead.ramp);
    if (!isOwn) continue;
    sums.minutes += 1;
    sums.measured += measured.injectionKw[minute]!;
    sums.without += plan.injectionKw;
    sums.throughput += Math.abs(measured.batteryKw[minute]!) - Math.abs(plan.batteryKw);
    sums.own += balance.error.ownKw;
    sums.shared += balance.error.sharedKw;
  }
  return {
    minutes: sums.minutes,
    measuredKw: sums.measured / sums.minutes,
    counterfactualKw: sums.without / sums.minutes,
    error: { ownKw: sums.own / sums.minutes, sharedKw: sums.shared / sums.minutes },
    throughputKw: sums.throughput / sums.minutes,
    storedKwh: stored,
  };
}

const NO_RAMP: RampStart = { sinceMs: -Infinity, isResumed: false };

/** The start of the active control, or the last end of a newer one of another type. */
function rampStart(all: readonly CountedControl[], active: CountedControl, ms: number): RampStart {
  let start: RampStart = { sinceMs: active.fromMs, isResumed: false };
  for (const newer of all.slice(all.indexOf(active) + 1))
    if (newer.type !== active.type && newer.toMs <= ms && newer.toMs > start.sinceMs)
      start = { sinceMs: newer.toMs, isResumed: true };
  for (const { toMs } of active.except ?? [])
    if (toMs <= ms && toMs > start.sinceMs) start = { sinceMs: toMs, isResumed: true };
  return start;
}

function ownMinutes(
  { startMs, injectionKw }: MeasuredMinutes,
  control: CountedControl,
  all: readonly CountedControl[],
): number[] {
  const heldMinutes: number[] = [];
  for (let minute = 0; minute < injectionKw.length; minute++) {
    if (Number.isNaN(injectionKw[minute]!)) continue;
    if (activeControl(all, startMs + minute * MINUTE_MS)?.id === control.id)
      heldMinutes.push(minute);
  }
  return heldMinutes;
}
