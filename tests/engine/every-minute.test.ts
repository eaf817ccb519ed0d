import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ControlType } from "../../lib/contract/index.ts";
import { minutePlan } from "../../service/engine/simulate-plan.ts";
import { toPlant } from "../../service/engine/site-model.ts";
import type { Site } from "../../service/engine/site.ts";
import { controlTypes, QUARTERS, situations } from "./sites.ts";

describe("every minute of every site", () => {
  const minutes = situations().chain((situation) =>
    fc.record({
      situation: fc.constant(situation),
      quarter: fc.integer({ min: 0, max: QUARTERS - 1 }),
    }),
  );
  const each = (check: (of: Site, pv: number, load: number, stored: number[]) => void) =>
    fc.assert(
      fc.property(minutes, ({ situation: { site: of, expected, storedKwh }, quarter }) =>
        check(of, expected.pvKw[quarter]!, expected.loadKw[quarter]!, storedKwh),
      ),
      { numRuns: 500 },
    );
  const injection = (
    of: Site,
    ...[mode, pv, load, stored]: [ControlType | null, number, number, readonly number[]]
  ) => minutePlan(toPlant(of), mode, pv, load, [...stored]).injectionKw;

  it("MAX_PRODUCTION never lowers and MAX_CONSUMPTION never raises injection", () => {
    each((of, pv, load, stored) => {
      const normal = injection(of, null, pv, load, stored);
      expect(injection(of, "MAX_PRODUCTION", pv, load, stored)).toBeGreaterThanOrEqual(
        normal - 1e-9,
      );
      expect(injection(of, "MAX_CONSUMPTION", pv, load, stored)).toBeLessThanOrEqual(normal + 1e-9);
    });
  });

  it("ZERO_EXPORT removes export as far as panels are controllable, and never adds import", () => {
    each((of, pv, load, stored) => {
      const normal = injection(of, null, pv, load, stored);
      const after = injection(of, "ZERO_EXPORT", pv, load, stored);
      expect(after).toBeLessThanOrEqual(normal + 1e-9);
      expect(after).toBeGreaterThanOrEqual(Math.min(normal, 0) - 1e-9);
      if (of.panels.every(({ controllable }) => controllable)) {
        expect(after).toBeCloseTo(Math.min(normal, 0), 9);
      }
    });
  });

  it("power balances, stays within ratings, and energy is conserved between minimum charge and capacity", () => {
    fc.assert(
      fc.property(
        minutes,
        fc.option(controlTypes, { nil: null }),
        ({ situation: { site: of, expected, storedKwh }, quarter }, mode) => {
          const [pv, load] = [expected.pvKw[quarter]!, expected.loadKw[quarter]!];
          const stored = [...storedKwh];
          const outcome = minutePlan(toPlant(of), mode, pv, load, stored);
          expect(outcome.injectionKw).toBeCloseTo(outcome.pvKw - load + outcome.batteryKw, 9);
          expect(outcome.pvKw).toBeGreaterThanOrEqual(-1e-9);
          expect(outcome.pvKw).toBeLessThanOrEqual(pv + 1e-9);
          let batteryKw = 0;
          for (const [
            index,
            { capacityKwh, floorKwh, powerKw, efficiency },
          ] of of.batteries.entries()) {
            const gainedKwh = stored[index]! - storedKwh[index]!;
            const outputKw = -gainedKwh * 60 * (gainedKwh > 0 ? 1 / efficiency : efficiency);
            batteryKw += outputKw;
            expect(Math.abs(outputKw)).toBeLessThanOrEqual(powerKw + 1e-9);
            expect(stored[index]).toBeGreaterThanOrEqual(floorKwh);
            expect(stored[index]).toBeLessThanOrEqual(capacityKwh);
          }
          expect(outcome.batteryKw).toBeCloseTo(batteryKw, 9);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("a control never pushes a connection over its limit if normal operation stays within it", () => {
    fc.assert(
      fc.property(
        minutes,
        controlTypes,
        ({ situation: { site: of, expected, storedKwh }, quarter }, mode) => {
          const limit = of.connectionLimitKw ?? Infinity;
          const [pv, load] = [expected.pvKw[quarter]!, expected.loadKw[quarter]!];
          const normal = injection(of, null, pv, load, storedKwh);
          const after = injection(of, mode, pv, load, storedKwh);
          expect(after).toBeLessThanOrEqual(Math.max(limit, normal) + 1e-9);
          expect(after).toBeGreaterThanOrEqual(Math.min(-limit, normal) - 1e-9);
        },
      ),
      { numRuns: 500 },
    );
  });
});
