import { sumEffectsKwh } from "../../lib/energy/energy.ts";
import type { ControlEffect, ControlShift } from "../../lib/contract/index.ts";
import type { IspPart } from "../../lib/time/amsterdam.ts";
import type { Window } from "./course.ts";
import { WindowChanges, type LocationChange, type LocationPlan } from "./location-change.ts";
import { coversAll } from "./preferences.ts";
import type { PlannedControl } from "./simulate-plan.ts";
import { controllableDevices } from "./site-model.ts";
import type { Site } from "./site.ts";

/** kW, or kWh, to three decimals; never −0. */
export const roundToWatt = (kw: number) => Math.round(kw * 1000) / 1000 + 0;

/** Whether a site has controllable panels or batteries. */
export const isControllable = (site: Site): boolean => controllableDevices(site) > 0;

/**
 * What a control changes at one location: the average net injection in kW over each part of its
 * window (see `ispsTouched`), with every earlier control (`beforeKw`) and with this one on top
 * (`afterKw`), and the change after it. NaN where the expected series is silent.
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
export const controlLocation = (
  plan: LocationPlan,
  control: PlannedControl,
  nowMs: number,
): LocationChange =>
  new WindowChanges(control, nowMs).compute(
    plan,
    isAddressed(plan.site, control) ? [...plan.earlier, control] : plan.earlier,
  );

/** Whether a control changes anything at a site: it is controllable, and not excluded. */
export const isAddressed = (site: Site, control: PlannedControl): boolean =>
  isControllable(site) && !isExcluded(control);

/** Whether a control is not in force in any part of its window. */
export const isExcluded = ({ fromMs, toMs, except }: PlannedControl): boolean =>
  except !== undefined && coversAll({ fromMs, toMs }, except);

/** These controls, of which some are stopped at a moment. */
export const stopControls = <C extends PlannedControl>(
  controls: readonly C[],
  isStopped: (control: C) => boolean,
  atMs: number,
): C[] => controls.map((control) => (isStopped(control) ? { ...control, toMs: atMs } : control));

/**
 * What ending one of the earlier controls at `window.fromMs` reverses at one location: as
 * `controlLocation`, with every earlier control (`beforeKw`) and with that one stopped (`afterKw`).
 */
export const cancelLocation = (
  plan: LocationPlan,
  isCancelled: (control: PlannedControl) => boolean,
  window: Window,
  nowMs: number,
): LocationChange =>
  new WindowChanges(window, nowMs).compute(
    plan,
    stopControls(plan.earlier, isCancelled, window.fromMs),
  );

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
