import fc from "fast-check";
import { expect, it } from "vitest";
import { controlType } from "../../lib/contract/index.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  counterfactual,
  type CountedControl,
  type EarlierMinutes,
} from "../../service/engine/counterfactual.ts";
import { divideMinutes } from "../../service/engine/minutes-in-force.ts";
import { activeControl } from "../../service/engine/simulate-plan.ts";
import { battery, site } from "./sites.ts";

const START_MS = Date.parse("2026-06-15T11:00:00Z");
const MINUTES = 15;
const at = (minute: number) => START_MS + minute * MINUTE_MS;

const window = fc
  .record({
    from: fc.integer({ min: -30, max: MINUTES - 1 }),
    length: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ from, length }) => ({ fromMs: at(from), toMs: at(from + length) }));
const controls = fc
  .array(
    fc.record({
      type: fc.constantFrom(...controlType.options),
      window,
      except: fc.array(window, { maxLength: 1 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((drawn) =>
    drawn.map(({ type, window: run, except }, index): CountedControl => ({
      id: `ctrl_${index}`,
      type,
      ...run,
      except,
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
});

it("each minute belongs to the control in force, and they add up to the changes of all controls", () => {
  fc.assert(
    fc.property(situations, ({ all, capacityKwh, storedShare, ...powers }) => {
      const measured = {
        ...powers,
        startMs: START_MS,
        fixedPvKw: new Float32Array(MINUTES),
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
      const earlier = new Map<string, EarlierMinutes>();
      let changes = 0;
      for (const control of all.toReversed()) {
        const found = counterfactual(measured, control, all, stored, context, earlier);
        earlier.set(control.id, found.earlier);
        if (found.minutes > 0) changes += found.minutes * (found.valuedKw - found.valuedWithoutKw);
      }
      const divided = [...divideMinutes(measured, all, earlier)];
      const counts: Record<string, number> = {};
      for (let minute = 0; minute < MINUTES; minute++) {
        const active = activeControl(all, at(minute));
        if (active) counts[active.id] = (counts[active.id] ?? 0) + 1;
      }
      expect(Object.fromEntries(divided.map(([id, { minutes }]) => [id, minutes]))).toEqual(counts);
      const sum = divided.reduce(
        (total, [, { measuredMinutes, measuredKw, withoutAnyKw }]) =>
          total + (measuredMinutes > 0 ? measuredMinutes * (measuredKw - withoutAnyKw) : 0),
        0,
      );
      expect(sum).toBeCloseTo(changes, 6);
    }),
    { numRuns: 300 },
  );
});
