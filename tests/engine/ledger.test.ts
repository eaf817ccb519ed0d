import fc from "fast-check";
import { expect, it } from "vitest";
import { getIspParts, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import {
  cancelLocation,
  controlLocation,
  type LocationPlan,
} from "../../service/engine/control.ts";
import type { PlannedControl } from "../../service/engine/simulate-plan.ts";
import { byMinute } from "./by-minute.ts";
import { controls, NOON, QUARTERS, situations, type Situation } from "./sites.ts";

const followed = { controllable: fc.constant(true) };
const END = NOON + QUARTERS * QUARTER_MS;

const planOf = (
  { site, expected, storedKwh }: Situation,
  earlier: readonly PlannedControl[],
): LocationPlan => ({ site, expected, storedKwh, storedAtMs: NOON, earlier });

/** Injection added up over whole minutes in kW × minutes, quarter-hour by quarter-hour. */
function perQuarter(situation: Situation, inForce: readonly PlannedControl[]): number[] {
  const { injectionKw } = byMinute(situation, inForce, NOON, END);
  return Array.from({ length: QUARTERS }, (_, quarter) =>
    injectionKw.slice(quarter * 15, quarter * 15 + 15).reduce((sum, kw) => sum + kw, 0),
  );
}

/** Adds the deltas of a window to the quarter-hours it touches, in kW × minutes. */
function addDeltas(
  sums: number[],
  window: { fromMs: number; toMs: number },
  kw: { beforeKw: Float64Array; afterKw: Float64Array },
): void {
  for (const [i, { fromMs, toMs }] of getIspParts(window.fromMs, window.toMs).entries()) {
    const quarter = Math.floor((fromMs - NOON) / QUARTER_MS);
    sums[quarter]! += ((kw.afterKw[i]! - kw.beforeKw[i]!) * (toMs - fromMs)) / MINUTE_MS;
  }
}

/** A window that lasts to the end: what a battery gave early is then missing within the window. */
const toTheEnd = controls.map((control) => ({ ...control, toMs: END }));

it("deltas of overlapping controls add up to the total change of the plan", () => {
  fc.assert(
    fc.property(
      situations(followed),
      fc.array(toTheEnd, { minLength: 1, maxLength: 4 }),
      (situation, accepted) => {
        const sums = Array.from({ length: QUARTERS }, () => 0);
        accepted.forEach((control, i) => {
          const kw = controlLocation(planOf(situation, accepted.slice(0, i)), control, NOON);
          addDeltas(sums, control, kw);
        });
        const before = perQuarter(situation, []);
        const after = perQuarter(situation, accepted);
        sums.forEach((sum, quarter) =>
          expect(sum).toBeCloseTo(after[quarter]! - before[quarter]!, 5),
        );
      },
    ),
    { numRuns: 150 },
  );
});

it("the reversed energy of a cancellation equals what was planned and no longer happens", () => {
  fc.assert(
    fc.property(
      situations(followed),
      fc.array(toTheEnd, { minLength: 1, maxLength: 3 }),
      fc.nat(2),
      fc.integer({ min: 1, max: QUARTERS * 15 - 1 }),
      (situation, accepted, which, minute) => {
        const cancelled = accepted[which % accepted.length]!;
        const fromMs = Math.max(cancelled.fromMs, NOON + minute * MINUTE_MS);
        const window = { fromMs, toMs: END };
        const isIt = (control: PlannedControl) => control === cancelled;
        const plan = planOf(situation, accepted);
        const sums = Array.from({ length: QUARTERS }, () => 0);
        addDeltas(sums, window, cancelLocation(plan, isIt, window, NOON));
        const kept = accepted.map((one) => (isIt(one) ? { ...one, toMs: fromMs } : one));
        const before = perQuarter(situation, accepted);
        const after = perQuarter(situation, kept);
        sums.forEach((sum, quarter) =>
          expect(sum).toBeCloseTo(after[quarter]! - before[quarter]!, 5),
        );
      },
    ),
    { numRuns: 150 },
  );
});
