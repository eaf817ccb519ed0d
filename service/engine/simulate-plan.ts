import type { ControlType } from "../../lib/contract/index.ts";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { getInjectionKw, toPlant, settle } from "./site-model.ts";
import type { Series, Site } from "./site.ts";

/** A control of one location, `[fromMs, toMs)`. Lists of them are in order of acceptance. */
export interface PlannedControl {
  type: ControlType;
  fromMs: number;
  toMs: number;
}

/** A minute of a site in kW: net injection, panels after curtailment, batteries' AC output. */
export interface Minute {
  injectionKw: number;
  pvKw: number;
  batteryKw: number;
}

/** The control in force: the newest accepted one that runs at this minute, else none. */
export function activeControl<C extends PlannedControl>(
  controls: readonly C[],
  minuteMs: number,
): C | null {
  for (let index = controls.length - 1; index >= 0; index--) {
    const control = controls[index]!;
    if (control.fromMs <= minuteMs && minuteMs < control.toMs) return control;
  }
  return null;
}

/**
 * One minute of a site with `pvKw` available and `loadKw` drawn, in kW. `storedKwh` becomes the
 * energy at the end of the minute. Batteries give when positive, take when negative.
 */
export function minutePlan(
  site: Site,
  mode: ControlType | null,
  pvKw: number,
  loadKw: number,
  storedKwh: number[],
): Minute {
  const plant = toPlant(site);
  const injectionKw = getInjectionKw(plant, mode, pvKw, loadKw, storedKwh);
  settle(plant, storedKwh, 1);
  const batteryKw = plant.outputKw.reduce((sum, outputKw) => sum + outputKw, 0);
  return { injectionKw, pvKw: plant.pvKw, batteryKw };
}

function nextChange(controls: readonly PlannedControl[], ms: number, toMs: number): number {
  let next = toMs;
  for (const control of controls) {
    if (control.fromMs > ms && control.fromMs < next) next = control.fromMs;
    if (control.toMs > ms && control.toMs < next) next = control.toMs;
  }
  return next;
}

/** A stretch of time over which panels, load (kW, NaN when not expected) and direction stay. */
type Visit = (
  fromMs: number,
  minutes: number,
  mode: ControlType | null,
  pvKw: number,
  loadKw: number,
) => void;

function walkQuarters(
  expected: Series,
  mode: ControlType | null,
  fromMs: number,
  toMs: number,
  visit: Visit,
): void {
  let quarter = Math.floor((fromMs - expected.startMs) / QUARTER_MS);
  for (let ms = fromMs; ms < toMs; quarter++) {
    const untilMs = Math.min(toMs, expected.startMs + (quarter + 1) * QUARTER_MS);
    const pvKw = expected.pvKw[quarter] ?? NaN;
    const loadKw = expected.loadKw[quarter] ?? NaN;
    visit(ms, (untilMs - ms) / MINUTE_MS, mode, pvKw, loadKw);
    ms = untilMs;
  }
}

/** Visits `[fromMs, toMs)`, whole minutes, oldest first, cut at quarter-hours and at controls. */
export function simulate(
  expected: Series,
  controls: readonly PlannedControl[],
  fromMs: number,
  toMs: number,
  visit: Visit,
): void {
  const near = controls.filter((control) => control.fromMs < toMs && control.toMs > fromMs);
  for (let ms = fromMs; ms < toMs;) {
    const untilMs = nextChange(near, ms, toMs);
    walkQuarters(expected, activeControl(near, ms)?.type ?? null, ms, untilMs, visit);
    ms = untilMs;
  }
}
