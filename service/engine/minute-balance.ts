import type { ControlType } from "../../lib/contract/index.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { outputUnderSky, type OutputUnderSky } from "./clear-sky.ts";
import { RAMP_MINUTES } from "./simulate-plan.ts";
import { pvRatingKw } from "./site-model.ts";
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

/** Standard deviations of an estimate, in kW. */
export interface EstimateError {
  /** Of the site alone, such as a cloud over its roof. */
  ownKw: number;
  /** Shared with nearby sites, such as a sky seen by few panels. */
  sharedKw: number;
}

/** When the devices began to follow the control that is active. */
export interface RampStart {
  sinceMs: number;
  /** Whether a newer control held them until then. */
  isResumed: boolean;
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

export interface Regulation {
  ratingKw: number;
  toleranceKw: number;
  limitKw: number;
  output: OutputUnderSky;
}

export const orZero = (kw: number) => (Number.isNaN(kw) ? 0 : kw);

/** Available solar power of the controllable panels in a minute under the observed sky, in kW. */
export function offeredKw(
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
export function isHeldAtLimit(
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

export function toRegulation(site: Site): Regulation {
  const ratingKw = pvRatingKw(site, follows);
  return {
    ratingKw,
    toleranceKw: Math.max(TOLERANCE_KW, TOLERANCE_SHARE * ratingKw),
    limitKw: site.connectionLimitKw ?? Infinity,
    output: outputUnderSky(site, follows),
  };
}

/** What a site could produce and drew in a minute, in kW. */
export interface Balance {
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
export function balanceAt(
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
    isHeldAtLimit(mode, at, offered, regulation) ||
    (isRamp && (isResumed || mayBeOnItsWay(mode, injectionKw, regulation)));
  if (!held) return free;
  const pvKw = fixedKw + Math.max(followingKw, offered);
  return { pvKw, loadKw, error: skyError(context.sky, offered) };
}
