import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ControlType } from "../../lib/contract/index.ts";
import {
  addBands,
  seriesAtEnd,
  emptyBandSum,
  flexibility,
  injectionBand,
  summedBand,
  type Bands,
} from "../../service/engine/flexibility.ts";
import { controlLocation } from "../../service/engine/control.ts";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { battery, NOON, site } from "./sites.ts";

const of = (...kw: number[]) => Float32Array.from(kw);
const series = (pvKw: number[], loadKw: number[]) => ({
  startMs: NOON,
  pvKw: of(...pvKw),
  loadKw: of(...loadKw),
});
const bands = (pv: [number[], number[]], load: [number[], number[]]): Bands => ({
  pv: { p10Kw: of(...pv[0]), p90Kw: of(...pv[1]) },
  load: { p10Kw: of(...load[0]), p90Kw: of(...load[1]) },
});

describe("the band of net injection", () => {
  it("adds the widths of PV and load in quadrature", () => {
    const band = injectionBand(site(), series([5], [2]), bands([[2], [6]], [[1.25], [6]]), []);
    expect(band.p10Kw[0]).toBeCloseTo(3 - 5, 5);
    expect(band.p90Kw[0]).toBeCloseTo(3 + Math.hypot(1, 0.75), 5);
  });

  it("a battery takes up deviations as far as it can", () => {
    const home = site({ batteries: [battery({ powerKw: 2, capacityKwh: 20 })] });
    const flat: [number[], number[]] = [[1], [1]];
    const near = injectionBand(home, series([1], [1]), bands([[0], [2]], flat), [10]);
    expect([near.p10Kw[0], near.p90Kw[0]]).toEqual([0, 0]);
    const far = injectionBand(home, series([1], [1]), bands([[0], [5]], flat), [10]);
    expect(far.p90Kw[0]).toBeCloseTo(2, 5);
  });

  it("always holds the baseline of the forecast", () => {
    const kw = fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10);
    const quarter = fc.tuple(kw, kw, kw, kw, kw, kw);
    fc.assert(
      fc.property(fc.array(quarter, { minLength: 1, maxLength: 8 }), kw, (quarters, storedKwh) => {
        const sorted = quarters.map((values) => [
          values.slice(0, 3).toSorted((a, b) => a - b),
          values.slice(3).toSorted((a, b) => a - b),
        ]);
        const column = (which: 0 | 1, rank: number) => sorted.map((pair) => pair[which]![rank]!);
        const expected = series(column(0, 1), column(1, 1));
        const around = bands([column(0, 0), column(0, 2)], [column(1, 0), column(1, 2)]);
        const home = site({ batteries: [battery({ floorKwh: 0 })] });
        const band = injectionBand(home, expected, around, [storedKwh]);
        const { forecastKw } = flexibility(home, expected, [storedKwh], NOON, quarters.length);
        for (const [i, baseline] of forecastKw.entries()) {
          expect(band.p10Kw[i]!).toBeLessThanOrEqual(baseline + 1e-5);
          expect(band.p90Kw[i]!).toBeGreaterThanOrEqual(baseline - 1e-5);
        }
      }),
    );
  });

  it("of many sites: clouds are shared and add up, loads are not and grow with the root", () => {
    const sum = emptyBandSum(1);
    const one = bands([[4], [6]], [[0], [4]]);
    for (let i = 0; i < 100; i++) addBands(sum, series([5], [2]), one);
    const { p10, p90 } = summedBand(sum, Float64Array.of(300));
    expect(p10[0]).toBeCloseTo(300 - Math.hypot(100, 20), 5);
    expect(p90[0]).toBeCloseTo(300 + Math.hypot(100, 20), 5);
  });
});

describe("what a control changes at an end of the bands", () => {
  const expected = series([5, 5], [2, 2]);
  const around = bands(
    [
      [3, 3],
      [6, 6],
    ],
    [
      [1, 1],
      [4, 4],
    ],
  );
  const window = { fromMs: NOON, toMs: NOON + 2 * QUARTER_MS };
  const deltaOf = (home: ReturnType<typeof site>, type: ControlType, end?: "low" | "high") => {
    const plan = {
      site: home,
      expected: end ? seriesAtEnd(expected, around, end, 1) : expected,
      storedKwh: home.batteries.map(() => 5),
      storedAtMs: NOON,
      earlier: [],
    };
    const { beforeKw, afterKw } = controlLocation(plan, { type, ...window }, NOON);
    return afterKw[0]! - beforeKw[0]!;
  };

  it("without a battery is what less sun leaves to take away", () => {
    expect(deltaOf(site(), "MAX_CONSUMPTION")).toBeCloseTo(-5, 5);
    const sure = deltaOf(site(), "MAX_CONSUMPTION", "low");
    expect(sure).toBeLessThan(-3);
    expect(sure).toBeGreaterThan(-5);
    expect(deltaOf(site(), "ZERO_EXPORT", "low")).toBeCloseTo(-(3 - Math.hypot(2, 2)), 5);
  });

  it("with a battery may be at the other end: it already charges from a larger surplus", () => {
    const home = site({ batteries: [battery()] });
    const [low, plain, high] = (["low", undefined, "high"] as const).map((end) =>
      deltaOf(home, "MAX_CONSUMPTION", end),
    );
    expect(Math.abs(high!)).toBeLessThan(Math.abs(plain!));
    expect(Math.abs(low!)).toBeGreaterThan(Math.abs(plain!));
  });

  it("counts less of each load the more sites add up", () => {
    const alone = seriesAtEnd(expected, around, "low", 1);
    const many = seriesAtEnd(expected, around, "low", 10_000);
    expect(alone.loadKw[0]).toBeGreaterThan(2.5);
    expect(many.loadKw[0]).toBeCloseTo(2, 1);
    expect(many.pvKw[0]).toBeCloseTo(3, 1);
  });
});
