import { sumEffectsKwh } from "../../lib/energy/energy.ts";
import type { ControlEffect, ControlShift } from "../../lib/contract/index.ts";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  QUARTER_MS,
  floorMinute,
  floorQuarter,
  type IspPart,
} from "../../lib/time/amsterdam.ts";
import { coversAll } from "./preferences.ts";
import {
  activeControl,
  RAMP_MINUTES,
  simulate,
  type PlannedControl,
  type Step,
} from "./simulate-plan.ts";
import { applyLimit, applyRamp, toPlant, type Plant } from "./site-model.ts";
import type { Series, Site, StoredKwh } from "./site.ts";

/** The state of a location for planning a control; `earlier` in order of acceptance. */
export interface LocationPlan {
  site: Site;
  expected: Series;
  /** The series that follows, for the effect of a control after its window: from a quarter-hour on. */
  expectedFrom?: (fromMs: number, toMs: number) => Series;
  /** Energy in the batteries at `storedAtMs`. */
  storedKwh: StoredKwh;
  storedAtMs: number;
  earlier: readonly PlannedControl[];
}

/** Averages over each part of a window, in kW. */
export interface Effect {
  beforeKw: Float64Array;
  afterKw: Float64Array;
}

/** The changes a control makes in the plan of a location outside its window. */
export interface Aftermath {
  /**
   * Average change in kW over each quarter-hour from the end of the window on (the first is the
   * rest of the one in which the window ends), outside of other controls.
   */
  reboundKw: Float64Array;
  /** Average change in kW over each part of the window of an earlier control, in its minutes. */
  restated: ReadonlyMap<PlannedControl, Float64Array>;
}

/** The changes a control makes in the plan of a location, in its window and after it. */
export type LocationChange = Effect & Aftermath;

/** kW, or kWh, to three decimals; never −0. */
export const roundToWatt = (kw: number) => Math.round(kw * 1000) / 1000 + 0;

const follows = (device: { controllable: boolean }) => device.controllable;

/** The numbers of controllable panels and batteries of a site. */
export const controllableDevices = (site: Site): number =>
  site.panels.filter(follows).length + site.batteries.filter(follows).length;

/** Whether a site has controllable panels or batteries. */
export const isControllable = (site: Site): boolean =>
  site.panels.some(follows) || site.batteries.some(follows);

/** Simulates one step of a plan; returns net injection in kW × minutes and changes `storedKwh`. */
function runStep(plant: Plant, step: Step, storedKwh: number[]): number {
  const { mode, ramp, pvKw, loadKw, minutes } = step;
  if (ramp) return applyRamp(plant, ramp, mode, pvKw, loadKw, storedKwh);
  return applyLimit(plant, mode, pvKw, loadKw, storedKwh, minutes);
}

function storedAtStart(plan: LocationPlan, plant: Plant, fromMs: number, nowMs: number): number[] {
  const stored = [...plan.storedKwh];
  if (plan.site.batteries.length === 0) return stored;
  const sinceMs = Math.max(Math.min(plan.storedAtMs, nowMs), plan.expected.startMs);
  const window = { fromMs: floorMinute(sinceMs), toMs: fromMs, ramps: plant.ramps !== null };
  simulate(plan.expected, plan.earlier, window, (step) => void runStep(plant, step, stored));
  return stored;
}

/** Averages over each part of a window, in kW; `storedKwh` becomes the energy at its end. */
function averages(
  plan: LocationPlan,
  plant: Plant,
  storedKwh: number[],
  controls: readonly PlannedControl[],
  { fromMs, toMs }: Window,
): Float64Array {
  const firstMs = floorQuarter(fromMs);
  const kw = new Float64Array(Math.ceil((toMs - firstMs) / QUARTER_MS));
  const window = { fromMs, toMs, ramps: plant.ramps !== null };
  simulate(plan.expected, controls, window, (step) => {
    const part = Math.floor((step.fromMs - firstMs) / QUARTER_MS);
    const startMs = Math.max(fromMs, firstMs + part * QUARTER_MS);
    const endMs = Math.min(toMs, firstMs + (part + 1) * QUARTER_MS);
    kw[part]! += (runStep(plant, step, storedKwh) * MINUTE_MS) / (endMs - startMs);
  });
  return kw;
}

interface Window {
  fromMs: number;
  toMs: number;
}

/**
 * Maximum time after its window over which a control's effect is computed: the forecast horizon.
 */
export const AFTERMATH_MS = 7 * DAY_MS;
const endOf = ({ startMs, pvKw }: Series): number => startMs + pvKw.length * QUARTER_MS;
/** The series after a window is made in pieces: most batteries converge within one or two. */
const PIECE_MS = 4 * HOUR_MS;
/** Batteries whose energy differs by less, in kWh, count as equal. */
const SAME_KWH = 1e-6;

/**
 * The last moment at which a control of a site may change its plan, if batteries never converge.
 */
function aftermathUntil({ batteries }: Site, { ramps }: Plant, toMs: number): number {
  if (batteries.length > 0) return toMs + AFTERMATH_MS;
  return ramps ? toMs + RAMP_MINUTES * MINUTE_MS : toMs;
}

/**
 * The change after the window in each quarter-hour, until both plans agree, which takes a day if
 * batteries fill or empty in that time. In minutes of an earlier control it is a restatement of
 * that control's plan, otherwise a rebound.
 */
function followOn(
  plan: LocationPlan,
  plant: Plant,
  controls: readonly PlannedControl[],
  stored: { before: number[]; after: number[] },
  toMs: number,
): Aftermath {
  const firstMs = floorQuarter(toMs);
  const limitMs = aftermathUntil(plan.site, plant, toMs);
  let { expected } = plan;
  const rebound: number[] = [];
  const restated = new Map<PlannedControl, Float64Array>();
  const add = (step: Step, kwMinutes: number) => {
    const owner = activeControl(plan.earlier, step.fromMs);
    if (!owner) {
      const part = Math.floor((step.fromMs - firstMs) / QUARTER_MS);
      rebound[part] = (rebound[part] ?? 0) + kwMinutes;
      return;
    }
    const ownerMs = floorQuarter(owner.fromMs);
    const parts = Math.ceil((owner.toMs - ownerMs) / QUARTER_MS);
    const sums = restated.get(owner) ?? new Float64Array(parts);
    sums[Math.floor((step.fromMs - ownerMs) / QUARTER_MS)]! += kwMinutes;
    restated.set(owner, sums);
  };
  for (let ms = toMs; ms < limitMs;) {
    const untilMs = Math.min(limitMs, floorQuarter(ms) + QUARTER_MS);
    if (untilMs > endOf(expected)) {
      const pieceMs = Math.min(limitMs, floorQuarter(ms) + PIECE_MS);
      expected = plan.expectedFrom?.(floorQuarter(ms), pieceMs) ?? expected;
      if (untilMs > endOf(expected)) break;
    }
    const window = { fromMs: ms, toMs: untilMs, ramps: plant.ramps !== null };
    simulate(expected, plan.earlier, window, (step) =>
      add(step, -runStep(plant, step, stored.before)),
    );
    simulate(expected, controls, window, (step) => add(step, runStep(plant, step, stored.after)));
    ms = untilMs;
    const same = stored.before.every((kwh, i) => Math.abs(kwh - stored.after[i]!) < SAME_KWH);
    if (same && ms >= toMs + RAMP_MINUTES * MINUTE_MS) break;
  }
  return {
    reboundKw: averageParts(rebound, toMs, Infinity),
    restated: new Map(
      [...restated].map(([owner, sums]) => [owner, averageParts(sums, owner.fromMs, owner.toMs)]),
    ),
  };
}

/** Averages over each part of a window in kW, from kW × minutes. */
function averageParts(sums: ArrayLike<number>, fromMs: number, toMs: number): Float64Array {
  const firstMs = floorQuarter(fromMs);
  return Float64Array.from({ length: sums.length }, (_, part) => {
    const startMs = Math.max(fromMs, firstMs + part * QUARTER_MS);
    const endMs = Math.min(toMs, firstMs + (part + 1) * QUARTER_MS);
    return ((sums[part] ?? 0) * MINUTE_MS) / (endMs - startMs);
  });
}

/**
 * What a control changes at one location: the average net injection in kW over each part of its
 * window (see `ispsTouched`), with every earlier control (`beforeKw`) and with this one on top
 * (`afterKw`). The batteries are carried from their last reading, or from now when that reading
 * claims to be later, to the start of the window through the plan in force; both plans then run
 * from there. NaN where the expected series is silent.
 *
 * Minute by minute MAX_PRODUCTION never lowers and MAX_CONSUMPTION never raises injection against
 * the same stored energy. Through time a battery gives each kWh once: what it gave early is missing
 * late, so a later interval may have a delta of the other sign. What holds over any beginning of
 * the window, without earlier controls and with batteries of one efficiency, is the energy: never
 * less with MAX_PRODUCTION (where panels can hold the connection limit) and never more with
 * MAX_CONSUMPTION (where all panels follow). Panels that do not follow go on feeding: a battery
 * then cycles more, or less, than it would have, and the losses of that make the difference.
 * ZERO_EXPORT leaves batteries as they were: never above 0 where panels can be turned down enough.
 */
export function controlLocation(
  plan: LocationPlan,
  control: PlannedControl,
  nowMs: number,
): LocationChange {
  if (isControllable(plan.site) && !isExcluded(control))
    return changed(plan, [...plan.earlier, control], control, nowMs);
  const plant = toPlant(plan.site);
  const stored = storedAtStart(plan, plant, control.fromMs, nowMs);
  const beforeKw = averages(plan, plant, stored, plan.earlier, control);
  return { beforeKw, afterKw: beforeKw.slice(), ...NO_AFTERMATH };
}

const isExcluded = (control: PlannedControl): boolean =>
  control.except !== undefined && coversAll(control, control.except);

const NO_AFTERMATH: Aftermath = { reboundKw: new Float64Array(), restated: new Map() };

/**
 * What ending one of the earlier controls at `window.fromMs` reverses at one location: as
 * `controlLocation`, with every earlier control (`beforeKw`) and with that one stopped (`afterKw`).
 */
export function cancelLocation(
  plan: LocationPlan,
  isCancelled: (control: PlannedControl) => boolean,
  window: Window,
  nowMs: number,
): LocationChange {
  const remaining = plan.earlier.map((control) =>
    isCancelled(control) ? { ...control, toMs: window.fromMs } : control,
  );
  return changed(plan, remaining, window, nowMs);
}

/** The change from the earlier controls to others, in a window and after it. */
function changed(
  plan: LocationPlan,
  controls: readonly PlannedControl[],
  window: Window,
  nowMs: number,
): LocationChange {
  const plant = toPlant(plan.site);
  const before = storedAtStart(plan, plant, window.fromMs, nowMs);
  const after = [...before];
  const beforeKw = averages(plan, plant, before, plan.earlier, window);
  const afterKw = averages(plan, plant, after, controls, window);
  const stored = { before, after };
  return { beforeKw, afterKw, ...followOn(plan, plant, controls, stored, window.toMs) };
}

/**
 * Results as they travel: kW to the watt, so that `delta` is `after − before` to that rounding.
 * The arrays have one value for each part.
 */
export function toEffects(
  parts: readonly IspPart[],
  beforeKw: Float64Array,
  afterKw: Float64Array,
): ControlEffect[] {
  return parts.map(({ fromMs, toMs, isp }, index) => {
    const before = roundToWatt(beforeKw[index]!);
    const after = roundToWatt(afterKw[index]!);
    const ends = {
      time_from: new Date(fromMs).toISOString(),
      time_to: new Date(toMs).toISOString(),
    };
    return { ...ends, isp, before, after, delta: roundToWatt(after - before) };
  });
}

/**
 * Changes of a plan as they travel: kW to the watt, from the first to the last part with a change.
 * Parts without a value have none.
 */
export function toShifts(parts: readonly IspPart[], kw: ArrayLike<number>): ControlShift[] {
  const deltas = parts.map((_, index) => roundToWatt(kw[index] || 0));
  const first = deltas.findIndex((delta) => delta !== 0);
  if (first < 0) return [];
  const last = deltas.findLastIndex((delta) => delta !== 0);
  return parts.slice(first, last + 1).map(({ fromMs, toMs, isp }, index) => ({
    time_from: new Date(fromMs).toISOString(),
    time_to: new Date(toMs).toISOString(),
    isp,
    delta: deltas[first + index]!,
  }));
}

/** Energy the deltas amount to, in kWh to the watt-hour; positive is more net injection. */
export function energyKwh(effects: readonly ControlShift[]): number {
  return roundToWatt(sumEffectsKwh(effects));
}
