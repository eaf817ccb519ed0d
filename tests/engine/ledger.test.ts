import fc from "fast-check";
import { expect, it } from "vitest";
import { floorQuarter, getIspParts, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { cancelLocation, controlLocation, isControllable } from "../../service/engine/control.ts";
import { type LocationChange, type LocationPlan } from "../../service/engine/location-change.ts";
import { toSteps, type PlannedControl } from "../../service/engine/simulate-plan.ts";
import { applyLimit, applyRamp, toPlant } from "../../service/engine/site-model.ts";
import {
  battery,
  controls,
  NOON,
  QUARTERS,
  site,
  situations,
  steady,
  type Situation,
} from "./sites.ts";

const planOf = (
  { site, expected, storedKwh }: Situation,
  earlier: readonly PlannedControl[],
): LocationPlan => ({ site, expected, storedKwh, storedAtMs: NOON, earlier });

const DAYS = 4;

/** The situation's quarter-hours, over and over, for some days. */
const prolonged = (situation: Situation): Situation => {
  const times = Math.ceil((DAYS * 96) / QUARTERS);
  const repeat = (kw: Float32Array) =>
    Float32Array.from({ length: times * QUARTERS }, (_, i) => kw[i % QUARTERS]!);
  const { expected } = situation;
  return {
    ...situation,
    expected: { ...expected, pvKw: repeat(expected.pvKw), loadKw: repeat(expected.loadKw) },
  };
};

/** The change of a plan by quarter-hour from noon on, in kW × minutes. */
class Ledger {
  private readonly sums: number[];

  constructor(quarters: number) {
    this.sums = Array.from({ length: quarters }, () => 0);
  }

  addParts(kw: ArrayLike<number>, window: { fromMs: number; toMs: number }): void {
    for (const [i, { fromMs, toMs }] of getIspParts(window.fromMs, window.toMs).entries()) {
      const quarter = Math.floor((fromMs - NOON) / QUARTER_MS);
      this.sums[quarter]! += ((kw[i] ?? 0) * (toMs - fromMs)) / MINUTE_MS;
    }
  }

  /** Adds the change of a control or a cancellation, in its window and after it. */
  addChange(window: { fromMs: number; toMs: number }, change: LocationChange): void {
    const { beforeKw, afterKw, reboundKw, restated } = change;
    this.addParts(
      afterKw.map((kw, i) => kw - beforeKw[i]!),
      window,
    );
    const endMs = floorQuarter(window.toMs) + reboundKw.length * QUARTER_MS;
    if (reboundKw.length > 0) this.addParts(reboundKw, { fromMs: window.toMs, toMs: endMs });
    for (const [owner, kw] of restated) this.addParts(kw, owner);
  }

  /** Greatest difference to the change from one plan to another, in kW over a quarter-hour. */
  differenceKw(before: readonly number[], after: readonly number[]): number {
    return this.sums.reduce((most, sum, quarter) => {
      const difference = Math.abs(sum - (after[quarter]! - before[quarter]!)) / 15;
      return Math.max(most, difference);
    }, 0);
  }
}

/** Injection added up over the minutes of each quarter-hour, in kW × minutes. */
function planOver(situation: Situation, inForce: readonly PlannedControl[]): number[] {
  const quarters = situation.expected.pvKw.length;
  const toMs = NOON + quarters * QUARTER_MS;
  const sums = Array.from({ length: quarters }, () => 0);
  const plant = toPlant(situation.site);
  const stored = [...situation.storedKwh];
  const window = { fromMs: NOON, toMs, ramps: true };
  for (const { fromMs, ramp, mode, minutes } of toSteps(inForce, window)) {
    const quarter = Math.floor((fromMs - NOON) / QUARTER_MS);
    const [pvKw, loadKw] = [situation.expected.pvKw[quarter]!, situation.expected.loadKw[quarter]!];
    sums[quarter]! += ramp
      ? applyRamp(plant, ramp, mode, pvKw, loadKw, stored)
      : applyLimit(plant, mode, pvKw, loadKw, stored, minutes);
  }
  return sums;
}

const ramps = fc.constantFrom(undefined, [0.35, 0.85] as const, [0, 1] as const, [0.6, 1] as const);

/** Sites with batteries, whose devices need up to two minutes, or none. */
const anySituation = fc
  .tuple(situations({ leastBatteries: 1 }), ramps, ramps)
  .map(([situation, ofPanels, ofBatteries]): Situation => {
    const { site } = situation;
    const panels = site.panels.map((one) => (ofPanels ? { ...one, ramp: ofPanels } : one));
    const batteries = site.batteries.map((one) =>
      ofBatteries ? { ...one, ramp: ofBatteries } : one,
    );
    return prolonged({ ...situation, site: { ...site, panels, batteries } });
  });

it("restated deltas and rebounds of 1,000 overlapping controls' cases add up to the change of the plan", () => {
  fc.assert(
    fc.property(
      anySituation,
      fc.array(controls, { minLength: 1, maxLength: 5 }),
      (situation, accepted) => {
        const ledger = new Ledger(situation.expected.pvKw.length);
        accepted.forEach((control, i) => {
          const plan = planOf(situation, accepted.slice(0, i));
          ledger.addChange(control, controlLocation(plan, control, NOON));
        });
        const [first, last] = [planOver(situation, []), planOver(situation, accepted)];
        if (!isControllable(situation.site)) return;
        expect(ledger.differenceKw(first, last)).toBeLessThanOrEqual(0.01);
      },
    ),
    { numRuns: 1_000 },
  );
});

it("the reversed energy of a cancellation equals what was planned and no longer happens", () => {
  fc.assert(
    fc.property(
      anySituation,
      fc.array(controls, { minLength: 1, maxLength: 4 }),
      fc.nat(3),
      fc.integer({ min: 0, max: 200 }),
      (situation, accepted, which, minute) => {
        const cancelled = accepted[which % accepted.length]!;
        const fromMs = Math.min(cancelled.fromMs + minute * MINUTE_MS, cancelled.toMs - MINUTE_MS);
        const window = { fromMs, toMs: cancelled.toMs };
        const isIt = (control: PlannedControl) => control === cancelled;
        const ledger = new Ledger(situation.expected.pvKw.length);
        ledger.addChange(window, cancelLocation(planOf(situation, accepted), isIt, window, NOON));
        const kept = accepted.map((one) => (isIt(one) ? { ...one, toMs: fromMs } : one));
        const [first, last] = [planOver(situation, accepted), planOver(situation, kept)];
        expect(ledger.differenceKw(first, last)).toBeLessThanOrEqual(0.01);
      },
    ),
    { numRuns: 500 },
  );
});

it("books the loss of an older control to it, not to the newer one's rebound", () => {
  const situation = prolonged({
    site: site({ panels: [], batteries: [battery({ capacityKwh: 6, powerKw: 5 })] }),
    expected: steady(0, 1, NOON, QUARTERS),
    storedKwh: [1],
  });
  const hour = (from: number): PlannedControl => ({
    type: "MAX_CONSUMPTION",
    fromMs: NOON + from * 60 * MINUTE_MS,
    toMs: NOON + (from + 1) * 60 * MINUTE_MS,
  });
  const [older, newer] = [hour(1), hour(0)];
  const { restated } = controlLocation(planOf(situation, [older]), newer, NOON);
  const lostKw = restated.get(older)!;
  expect([...lostKw].every((kw) => kw >= 0)).toBe(true);
  expect(lostKw.reduce((sum, kw) => sum + kw / 4, 0)).toBeGreaterThan(1);
});

it("shows that a charged battery gives back after the window, until the plans agree", () => {
  const situation = prolonged({
    site: site({ panels: [], batteries: [battery()] }),
    expected: steady(0, 1, NOON, QUARTERS),
    storedKwh: [1],
  });
  const control: PlannedControl = {
    type: "MAX_CONSUMPTION",
    fromMs: NOON,
    toMs: NOON + 60 * MINUTE_MS,
  };
  const { reboundKw } = controlLocation(planOf(situation, []), control, NOON);
  const kwh = reboundKw.reduce((sum, kw) => sum + kw / 4, 0);
  expect(kwh).toBeCloseTo(5 * 0.95 * 0.95, 1);
  expect(reboundKw.length).toBeLessThan(96);
});
