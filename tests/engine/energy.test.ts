import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ControlType } from "../../lib/contract/index.ts";
import { floorQuarter, ispsTouched, MINUTE_MS, QUARTER_MS } from "../../service/engine/calendar.ts";
import { controlLocation } from "../../service/engine/control.ts";
import { controlAt, minutePlan, simulate, type PlannedControl } from "../../service/engine/plan.ts";
import { controls, NOON, QUARTERS, situations, type Situation } from "./sites.ts";

const END = NOON + QUARTERS * QUARTER_MS;
const follows = { controllable: fc.constant(true) };

/** Energy gained so far, in kWh, minute after minute, when a direction is held from noon on. */
function gained({ site, expected, storedKwh }: Situation, type: ControlType): number[] {
  const whole = [{ type, fromMs: NOON, toMs: END }];
  const before = simulate(site, expected, storedKwh, [], NOON, END).injectionKw;
  const after = simulate(site, expected, storedKwh, whole, NOON, END).injectionKw;
  let kwh = 0;
  return Array.from(after, (kw, minute) => (kwh += (kw - before[minute]!) / 60));
}

describe("energy over any beginning of a window, without earlier controls", () => {
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

  it("with ZERO_EXPORT every minute is the lower of itself and 0, and batteries end the same", () => {
    fc.assert(
      fc.property(situations(follows), ({ site, expected, storedKwh }) => {
        const zero = [{ type: "ZERO_EXPORT" as const, fromMs: NOON, toMs: END }];
        const before = simulate(site, expected, storedKwh, [], NOON, END);
        const after = simulate(site, expected, storedKwh, zero, NOON, END);
        for (const [minute, kw] of after.injectionKw.entries()) {
          expect(kw).toBeCloseTo(Math.min(0, before.injectionKw[minute]!), 4);
        }
        expect(after.storedKwh).toEqual(before.storedKwh);
      }),
      { numRuns: 60 },
    );
  });
});

/** The same question answered one minute after another, with nothing skipped. */
function minuteByMinute(
  { site, expected, storedKwh }: Situation,
  inForce: readonly PlannedControl[],
  { fromMs, toMs }: PlannedControl,
): number[] {
  const parts = ispsTouched(fromMs, toMs);
  const stored = [...storedKwh];
  const sums = parts.map(() => 0);
  for (let ms = NOON; ms < toMs; ms += MINUTE_MS) {
    const quarter = Math.floor((ms - NOON) / QUARTER_MS);
    const [pv, load] = [expected.pvKw[quarter]!, expected.loadKw[quarter]!];
    const { injectionKw } = minutePlan(site, controlAt(inForce, ms), pv, load, stored);
    const part = parts.findIndex((one) => floorQuarter(one.fromMs) === floorQuarter(ms));
    if (ms >= fromMs) sums[part]! += injectionKw;
  }
  return sums.map((sum, part) => (sum * MINUTE_MS) / (parts[part]!.toMs - parts[part]!.fromMs));
}

describe("the quick way to a control's results", () => {
  const agree = (mostBatteries: number) =>
    fc.assert(
      fc.property(
        situations({ mostBatteries }),
        fc.array(controls, { maxLength: 3 }),
        controls,
        (situation, earlier, ordered) => {
          const plan = { ...situation, storedAtMs: NOON, earlier };
          const { beforeKw, afterKw } = controlLocation(plan, ordered, NOON);
          const before = minuteByMinute(situation, earlier, ordered);
          const after = minuteByMinute(situation, [...earlier, ordered], ordered);
          expect(beforeKw).toHaveLength(before.length);
          for (const [part, kw] of before.entries()) expect(beforeKw[part]).toBeCloseTo(kw, 7);
          for (const [part, kw] of after.entries()) expect(afterKw[part]).toBeCloseTo(kw, 7);
        },
      ),
      { numRuns: 80 },
    );

  it("gives what every minute gives at sites without a battery", () => agree(0));
  it("gives what every minute gives at sites with batteries", () => agree(3));
});
