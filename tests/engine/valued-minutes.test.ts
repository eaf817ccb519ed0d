import fc from "fast-check";
import { expect, it } from "vitest";
import { controlType } from "../../lib/contract/index.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  counterfactual,
  type CountedControl,
  type EarlierMinutes,
} from "../../service/engine/counterfactual.ts";
import { isRunning } from "../../service/engine/simulate-plan.ts";
import { battery, site } from "./sites.ts";

const START_MS = Date.parse("2026-06-15T11:00:00Z");
const MINUTES = 15;

const controls = fc
  .array(
    fc.record({
      type: fc.constantFrom(...controlType.options),
      from: fc.integer({ min: -30, max: MINUTES - 1 }),
      length: fc.integer({ min: 1, max: 60 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((drawn) =>
    drawn.map(({ type, from, length }, index): CountedControl => ({
      id: `ctrl_${index}`,
      type,
      fromMs: START_MS + from * MINUTE_MS,
      toMs: START_MS + (from + length) * MINUTE_MS,
    })),
  );
const power = (min: number, max: number) =>
  fc
    .array(fc.double({ min, max, noNaN: true }), { minLength: MINUTES, maxLength: MINUTES })
    .map((values) => Float32Array.from(values));
const situations = fc.record({
  all: controls,
  injectionKw: power(-8, 8),
  followingPvKw: power(0, 8),
  availableKw: power(0, 10),
  batteryKw: power(-2, 2),
  capacityKwh: fc.constantFrom(0, 10),
  storedShare: fc.double({ min: 0, max: 1, noNaN: true }),
  unknown: fc.uniqueArray(fc.integer({ min: 0, max: MINUTES - 1 }), { maxLength: 6 }),
});

it("changes of all controls that run add up to what was measured less what was without any of them", () => {
  fc.assert(
    fc.property(situations, ({ all, capacityKwh, storedShare, unknown, ...powers }) => {
      const measured = {
        ...powers,
        startMs: START_MS,
        fixedPvKw: new Float32Array(MINUTES),
        injectionKw: powers.injectionKw.map((kw, minute) => (unknown.includes(minute) ? NaN : kw)),
      };
      const batteries =
        capacityKwh > 0
          ? [battery({ capacityKwh, powerKw: capacityKwh / 2, efficiency: 0.9, floorKwh: 0 })]
          : [];
      const stored = batteries.map(() => storedShare * capacityKwh);
      const context = {
        site: site({ batteries, connectionLimitKw: 17.25 }),
        gain: 1,
        sky: null,
        expectedLoadKw: 0.5,
        expectedPvKw: 7,
        executed: true,
      };
      const newer = new Map<string, EarlierMinutes>();
      let changes = 0;
      for (const control of all.toReversed()) {
        const found = counterfactual(measured, control, all, stored, context, newer);
        newer.set(control.id, found.earlier);
        if (found.minutes > 0) changes += found.minutes * (found.valuedKw - found.valuedWithoutKw);
      }
      let wanted = 0;
      for (let minute = 0; minute < MINUTES; minute++) {
        const ms = START_MS + minute * MINUTE_MS;
        const oldest = all.find((control) => isRunning(control, ms));
        if (!oldest || unknown.includes(minute)) continue;
        wanted += measured.injectionKw[minute]! - newer.get(oldest.id)!.injectionKw[minute]!;
      }
      expect(changes).toBeCloseTo(wanted, 6);
    }),
    { numRuns: 300 },
  );
});
