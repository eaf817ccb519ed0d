import { floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { activeControl, toSteps, type PlannedControl, type Step } from "./simulate-plan.ts";

/** A period in ms, `[fromMs, toMs)`. */
export interface Window {
  fromMs: number;
  toMs: number;
}

/** A step of a plan, and the interval that its result counts in. */
export interface PlacedStep extends Step {
  /** The number of its quarter-hour since 1970. */
  quarter: number;
  /** The number of the interval, from the start of the window or of the period after it. */
  part: number;
  partMs: number;
  /** After the window, the earlier control in force, whose intervals count instead. */
  owner: PlannedControl | null;
}

function toPlacedStep(
  step: Step,
  { fromMs, toMs }: Window,
  owner: PlannedControl | null,
): PlacedStep {
  const firstMs = floorQuarter(fromMs);
  const part = Math.floor((step.fromMs - firstMs) / QUARTER_MS);
  const startMs = Math.max(fromMs, firstMs + part * QUARTER_MS);
  const endMs = Math.min(toMs, firstMs + (part + 1) * QUARTER_MS);
  const { fromMs: ms, minutes, mode, ramp } = step;
  const quarter = floorQuarter(ms) / QUARTER_MS;
  return { fromMs: ms, minutes, mode, ramp, quarter, part, partMs: endMs - startMs, owner };
}

/** A quarter-hour after a window, or a part of one, in both plans. */
interface QuarterAfter {
  untilMs: number;
  before: readonly PlacedStep[];
  after: readonly PlacedStep[];
}

/** What the steps of a plan depend on, besides its controls. */
interface CourseOptions {
  window: Window;
  /** Whether devices need time to follow. */
  ramps: boolean;
  /** The end of the time after the window in which the plans may differ. */
  limitMs: number;
}

/**
 * The steps of two plans of a site, with the earlier controls and with others, from before a window
 * until after it. Sites with the same controls share it.
 */
export class Course {
  readonly before: readonly PlacedStep[];
  readonly after: readonly PlacedStep[];
  private readonly leadIns = new Map<number, readonly PlacedStep[]>();
  private readonly quarters: QuarterAfter[] = [];

  constructor(
    private readonly earlier: readonly PlannedControl[],
    private readonly controls: readonly PlannedControl[],
    readonly options: CourseOptions,
  ) {
    this.before = this.stepsIn(earlier, options.window);
    this.after = this.stepsIn(controls, options.window);
  }

  private stepsIn(controls: readonly PlannedControl[], { fromMs, toMs }: Window): PlacedStep[] {
    const { window, ramps } = this.options;
    return toSteps(controls, { fromMs, toMs, ramps }).map((step) =>
      toPlacedStep(step, window, null),
    );
  }

  /** The plan in force from a minute to the start of the window. */
  leadIn(sinceMs: number): readonly PlacedStep[] {
    const cached = this.leadIns.get(sinceMs);
    if (cached) return cached;
    const steps = this.stepsIn(this.earlier, { fromMs: sinceMs, toMs: this.options.window.fromMs });
    this.leadIns.set(sinceMs, steps);
    return steps;
  }

  /** A quarter-hour after the window, from 0: the rest of the one in which the window ends. */
  quarterAfter(number: number): QuarterAfter {
    const cached = this.quarters[number];
    if (cached) return cached;
    const { window, limitMs } = this.options;
    const fromMs = Math.max(window.toMs, floorQuarter(window.toMs) + number * QUARTER_MS);
    const untilMs = Math.min(limitMs, floorQuarter(fromMs) + QUARTER_MS);
    const [before, after] = [this.earlier, this.controls].map((controls) =>
      this.stepsAfter(controls, { fromMs, toMs: untilMs }),
    ) as [PlacedStep[], PlacedStep[]];
    const quarter = { untilMs, before, after };
    this.quarters[number] = quarter;
    return quarter;
  }

  private stepsAfter(controls: readonly PlannedControl[], { fromMs, toMs }: Window): PlacedStep[] {
    const { window, ramps } = this.options;
    const following = { fromMs: window.toMs, toMs: Infinity };
    return toSteps(controls, { fromMs, toMs, ramps }).map((step) => {
      const owner = activeControl(this.earlier, step.fromMs);
      return toPlacedStep(step, owner ?? following, owner);
    });
  }
}
