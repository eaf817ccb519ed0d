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
import { seeded } from "../../tools/chaos/random.ts";
import { battery, NOON, site } from "./sites.ts";

const of = (...kw: number[]) => Float32Array.from(kw);
const series = (pvKw: number[], loadKw: number[]) => ({
  startMs: NOON,
  pvKw: of(...pvKw),
  loadKw: of(...loadKw),
});
/** The low and the high end of each band, and the medians; without them the middle. */
const band = (
  [low, high]: [number[], number[]],
  median = low.map((kw, i) => (kw + high[i]!) / 2),
) => ({
  p10Kw: of(...low),
  p50Kw: of(...median),
  p90Kw: of(...high),
});
const bands = (
  pv: [number[], number[]],
  load: [number[], number[]],
  medians: { pv?: number[]; load?: number[] } = {},
): Bands => ({ pv: band(pv, medians.pv), load: band(load, medians.load) });

describe("the band of net injection", () => {
  it("adds the widths of PV and load in quadrature", () => {
    const net = injectionBand(site(), series([5], [2]), bands([[2], [6]], [[1.25], [6]]), []);
    expect(net.p10Kw[0]).toBeCloseTo(3 - 5, 5);
    expect(net.p90Kw[0]).toBeCloseTo(3 + Math.hypot(1, 0.75), 5);
  });

  it("has the median of PV or of the load where only one of them is uncertain", () => {
    const medians = { pv: [4.5], load: [1.75] };
    const [sun, load] = [
      bands([[2], [6]], [[2], [2]], { pv: [4.5], load: [2] }),
      bands([[5], [5]], [[1], [4]], { pv: [5], load: [1.75] }),
    ];
    const medianOf = (around: Bands) =>
      injectionBand(site(), series([5], [2]), around, []).p50Kw[0];
    expect(medianOf(sun)).toBeCloseTo(2.5, 5);
    expect(medianOf(load)).toBeCloseTo(3.25, 5);
    const both = medianOf(bands([[2], [6]], [[1], [4]], medians));
    expect(both).toBeGreaterThan(2.5);
    expect(both).toBeLessThan(3.25);
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
          expect(band.p50Kw[i]!).toBeGreaterThanOrEqual(band.p10Kw[i]!);
          expect(band.p50Kw[i]!).toBeLessThanOrEqual(band.p90Kw[i]!);
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

  it("of many sites has the median of their sum, which is not the sum of their medians", () => {
    // Exponential loads of 1 kW each: 10 % lie below 0.105, half below 0.693, 90 % below 2.303 kW.
    const quantile = (share: number) => -Math.log(1 - share);
    const load: [number[], number[]] = [[quantile(0.1)], [quantile(0.9)]];
    const sum = emptyBandSum(1);
    const one = bands([[0], [0]], load, { pv: [0], load: [quantile(0.5)] });
    for (let i = 0; i < 100; i++) addBands(sum, series([0], [1]), one);
    const { p50 } = summedBand(sum, Float64Array.of(-100));
    const next = seeded(7);
    const sums = Array.from({ length: 4_000 }, () => {
      let kw = 0;
      for (let i = 0; i < 100; i++) kw -= quantile(next());
      return kw;
    }).toSorted((a, b) => a - b);
    const below = sums.findIndex((kw) => kw > p50[0]!) / sums.length;
    expect(below).toBeGreaterThan(0.47);
    expect(below).toBeLessThan(0.53);
    expect(sums.filter((kw) => kw < 100 * -quantile(0.5)).length / sums.length).toBeGreaterThan(
      0.99,
    );
  });

  it("of many sites under the same clouds has the sum of their medians", () => {
    const sum = emptyBandSum(1);
    const one = bands([[2], [6]], [[2], [2]], { pv: [5.5], load: [2] });
    for (let i = 0; i < 100; i++) addBands(sum, series([5], [2]), one);
    expect(summedBand(sum, Float64Array.of(300)).p50[0]).toBeCloseTo(350, 5);
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
