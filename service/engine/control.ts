import type { ControlEffect } from "../../lib/contract/index.ts";
import {
  HOUR_MS,
  MINUTE_MS,
  QUARTER_MS,
  floorMinute,
  floorQuarter,
  type IspPart,
} from "../../lib/time/amsterdam.ts";
import { simulate, type PlannedControl } from "./simulate-plan.ts";
import { applyLimit, toPlant, type Plant } from "./site-model.ts";
import type { Series, Site, StoredKwh } from "./site.ts";

/** A location as it stands when a control is considered; `earlier` in order of acceptance. */
export interface LocationPlan {
  site: Site;
  expected: Series;
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

/** kW, or kWh, to three decimals; never −0. */
export const roundToWatt = (kw: number) => Math.round(kw * 1000) / 1000 + 0;

const follows = (device: { controllable: boolean }) => device.controllable;

/** How many panels and batteries of a site follow controls. */
export const controllableDevices = (site: Site): number =>
  site.panels.filter(follows).length + site.batteries.filter(follows).length;

/** Whether any panels or battery of a site follow controls. */
export const isControllable = (site: Site): boolean =>
  site.panels.some(follows) || site.batteries.some(follows);

function storedAtStart(plan: LocationPlan, plant: Plant, fromMs: number, nowMs: number): number[] {
  const stored = [...plan.storedKwh];
  if (plan.site.batteries.length === 0) return stored;
  const sinceMs = Math.max(Math.min(plan.storedAtMs, nowMs), plan.expected.startMs);
  simulate(
    plan.expected,
    plan.earlier,
    floorMinute(sinceMs),
    fromMs,
    (_, minutes, mode, pv, load) => {
      applyLimit(plant, mode, pv, load, stored, minutes);
    },
  );
  return stored;
}

function averages(
  plan: LocationPlan,
  plant: Plant,
  storedKwh: StoredKwh,
  controls: readonly PlannedControl[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Float64Array {
  const firstMs = floorQuarter(fromMs);
  const stored = [...storedKwh];
  const kw = new Float64Array(Math.ceil((toMs - firstMs) / QUARTER_MS));
  simulate(plan.expected, controls, fromMs, toMs, (ms, minutes, mode, pv, load) => {
    const part = Math.floor((ms - firstMs) / QUARTER_MS);
    const startMs = Math.max(fromMs, firstMs + part * QUARTER_MS);
    const endMs = Math.min(toMs, firstMs + (part + 1) * QUARTER_MS);
    const total = applyLimit(plant, mode, pv, load, stored, minutes);
    kw[part]! += (total * MINUTE_MS) / (endMs - startMs);
  });
  return kw;
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
): Effect {
  if (isControllable(plan.site)) return changed(plan, [...plan.earlier, control], control, nowMs);
  const { beforeKw } = changed(plan, plan.earlier, control, nowMs);
  return { beforeKw, afterKw: beforeKw.slice() };
}

/**
 * What ending one of the earlier controls at `window.fromMs` gives back at one location: as
 * `controlLocation`, with every earlier control (`beforeKw`) and with that one stopped (`afterKw`).
 */
export function cancelLocation(
  plan: LocationPlan,
  isCancelled: (control: PlannedControl) => boolean,
  window: { fromMs: number; toMs: number },
  nowMs: number,
): Effect {
  const kept = plan.earlier.map((control) =>
    isCancelled(control) ? { ...control, toMs: window.fromMs } : control,
  );
  return changed(plan, kept, window, nowMs);
}

/** Averages over the parts of a window with the earlier controls, and with others instead. */
function changed(
  plan: LocationPlan,
  controls: readonly PlannedControl[],
  window: { fromMs: number; toMs: number },
  nowMs: number,
): Effect {
  const plant = toPlant(plan.site);
  const stored = storedAtStart(plan, plant, window.fromMs, nowMs);
  const beforeKw = averages(plan, plant, stored, plan.earlier, window);
  if (controls === plan.earlier) return { beforeKw, afterKw: beforeKw };
  return { beforeKw, afterKw: averages(plan, plant, stored, controls, window) };
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

/** Energy the deltas amount to, in kWh to the watt-hour; positive is more net injection. */
export function energyKwh(effects: readonly ControlEffect[]): number {
  const hours = (effect: ControlEffect) =>
    (Date.parse(effect.time_to) - Date.parse(effect.time_from)) / HOUR_MS;
  return roundToWatt(effects.reduce((sum, effect) => sum + effect.delta * hours(effect), 0));
}
