import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { foresightSteps, type ForesightValue } from "../../service/engine/perfect-foresight.ts";
import { monthAt } from "../../service/engine/preferences.ts";
import { getGateClosure } from "../../service/engine/value.ts";

/** 21:00 on the last day of a month in Amsterdam; midnight is 12 quarter-hours later. */
const START = Date.parse("2026-09-30T19:00:00Z");
const COUNT = 20;
const types = ["ZERO_EXPORT", "MAX_CONSUMPTION"] as const;

interface Bounds {
  minMs: number;
  maxMonthMs: number | null;
  noticeMs: number;
}

/** Every schedule, one after the other: a window of any type and moment of decision, or none. */
function bestOf(values: (ForesightValue | null)[][], bounds: Bounds, maxQuarters: number): number {
  const isOf = (i: number) => START + i * QUARTER_MS;
  const seen = new Map<string, number>();
  const from = (i: number, used: ReadonlyMap<number, number>): number => {
    if (i >= COUNT) return 0;
    const key = `${i} ${[...used]}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    let best = from(i + 1, used);
    const least = Math.max(1, bounds.minMs / QUARTER_MS);
    for (let length = least; length <= maxQuarters && i + length <= COUNT; length++) {
      const after = new Map(used);
      for (let n = i; n < i + length; n++) {
        const month = monthAt(isOf(n)).fromMs;
        after.set(month, (after.get(month) ?? 0) + QUARTER_MS);
      }
      if (bounds.maxMonthMs !== null && Math.max(...after.values()) > bounds.maxMonthMs) break;
      for (const [type] of types.entries())
        for (let atMs = isOf(i) - bounds.noticeMs; atMs <= isOf(i); atMs += QUARTER_MS) {
          const gains = Array.from({ length }, (_, n) => {
            const value = values[type]![i + n]!;
            return atMs < getGateClosure(isOf(i + n)) ? value?.beforeGate : value?.afterGate;
          });
          if (gains.some((one) => one === undefined)) continue;
          const gain = gains.reduce<number>((sum, one) => sum + one!, 0);
          best = Math.max(best, gain + from(i + length, after));
        }
    }
    seen.set(key, best);
    return best;
  };
  return from(0, new Map());
}

function foresight(values: (ForesightValue | null)[][], bounds: Bounds, maxQuarters: number) {
  const steps = foresightSteps(bounds, {
    fromMs: START,
    toMs: START + COUNT * QUARTER_MS,
    maxMs: maxQuarters * QUARTER_MS,
    types,
    getValue: (type, ms) => values[types.indexOf(type as never)]![(ms - START) / QUARTER_MS]!,
  });
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
const total = (months: ReadonlyMap<number, number>) =>
  [...months.values()].reduce((sum, gain) => sum + gain, 0);

const gain = fc.integer({ min: -20, max: 20 });
const value = fc.option(fc.record({ beforeGate: gain, afterGate: gain }), { freq: 8 });
const course = fc.array(value, { minLength: COUNT, maxLength: COUNT });

describe("perfect foresight", () => {
  it("is the best of all schedules within the shortest and longest window, the cap and the notice", () => {
    fc.assert(
      fc.property(
        fc.tuple(course, course),
        fc.record({
          minMs: fc.integer({ min: 0, max: 4 }).map((n) => n * QUARTER_MS),
          maxMonthMs: fc.option(fc.integer({ min: 0, max: 9 }).map((n) => n * QUARTER_MS)),
          noticeMs: fc.constantFrom(0, 1, 12 * 4, 36 * 4).map((n) => n * QUARTER_MS),
        }),
        fc.integer({ min: 4, max: 9 }),
        (values, bounds, max) => {
          expect(total(foresight(values, bounds, max))).toBe(bestOf(values, bounds, max));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("pads a short gain to the shortest window, and takes the better of two within the cap", () => {
    const at = (gains: Record<number, number>) => [
      Array.from({ length: COUNT }, (_, i) => ({
        beforeGate: gains[i] ?? -1,
        afterGate: gains[i] ?? -1,
      })),
      Array.from({ length: COUNT }, () => null),
    ];
    const bounds = { minMs: HOUR_MS / 2, maxMonthMs: null, noticeMs: 0 };
    expect(total(foresight(at({ 2: 10, 5: 20 }), bounds, 8))).toBe(28);
    expect(total(foresight(at({ 2: 10, 5: 20 }), { ...bounds, maxMonthMs: HOUR_MS / 2 }, 8))).toBe(
      19,
    );
    // A new month has its own cap.
    expect(total(foresight(at({ 2: 10, 15: 20 }), { ...bounds, maxMonthMs: HOUR_MS / 2 }, 8))).toBe(
      28,
    );
  });
});
