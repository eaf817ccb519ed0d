import fc from "fast-check";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  counterfactual,
  type CountedControl,
  type EarlierMinutes,
} from "../../service/engine/counterfactual.ts";
import { battery, site } from "./sites.ts";

const START_MS = Date.parse("2026-06-15T11:00:00Z");
export const MINUTES = 15;
export const at = (minute: number) => START_MS + minute * MINUTE_MS;

/** A window that begins before the end of the quarter-hour. */
export const window = fc
  .record({
    from: fc.integer({ min: -30, max: MINUTES - 1 }),
    length: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ from, length }) => ({ fromMs: at(from), toMs: at(from + length) }));

const power = (min: number, max: number) =>
  fc
    .array(fc.double({ min, max, noNaN: true }), { minLength: MINUTES, maxLength: MINUTES })
    .map((values) => Float32Array.from(values));

/** What was measured at a site, and the battery that it may have. */
export const measurements = {
  injectionKw: power(-8, 8),
  followingPvKw: power(0, 8),
  availableKw: power(0, 10),
  batteryKw: power(-2, 2),
  capacityKwh: fc.constantFrom(0, 10),
  storedShare: fc.double({ min: 0, max: 1, noNaN: true }),
};

interface Situation {
  all: readonly CountedControl[];
  injectionKw: Float32Array;
  followingPvKw: Float32Array;
  availableKw: Float32Array;
  batteryKw: Float32Array;
  capacityKwh: number;
  storedShare: number;
}

/**
 * Values the minutes of each control, newest first.
 * @returns the sum of their changes, and the minutes under the controls before each
 */
export function countAll({ all, capacityKwh, storedShare, ...powers }: Situation) {
  const measured = { ...powers, startMs: START_MS, fixedPvKw: new Float32Array(MINUTES) };
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
  return { measured, earlier, changes };
}
