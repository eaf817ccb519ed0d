import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ControlType } from "../../lib/contract/index.ts";
import { getIspParts, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { controlLocation } from "../../service/engine/control.ts";
import type { PlannedControl } from "../../service/engine/simulate-plan.ts";
import { byMinute } from "./minute-simulation.ts";
import { controls, NOON, QUARTERS, situations, type Situation } from "./sites.ts";

const END = NOON + QUARTERS * QUARTER_MS;
const follows = { controllable: fc.constant(true) };

/** Cumulative energy in kWh per minute, with a direction in force from noon on. */
function gained(situation: Situation, type: ControlType): number[] {
  const whole = [{ type, fromMs: NOON, toMs: END }];
  const before = byMinute(situation, [], NOON, END).injectionKw;
  const after = byMinute(situation, whole, NOON, END).injectionKw;
  let kwh = 0;
  return after.map((kw, minute) => (kwh += (kw - before[minute]!) / 60));
}

describe("energy over any prefix of a window, without earlier controls", () => {
  const never = (of: fc.Arbitrary<Situation>, type: ControlType, check: (kwh: number[]) => void) =>
    fc.assert(
      fc.property(of, (situation) => void check(gained(situation, type))),
      { numRuns: 200 },
    );
  const less = (kwh: number[]) => expect(Math.min(...kwh)).toBeGreaterThan(-1e-4);
  const more = (kwh: number[]) => expect(Math.max(...kwh)).toBeLessThan(1e-4);
  const unlimited = situations().map((situation) => ({
    ...situation,
    site: { ...situation.site, connectionLimitKw: null },
  }));
  const panelsFollow = situations({ panelsControllable: fc.constant(true) });

  it("is never less with MAX_PRODUCTION where no connection limit is known", () =>
    never(unlimited, "MAX_PRODUCTION", less));
  it("is never less with MAX_PRODUCTION where panels hold the connection limit", () =>
    never(panelsFollow, "MAX_PRODUCTION", less));
  it("is never more with MAX_CONSUMPTION where all panels follow", () =>
    never(panelsFollow, "MAX_CONSUMPTION", more));

  it("with ZERO_EXPORT every minute is the minimum of itself and 0, and batteries end the same", () => {
    fc.assert(
      fc.property(situations(follows), (situation) => {
        const zero = [{ type: "ZERO_EXPORT" as const, fromMs: NOON, toMs: END }];
        const before = byMinute(situation, [], NOON, END);
        const after = byMinute(situation, zero, NOON, END);
        for (const [minute, kw] of after.injectionKw.entries()) {
          expect(kw).toBeCloseTo(Math.min(0, before.injectionKw[minute]!), 4);
        }
        expect(after.storedKwh).toEqual(before.storedKwh);
      }),
      { numRuns: 60 },
    );
  });
});

/** The averages over a control's window, computed from every minute. */
function averages(
  situation: Situation,
  inForce: readonly PlannedControl[],
  { fromMs, toMs }: PlannedControl,
): number[] {
  const parts = getIspParts(fromMs, toMs);
  const { injectionKw } = byMinute(situation, inForce, NOON, toMs);
  const minuteOf = (ms: number) => (ms - NOON) / MINUTE_MS;
  return parts.map((part) => {
    const minutes = injectionKw.slice(minuteOf(part.fromMs), minuteOf(part.toMs));
    return minutes.reduce((sum, kw) => sum + kw, 0) / minutes.length;
  });
}

describe("the fast path for a control's results", () => {
  const agree = (mostBatteries: number) =>
    fc.assert(
      fc.property(
        situations({ mostBatteries }),
        fc.array(controls, { maxLength: 3 }),
        controls,
        (situation, earlier, ordered) => {
          const plan = { ...situation, storedAtMs: NOON, earlier };
          const { beforeKw, afterKw } = controlLocation(plan, ordered, NOON);
          const before = averages(situation, earlier, ordered);
          const after = averages(situation, [...earlier, ordered], ordered);
          expect(beforeKw).toHaveLength(before.length);
          for (const [part, kw] of before.entries()) expect(beforeKw[part]).toBeCloseTo(kw, 7);
          for (const [part, kw] of after.entries()) expect(afterKw[part]).toBeCloseTo(kw, 7);
        },
      ),
      { numRuns: 2_000 },
    );

  it("equals the per-minute simulation at sites without a battery", () => agree(0));
  it("equals the per-minute simulation at sites with batteries", () => agree(3));
});
