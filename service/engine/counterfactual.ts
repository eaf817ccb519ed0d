import type { ControlType } from "../../lib/contract/index.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { outputUnderSky, type OutputUnderSky } from "./clear-sky.ts";
import {
  activeControl,
  directionAt,
  minutePlan,
  RAMP_MINUTES,
  type PlannedControl,
} from "./simulate-plan.ts";
import { pvRatingKw, toPlant } from "./site-model.ts";
import type { SkyEstimate } from "./sky-field.ts";
import type { Site } from "./site.ts";

/**
 * The measurements of a site per minute from `startMs`, in kW; NaN if unknown. Injection and fixed
 * panels as metered, `followingPv` the controllable panels, `available` their reported possible
 * output, battery discharging positive.
 */
export interface MeasuredMinutes {
  startMs: number;
  injectionKw: Float32Array;
  fixedPvKw: Float32Array;
  followingPvKw: Float32Array;
  availableKw: Float32Array;
  batteryKw: Float32Array;
}

/** The context of the measurements of one site. */
export interface SiteContext {
  site: Site;
  /** The ratio of the panels' measured to their expected output, trained while uncurtailed. */
  gain: number;
  /** The sky of this quarter-hour as seen by panels nearby; null if there are none. */
  sky: SkyEstimate | null;
  /** Expected load in kW, for a site with unmeasured panels or batteries. */
  expectedLoadKw: number;
  /** Expected output of the panels in kW, if the sky is unknown. */
  expectedPvKw: number;
  /** Whether its devices acknowledged the control. */
  executed: boolean;
}

/** A control as it ran at a site; lists are in order of acceptance. */
export interface CountedControl extends PlannedControl {
  id: string;
}

/** Standard deviations of an estimate, in kW. */
export interface EstimateError {
  /** Of the site alone, such as a cloud over its roof. */
  ownKw: number;
  /** Shared with nearby sites, such as a sky seen by few panels. */
  sharedKw: number;
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
  /** Energy the batteries would hold at the end of the minutes, in kWh. */
  storedKwh: number[];
}

/**
 * A regulated injection is within this share of the rating of its limit, but at least this many kW.
 */
const TOLERANCE_SHARE = 0.02;
const TOLERANCE_KW = 0.05;
/** Panels that are switched off still produce up to this share of the available solar power. */
const OFF_SHARE = 0.05;
/** Minimum spread of the clear-sky index between roofs, as a share of it. */
const SKY_SPREAD = 0.08;
/** Relative error of the solar power if no uncurtailed panels observe it. */
const FORECAST_ERROR = 0.3;
/** Typical error of the expected load of one site, as a share. */
const LOAD_ERROR = 0.4;

const follows = (panels: { controllable: boolean }) => panels.controllable;

interface Regulation {
  ratingKw: number;
  toleranceKw: number;
  limitKw: number;
  output: OutputUnderSky;
}

const orZero = (kw: number) => (Number.isNaN(kw) ? 0 : kw);

/** Available solar power of the controllable panels in a minute under the observed sky, in kW. */
function offeredKw(
  { gain, sky, expectedPvKw }: SiteContext,
  { output, ratingKw }: Regulation,
  ms: number,
): number {
  if (!sky) return Math.min(ratingKw, expectedPvKw);
  return Math.min(ratingKw, gain * output(ms + MINUTE_MS / 2, sky.index));
}

/**
 * Whether the measurements of a minute match the effect of a control, so that panels may have been
 * curtailed: injection at its limit, or panels off.
 */
function looksHeld(
  mode: ControlType,
  minute: { injectionKw: number; followingPvKw: number },
  offered: number,
  { limitKw, toleranceKw }: Regulation,
): boolean {
  const { injectionKw, followingPvKw } = minute;
  if (mode === "ZERO_EXPORT") return Math.abs(injectionKw) <= toleranceKw;
  if (mode === "MAX_PRODUCTION") return injectionKw >= limitKw - toleranceKw;
  const isOff = followingPvKw <= OFF_SHARE * offered + toleranceKw;
  return isOff || injectionKw <= -limitKw + toleranceKw;
}

/** Whether devices on the way to their setpoint may curtail panels at this injection. */
function mayBeOnItsWay(
  mode: ControlType,
  injectionKw: number,
  { toleranceKw }: Regulation,
): boolean {
  if (mode === "ZERO_EXPORT") return injectionKw > toleranceKw;
  return mode === "MAX_CONSUMPTION";
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
    if (looksHeld(mode, at, offered, regulation)) held += 1;
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
  const regulation = regulationOf(site);
  const plant = toPlant(site);
  const others = all.filter(({ id }) => id !== control.id);
  const own = ownMinutes(measured, control, all);
  const ownSince = (ms: number) => rampStart(all, control, ms).sinceMs;
  const followed = isFollowed(measured, own, ownSince, control.type, context, regulation);
  const stored = [...storedKwh];
  const sums = { minutes: 0, measured: 0, without: 0, own: 0, shared: 0 };
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
    sums.own += balance.error.ownKw;
    sums.shared += balance.error.sharedKw;
  }
  return {
    minutes: sums.minutes,
    measuredKw: sums.measured / sums.minutes,
    counterfactualKw: sums.without / sums.minutes,
    error: { ownKw: sums.own / sums.minutes, sharedKw: sums.shared / sums.minutes },
    storedKwh: stored,
  };
}

/** When the devices began to follow the control that is active. */
interface RampStart {
  sinceMs: number;
  /** Whether a newer control held them until then. */
  isResumed: boolean;
}
const NO_RAMP: RampStart = { sinceMs: -Infinity, isResumed: false };

/** The start of the active control, or the last end of a newer one of another type. */
function rampStart(all: readonly CountedControl[], active: CountedControl, ms: number): RampStart {
  let start: RampStart = { sinceMs: active.fromMs, isResumed: false };
  for (const newer of all.slice(all.indexOf(active) + 1))
    if (newer.type !== active.type && newer.toMs <= ms && newer.toMs > start.sinceMs)
      start = { sinceMs: newer.toMs, isResumed: true };
  return start;
}

function regulationOf(site: Site): Regulation {
  const ratingKw = pvRatingKw(site, follows);
  return {
    ratingKw,
    toleranceKw: Math.max(TOLERANCE_KW, TOLERANCE_SHARE * ratingKw),
    limitKw: site.connectionLimitKw ?? Infinity,
    output: outputUnderSky(site, follows),
  };
}

function ownMinutes(
  { startMs, injectionKw }: MeasuredMinutes,
  control: CountedControl,
  all: readonly CountedControl[],
): number[] {
  const own: number[] = [];
  for (let minute = 0; minute < injectionKw.length; minute++) {
    if (Number.isNaN(injectionKw[minute]!)) continue;
    if (activeControl(all, startMs + minute * MINUTE_MS)?.id === control.id) own.push(minute);
  }
  return own;
}

interface Balance {
  pvKw: number;
  loadKw: number;
  error: EstimateError;
}

const MEASURED: EstimateError = { ownKw: 0, sharedKw: 0 };

/** The uncertainty of the solar power estimated at a site, for `offered` kW of it. */
function skyError(sky: SkyEstimate | null, offered: number): EstimateError {
  if (!sky) return { ownKw: 0, sharedKw: FORECAST_ERROR * offered };
  const spread = Math.max(SKY_SPREAD, sky.spread / sky.index);
  return { ownKw: spread * offered, sharedKw: (spread * offered) / Math.sqrt(sky.support) };
}

/** Solar power and load of a minute without any control; null if nothing was measured. */
function balanceAt(
  measured: MeasuredMinutes,
  minute: number,
  mode: ControlType | null,
  {
    context,
    regulation,
    sinceMs,
    isResumed,
  }: { context: SiteContext; regulation: Regulation } & RampStart,
): Balance | null {
  const injectionKw = measured.injectionKw[minute]!;
  if (Number.isNaN(injectionKw)) return null;
  const ms = measured.startMs + minute * MINUTE_MS;
  const [fixedKw, followingKw, batteryKw] = [
    measured.fixedPvKw[minute]!,
    measured.followingPvKw[minute]!,
    measured.batteryKw[minute]!,
  ];
  const lacking = Number.isNaN(fixedKw + followingKw + batteryKw);
  if (lacking) {
    const pvKw = offeredKw(context, regulation, ms) + orZero(fixedKw);
    const loadKw = context.expectedLoadKw;
    const sun = skyError(context.sky, pvKw);
    return { pvKw, loadKw, error: { ...sun, ownKw: sun.ownKw + LOAD_ERROR * loadKw } };
  }
  const loadKw = Math.max(0, fixedKw + followingKw + batteryKw - injectionKw);
  const free = { pvKw: fixedKw + followingKw, loadKw, error: MEASURED };
  if (!mode || regulation.ratingKw === 0) return free;
  const availableKw = measured.availableKw[minute]!;
  if (!Number.isNaN(availableKw))
    return { ...free, pvKw: fixedKw + Math.max(followingKw, availableKw) };
  const offered = offeredKw(context, regulation, ms);
  const at = { injectionKw, followingPvKw: followingKw };
  const isRamp = ms < sinceMs + RAMP_MINUTES * MINUTE_MS;
  const held =
    looksHeld(mode, at, offered, regulation) ||
    (isRamp && (isResumed || mayBeOnItsWay(mode, injectionKw, regulation)));
  if (!held) return free;
  const pvKw = fixedKw + Math.max(followingKw, offered);
  return { pvKw, loadKw, error: skyError(context.sky, offered) };
}
