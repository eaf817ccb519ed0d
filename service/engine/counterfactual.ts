import type { ControlType } from "../../lib/contract/index.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { outputUnderSky, type OutputUnderSky } from "./clear-sky.ts";
import { activeControl, minutePlan, RAMP_MINUTES, type PlannedControl } from "./simulate-plan.ts";
import { pvRatingKw, toPlant } from "./site-model.ts";
import type { SkyEstimate } from "./sky-field.ts";
import type { Site } from "./site.ts";

/**
 * What was measured at a site, minute by minute from `startMs`, in kW; NaN is not known. Injection
 * and fixed panels as metered, `followingPv` the panels that follow controls, `available` what those
 * report they could give, battery discharging positive.
 */
export interface MeasuredMinutes {
  startMs: number;
  injectionKw: Float32Array;
  fixedPvKw: Float32Array;
  followingPvKw: Float32Array;
  availableKw: Float32Array;
  batteryKw: Float32Array;
}

/** What is known beside the measurements of one site. */
export interface SiteContext {
  site: Site;
  /** What the panels give over what their ratings say, learned while nothing curtailed them. */
  gain: number;
  /** The sky of this quarter-hour as panels nearby show it; null where none does. */
  sky: SkyEstimate | null;
  /** Expected load in kW, for a site whose panels or batteries are not measured. */
  expectedLoadKw: number;
  /** Expected output of the panels in kW, where no sky is known. */
  expectedPvKw: number;
  /** Whether its devices acknowledged the control. */
  executed: boolean;
}

/** A control as it ran at a site, in order of acceptance among others. */
export interface CountedControl extends PlannedControl {
  id: string;
}

/** Standard deviations of an estimate, in kW. */
export interface EstimateError {
  /** Of the site alone, such as a cloud over its roof. */
  ownKw: number;
  /** What it shares with sites around, such as a sky that few panels show. */
  sharedKw: number;
}

/** What a site would have done without a control, over the minutes in which that was in force. */
export interface Counterfactual {
  /** Minutes that count: the control's own, measured. */
  minutes: number;
  /** Averages over these minutes, in kW. */
  measuredKw: number;
  counterfactualKw: number;
  /** How far `counterfactualKw` may be off; zeros where everything was measured. */
  error: EstimateError;
  /** Energy the batteries would hold at the end of the minutes, in kWh. */
  storedKwh: number[];
}

/** A regulated injection is within this share of the rating of its limit, at least this many kW. */
const TOLERANCE_SHARE = 0.02;
const TOLERANCE_KW = 0.05;
/** Panels that are off still give up to this share of what the sun offers. */
const OFF_SHARE = 0.05;
/** Least spread of the clear-sky index between roofs, as a share of it. */
const SKY_SPREAD = 0.08;
/** Relative error of the sun where no uncurtailed panels show it. */
const FORECAST_ERROR = 0.3;
/** Share of the expected load by which it is usually off at one site. */
const LOAD_ERROR = 0.4;

const follows = (panels: { controllable: boolean }) => panels.controllable;

interface Regulation {
  ratingKw: number;
  toleranceKw: number;
  limitKw: number;
  output: OutputUnderSky;
}

const orZero = (kw: number) => (Number.isNaN(kw) ? 0 : kw);

/** What the sun offered the following panels in a minute under the sky around, in kW. */
function offeredKw(
  { gain, sky, expectedPvKw }: SiteContext,
  { output, ratingKw }: Regulation,
  ms: number,
): number {
  if (!sky) return Math.min(ratingKw, expectedPvKw);
  return Math.min(ratingKw, gain * output(ms + MINUTE_MS / 2, sky.index));
}

/**
 * Whether what was measured in a minute is what a control would make of it, so that panels may have
 * been held back: injection held at its limit, or panels off.
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

/** Whether devices that have not reached their setpoint yet may hold panels back at this injection. */
function mayBeOnItsWay(
  mode: ControlType,
  injectionKw: number,
  { toleranceKw }: Regulation,
): boolean {
  if (mode === "ZERO_EXPORT") return injectionKw > toleranceKw;
  return mode === "MAX_CONSUMPTION";
}

/** Whether the panels follow a control over these minutes; by the acknowledgement where these do not tell. */
function isFollowed(
  measured: MeasuredMinutes,
  own: readonly number[],
  sinceMs: number,
  mode: ControlType,
  context: SiteContext,
  regulation: Regulation,
): boolean {
  let [held, exceeded] = [0, 0];
  for (const minute of own) {
    const ms = measured.startMs + minute * MINUTE_MS;
    if (ms < sinceMs + RAMP_MINUTES * MINUTE_MS) continue;
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
 * What a site would have done without a control, from what was measured in the same minutes.
 *
 * - Load is what the meter and the inverters imply, `panels + batteries − injection`: a control does
 *   not change it.
 * - Panels: what they report as available; else, where they ran free, what they gave; else the sky
 *   that uncurtailed panels nearby saw in this quarter-hour, on this site's own planes, times the
 *   site's gain; never less than what they gave.
 * - Batteries: the plan of a site left alone (or under the controls that would have been in force),
 *   from `storedKwh` on.
 *
 * `all` are the site's controls in order of acceptance. Changes nothing. Minutes of which nothing is
 * known leave the batteries as they were and do not count.
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
  const earlier = all.slice(
    0,
    all.findIndex(({ id }) => id === control.id),
  );
  const own = ownMinutes(measured, control, all);
  const followed = isFollowed(measured, own, control.fromMs, control.type, context, regulation);
  const stored = [...storedKwh];
  const sums = { minutes: 0, measured: 0, without: 0, own: 0, shared: 0 };
  const count = measured.injectionKw.length;
  for (let minute = 0; minute < count; minute++) {
    const ms = measured.startMs + minute * MINUTE_MS;
    if (ms < control.fromMs) continue;
    const active = activeControl(all, ms);
    const isOwn = active?.id === control.id;
    const instead = activeControl(isOwn ? earlier : others, ms)?.type ?? null;
    const mode = followed ? (active?.type ?? null) : null;
    const balance = balanceAt(measured, minute, mode, {
      context,
      regulation,
      sinceMs: control.fromMs,
    });
    if (!balance) continue;
    const plan = minutePlan(plant, instead, balance.pvKw, balance.loadKw, stored);
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

/** How far the sun estimated at a site may be off, for `offered` kW of it. */
function skyError(sky: SkyEstimate | null, offered: number): EstimateError {
  if (!sky) return { ownKw: 0, sharedKw: FORECAST_ERROR * offered };
  const spread = Math.max(SKY_SPREAD, sky.spread / sky.index);
  return { ownKw: spread * offered, sharedKw: (spread * offered) / Math.sqrt(sky.support) };
}

/** Sun and load of a minute, as they were without any control; null where nothing was measured. */
function balanceAt(
  measured: MeasuredMinutes,
  minute: number,
  mode: ControlType | null,
  {
    context,
    regulation,
    sinceMs,
  }: { context: SiteContext; regulation: Regulation; sinceMs: number },
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
    (isRamp && mayBeOnItsWay(mode, injectionKw, regulation));
  if (!held) return free;
  const pvKw = fixedKw + Math.max(followingKw, offered);
  return { pvKw, loadKw, error: skyError(context.sky, offered) };
}
