import type { ControlType } from "../../lib/contract/index.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  activeControl,
  directionAt,
  isRunning,
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
  type Balance,
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

/** A site by minute under the controls that were accepted before one, in kW; NaN where it is unknown. */
export interface EarlierMinutes {
  injectionKw: Float64Array;
  batteryKw: Float64Array;
  /** What it produces and draws without any control; null where it is unknown. */
  balances: (Balance | null)[];
}

/**
 * The averages over all minutes of a control, whether or not a newer one was in force. It changes nothing
 * in those from which the site is excluded.
 */
export interface ValuedMinutes {
  minutes: number;
  /** Net injection under this control and those accepted before it; measured while it was in force. */
  valuedKw: number;
  /** Net injection under the controls accepted before it alone. */
  valuedWithoutKw: number;
}

/** The expected behaviour of a site under the controls accepted before one. */
export interface Counterfactual extends ValuedMinutes {
  /** The minutes of the delivery: measured, with the control in force. */
  minutesInForce: number;
  /** Averages over these minutes, in kW. */
  measuredKw: number;
  counterfactualKw: number;
  /** The uncertainty of `valuedWithoutKw`; zeros if everything was measured. */
  error: EstimateError;
  /**
   * What the batteries charged and discharged over the minutes in which the control ran, less what they
   * would have without it, in kW; NaN if their power was not measured.
   */
  throughputKw: number;
  /** What panels produced less or the site exported less over these minutes, in kW. */
  lostKw: number;
  earlier: EarlierMinutes;
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
 * - Batteries: the plan of the site in normal operation (or under the controls accepted before),
 *   from `storedKwh` on.
 *
 * Where a newer control is in force, what this one would have done counts as well: the minutes under
 * the controls before the newer one, which `newer` has by its id. So the changes of all controls that
 * run add up to the measurements less the minutes without any of them.
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
  newer: ReadonlyMap<string, EarlierMinutes> = new Map(),
): Counterfactual {
  const { site } = context;
  const regulation = toRegulation(site);
  const plant = toPlant(site);
  const index = all.findIndex(({ id }) => id === control.id);
  const before = all.slice(0, index);
  const after = all.slice(index + 1);
  const own = ownMinutes(measured, control, all);
  const ownSince = (ms: number) => rampStart(all, control, ms).sinceMs;
  const followed = isFollowed(measured, own, ownSince, control.type, context, regulation);
  const stored = [...storedKwh];
  const count = measured.injectionKw.length;
  const earlier = newMinutes(count);
  const inForce = { minutes: 0, measured: 0, without: 0 };
  const valued = { minutes: 0, with: 0, without: 0, own: 0, shared: 0, throughput: 0, battery: 0 };
  for (let minute = 0; minute < count; minute++) {
    const ms = measured.startMs + minute * MINUTE_MS;
    if (ms < control.fromMs) continue;
    const active = activeControl(all, ms);
    const mode = followed ? (active?.type ?? null) : null;
    const inForceThen = active && newer.get(active.id);
    const balance = inForceThen
      ? inForceThen.balances[minute]!
      : balanceAt(measured, minute, mode, {
          context,
          regulation,
          ...(active ? rampStart(all, active, ms) : NO_RAMP),
        });
    earlier.balances[minute] = balance;
    if (!balance) continue;
    const { pvKw, loadKw } = balance;
    const instead = directionAt(before, ms);
    const plan = minutePlan(plant, instead.mode, pvKw, loadKw, stored, instead.ramp);
    earlier.injectionKw[minute] = plan.injectionKw;
    earlier.batteryKw[minute] = plan.batteryKw;
    if (active?.id === control.id) {
      inForce.minutes += 1;
      inForce.measured += measured.injectionKw[minute]!;
      inForce.without += plan.injectionKw;
    }
    if (ms >= control.toMs) continue;
    const next = after.find((one) => isRunning(one, ms));
    const changed = next ? newer.get(next.id) : measured;
    if (!changed || Number.isNaN(changed.injectionKw[minute]!)) continue;
    const isInIt = isRunning(control, ms);
    valued.minutes += 1;
    valued.with += changed.injectionKw[minute]!;
    valued.without += isInIt ? plan.injectionKw : changed.injectionKw[minute]!;
    if (!isInIt) continue;
    valued.throughput += Math.abs(changed.batteryKw[minute]!) - Math.abs(plan.batteryKw);
    valued.battery += plan.batteryKw - changed.batteryKw[minute]!;
    valued.own += balance.error.ownKw;
    valued.shared += balance.error.sharedKw;
  }
  return {
    minutesInForce: inForce.minutes,
    measuredKw: inForce.measured / inForce.minutes,
    counterfactualKw: inForce.without / inForce.minutes,
    minutes: valued.minutes,
    valuedKw: valued.with / valued.minutes,
    valuedWithoutKw: valued.without / valued.minutes,
    error: { ownKw: valued.own / valued.minutes, sharedKw: valued.shared / valued.minutes },
    throughputKw: valued.throughput / valued.minutes,
    lostKw: getLostKw(
      valued.without / valued.minutes,
      valued.with / valued.minutes,
      valued.battery / valued.minutes,
    ),
    storedKwh: stored,
    earlier,
  };
}

/**
 * Lost energy: what the site exported less, or what its panels produced less if that is more. What
 * batteries charged from the grid because of a control is not lost.
 * @param batteryKw by how much more the batteries charged; NaN if their power was not measured
 */
export function getLostKw(withoutKw: number, withKw: number, batteryKw: number): number {
  const lessExport = Math.max(withoutKw, 0) - Math.max(withKw, 0);
  const lessProduced = withoutKw - withKw - batteryKw;
  return Number.isNaN(lessProduced) ? lessExport : Math.max(lessExport, lessProduced);
}

const newMinutes = (count: number): EarlierMinutes => ({
  injectionKw: new Float64Array(count).fill(NaN),
  batteryKw: new Float64Array(count).fill(NaN),
  balances: Array.from({ length: count }, () => null),
});

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
