import {
  DAY_MS,
  floorMinute,
  floorQuarter,
  getIspParts,
  HOUR_MS,
  MINUTE_MS,
  QUARTER_MS,
} from "../../lib/time/amsterdam.ts";
import { AftermathSums, NO_AFTERMATH, type Aftermath } from "./aftermath.ts";
import { Course, type PlacedStep, type Window } from "./course.ts";
import { RAMP_MINUTES, type PlannedControl } from "./simulate-plan.ts";
import { getPanelsInjectionKw } from "./panels-injection.ts";
import { applyLimit, applyRamp, toPlant, type Plant } from "./site-model.ts";
import type { Series, Site, StoredKwh } from "./site.ts";

/** The state of a location for planning a control; `earlier` in order of acceptance. */
export interface LocationPlan {
  site: Site;
  /** The plant of the site, if it was made before. */
  plant?: Plant;
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

/** The changes a control makes in the plan of a location, in its window and after it. */
export type LocationChange = Effect & Aftermath;

/**
 * Maximum time after its window over which a control's effect is computed: the forecast horizon.
 */
export const AFTERMATH_MS = 7 * DAY_MS;
/** The series after a window is made in pieces: most batteries converge within one or two. */
const PIECE_MS = 4 * HOUR_MS;
/** Batteries whose energy differs by less, in kWh, count as equal. */
const SAME_KWH = 1e-6;

const endOf = ({ startMs, pvKw }: Series): number => startMs + pvKw.length * QUARTER_MS;

/** The number of the quarter-hour since 1970 with which a series starts. */
const firstQuarter = ({ startMs }: Series): number => startMs / QUARTER_MS;

/**
 * Simulates a step; returns net injection in kW × minutes and changes `storedKwh`. `first` is the
 * `firstQuarter` of the series.
 */
function runStep(
  plant: Plant,
  step: PlacedStep,
  expected: Series,
  first: number,
  storedKwh: number[],
): number {
  const quarter = step.quarter - first;
  const pvKw = expected.pvKw[quarter] ?? NaN;
  const loadKw = expected.loadKw[quarter] ?? NaN;
  return step.ramp
    ? applyRamp(plant, step.ramp, step.mode, pvKw, loadKw, storedKwh)
    : applyLimit(plant, step.mode, pvKw, loadKw, storedKwh, step.minutes);
}

/** As `runStep` for each step at a site without batteries and ramps; adds the averages over the intervals to `kw`. */
function runPanels(
  plant: Plant,
  steps: readonly PlacedStep[],
  { pvKw, loadKw }: Series,
  first: number,
  kw: Float64Array,
): void {
  for (let i = 0; i < steps.length; i++) {
    const { mode, quarter, minutes, part, partMs } = steps[i]!;
    const at = quarter - first;
    const injectionKw = getPanelsInjectionKw(plant, mode, pvKw[at] ?? NaN, loadKw[at] ?? NaN);
    kw[part]! += (injectionKw * minutes * MINUTE_MS) / partMs;
  }
}

/** So many lists of controls are remembered. */
const MAX_COURSES = 10_000;

/**
 * Computes changes of the controls in a window, at one location after another. A result is valid
 * until the next call, because its arrays are used again.
 *
 * The batteries are carried from their last reading, or from now when that reading claims to be
 * later, to the start of the window through the plan in force; both plans then run from there, in
 * the window and after it until they agree, which takes a day if batteries fill or empty in that
 * time. After the window, changes in minutes of an earlier control restate that control's plan; the
 * others are a rebound.
 */
export class WindowChanges {
  private readonly beforeKw: Float64Array;
  private readonly afterKw: Float64Array;
  private readonly before: number[] = [];
  private readonly after: number[] = [];
  private readonly sums: AftermathSums;
  private courses = new Map<readonly PlannedControl[], Course[]>();

  constructor(
    private readonly window: Window,
    private readonly nowMs: number,
  ) {
    const parts = getIspParts(window.fromMs, window.toMs).length;
    [this.beforeKw, this.afterKw] = [new Float64Array(parts), new Float64Array(parts)];
    this.sums = new AftermathSums(window.toMs);
  }

  /**
   * The change from a location's earlier controls to others. Locations with the same list of others
   * have the same list of earlier ones.
   */
  compute(plan: LocationPlan, controls: readonly PlannedControl[]): LocationChange {
    const { beforeKw, afterKw, before, after } = this;
    const plant = plan.plant ?? toPlant(plan.site);
    const course = this.courseOf(plan.earlier, controls, plant);
    this.carryStored(plan, plant, course);
    this.run(plant, course.before, plan.expected, before, beforeKw);
    if (controls === plan.earlier) {
      afterKw.set(beforeKw);
      return { beforeKw, afterKw, ...NO_AFTERMATH };
    }
    this.run(plant, course.after, plan.expected, after, afterKw);
    this.followOn(plan, plant, course);
    const { reboundKw, restated } = this.sums.averages();
    return { beforeKw, afterKw, reboundKw, restated };
  }

  private courseOf(
    earlier: readonly PlannedControl[],
    controls: readonly PlannedControl[],
    { ramps, batteries }: Plant,
  ): Course {
    const { window } = this;
    let variants = this.courses.get(controls);
    if (!variants) {
      if (this.courses.size === MAX_COURSES) this.courses.clear();
      this.courses.set(controls, (variants = []));
    }
    const hasRamps = ramps !== null;
    const hasBatteries = batteries.length > 0;
    const afterMs = hasBatteries ? AFTERMATH_MS : hasRamps ? RAMP_MINUTES * MINUTE_MS : 0;
    const options = { window, ramps: hasRamps, limitMs: window.toMs + afterMs };
    return (variants[2 * Number(hasRamps) + Number(hasBatteries)] ??= new Course(
      earlier,
      controls,
      options,
    ));
  }

  /** The energy of the batteries at the start of the window. */
  private carryStored(plan: LocationPlan, plant: Plant, course: Course): void {
    const { before, after } = this;
    const { storedKwh, expected } = plan;
    before.length = after.length = storedKwh.length;
    for (let i = 0; i < storedKwh.length; i++) before[i] = storedKwh[i]!;
    if (plant.batteries.length > 0) {
      const sinceMs = Math.max(Math.min(plan.storedAtMs, this.nowMs), expected.startMs);
      const steps = course.leadIn(floorMinute(sinceMs));
      const first = firstQuarter(expected);
      for (let i = 0; i < steps.length; i++) runStep(plant, steps[i]!, expected, first, before);
    }
    for (let i = 0; i < before.length; i++) after[i] = before[i]!;
  }

  /** Averages over each interval of the window in kW; `storedKwh` becomes the energy at its end. */
  private run(
    plant: Plant,
    steps: readonly PlacedStep[],
    expected: Series,
    storedKwh: number[],
    kw: Float64Array,
  ): void {
    kw.fill(0);
    const first = firstQuarter(expected);
    if (plant.batteries.length === 0 && !plant.ramps) runPanels(plant, steps, expected, first, kw);
    else
      for (let i = 0; i < steps.length; i++) {
        const step = steps[i]!;
        kw[step.part]! +=
          (runStep(plant, step, expected, first, storedKwh) * MINUTE_MS) / step.partMs;
      }
  }

  /** The change after the window in each quarter-hour, until both plans agree. */
  private followOn(plan: LocationPlan, plant: Plant, course: Course): void {
    const { before, after, sums } = this;
    const { toMs } = this.window;
    const { limitMs } = course.options;
    let { expected } = plan;
    sums.clear();
    for (let [ms, number] = [toMs, 0]; ms < limitMs; number++) {
      const quarter = course.quarterAfter(number);
      if (quarter.untilMs > endOf(expected)) {
        const pieceMs = Math.min(limitMs, floorQuarter(ms) + PIECE_MS);
        expected = plan.expectedFrom?.(floorQuarter(ms), pieceMs) ?? expected;
        if (quarter.untilMs > endOf(expected)) break;
      }
      const first = firstQuarter(expected);
      for (let i = 0; i < quarter.before.length; i++)
        sums.add(quarter.before[i]!, -runStep(plant, quarter.before[i]!, expected, first, before));
      for (let i = 0; i < quarter.after.length; i++)
        sums.add(quarter.after[i]!, runStep(plant, quarter.after[i]!, expected, first, after));
      ms = quarter.untilMs;
      if (isSame(before, after) && ms >= toMs + RAMP_MINUTES * MINUTE_MS) break;
    }
  }
}

function isSame(before: readonly number[], after: readonly number[]): boolean {
  for (let i = 0; i < before.length; i++)
    if (!(Math.abs(before[i]! - after[i]!) < SAME_KWH)) return false;
  return true;
}
