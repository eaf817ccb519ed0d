import type { ControlType } from "../../lib/contract/index.ts";
import { floorQuarter, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { applyRamp, getInjectionKw, settle, type Plant, type RampMinute } from "./site-model.ts";

/** A control of one location, `[fromMs, toMs)`. Lists of them are in order of acceptance. */
export interface PlannedControl {
  type: ControlType;
  fromMs: number;
  toMs: number;
  /** The parts of its window in which it is not in force at this location. */
  except?: readonly { fromMs: number; toMs: number }[];
}

/**
 * A minute of a site in kW: net injection, panels after curtailment, AC output of the batteries.
 */
export interface Minute {
  injectionKw: number;
  pvKw: number;
  batteryKw: number;
}

const contains = ({ fromMs, toMs }: { fromMs: number; toMs: number }, ms: number): boolean =>
  fromMs <= ms && ms < toMs;

/** Whether this minute is in the window of a control at its location, if a newer one is in force as well. */
export const isRunning = (control: PlannedControl, minuteMs: number): boolean =>
  contains(control, minuteMs) && !control.except?.some((part) => contains(part, minuteMs));

/** The control in force in this minute: the newest accepted one, if any. */
export function activeControl<C extends PlannedControl>(
  controls: readonly C[],
  minuteMs: number,
): C | null {
  for (let index = controls.length - 1; index >= 0; index--) {
    const control = controls[index]!;
    if (isRunning(control, minuteMs)) return control;
  }
  return null;
}

/**
 * Simulates one minute of a plant with `pvKw` available and `loadKw` drawn, in kW. `storedKwh`
 * becomes the energy at the end of the minute. Batteries discharge when positive, charge when
 * negative.
 */
export function minutePlan(
  plant: Plant,
  mode: ControlType | null,
  pvKw: number,
  loadKw: number,
  storedKwh: number[],
  ramp: RampMinute | null = null,
): Minute {
  const injectionKw = ramp
    ? applyRamp(plant, ramp, mode, pvKw, loadKw, storedKwh)
    : getInjectionKw(plant, mode, pvKw, loadKw, storedKwh);
  if (!ramp) settle(plant, storedKwh, 1);
  const batteryKw = plant.outputKw.reduce((sum, outputKw) => sum + outputKw, 0);
  return { injectionKw, pvKw: plant.pvKw, batteryKw };
}

function nextChange(controls: readonly PlannedControl[], ms: number, toMs: number): number {
  let next = toMs;
  const visit = ({ fromMs, toMs: endMs }: { fromMs: number; toMs: number }) => {
    if (fromMs > ms && fromMs < next) next = fromMs;
    if (endMs > ms && endMs < next) next = endMs;
  };
  for (const control of controls) {
    visit(control);
    control.except?.forEach(visit);
  }
  return next;
}

/** Minutes of one quarter-hour in which one direction is in force. */
export interface Step {
  fromMs: number;
  minutes: number;
  mode: ControlType | null;
  /** Set in the first two minutes after a change of direction; each is a separate step. */
  ramp: RampMinute | null;
}

/** Minutes until the slowest devices reach a setpoint. */
export const RAMP_MINUTES = 2;

/** The direction in a minute, and its position in the ramp. */
export function directionAt(controls: readonly PlannedControl[], ms: number) {
  const modeAt = (back: number) => activeControl(controls, ms - back * MINUTE_MS)?.type ?? null;
  const [mode, before, earlier] = [modeAt(0), modeAt(1), modeAt(2)];
  if (before !== mode) return { mode, ramp: { from: before, minute: 0 as const } };
  if (earlier !== mode) return { mode, ramp: { from: earlier, minute: 1 as const } };
  return { mode, ramp: null };
}

/**
 * The steps of `[fromMs, toMs)`, whole minutes, oldest first: split at quarter-hours and controls, and
 * with `ramps` at the first two minutes after each change of direction.
 */
export function toSteps(
  controls: readonly PlannedControl[],
  { fromMs, toMs, ramps = false }: { fromMs: number; toMs: number; ramps?: boolean },
): Step[] {
  const sinceMs = fromMs - RAMP_MINUTES * MINUTE_MS;
  const near = controls.filter((control) => control.fromMs < toMs && control.toMs > sinceMs);
  const steps: Step[] = [];
  for (let ms = fromMs; ms < toMs;) {
    const { mode, ramp } = ramps
      ? directionAt(near, ms)
      : { mode: activeControl(near, ms)?.type ?? null, ramp: null };
    const endMs = ramp ? ms + MINUTE_MS : nextChange(near, ms, toMs);
    while (ms < endMs) {
      const untilMs = Math.min(endMs, floorQuarter(ms) + QUARTER_MS);
      steps.push({ fromMs: ms, minutes: (untilMs - ms) / MINUTE_MS, mode, ramp });
      ms = untilMs;
    }
  }
  return steps;
}
