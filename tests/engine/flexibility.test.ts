import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ControlType } from "../../lib/contract/index.ts";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { flexibility } from "../../service/engine/flexibility.ts";
import type { Series } from "../../service/engine/site.ts";
import { byMinute } from "./minute-simulation.ts";
import { battery, NOON, panels, QUARTERS, site, situations, steady } from "./sites.ts";

const plain = (values: Float32Array) => [...values].map((kw) => Math.round(kw * 1e4) / 1e4);

describe("flexibility: forecast, upward and downward", () => {
  it("panels alone can only be lowered, by their forecast", () => {
    const { forecastKw, upwardKw, downwardKw } = flexibility(site(), steady(6, 2), [], NOON, 2);
    expect([plain(forecastKw), plain(upwardKw), plain(downwardKw)]).toEqual([
      [4, 4],
      [0, 0],
      [6, 6],
    ]);
  });

  it("panels that are not controllable offer no flexibility", () => {
    const own = site({ panels: [panels({ controllable: false })] });
    const { upwardKw, downwardKw } = flexibility(own, steady(6, 2), [], NOON, 1);
    expect([plain(upwardKw), plain(downwardKw)]).toEqual([[0], [0]]);
  });

  it("a battery adds flexibility both ways, as far as its energy lasts within the interval", () => {
    const home = site({ batteries: [battery()] });
    const { forecastKw, upwardKw, downwardKw } = flexibility(home, steady(0, 1), [1.5], NOON, 3);
    const aboveFloorKw = (0.5 * 0.95) / 0.25;
    expect(plain(forecastKw)).toEqual([0, -0.1, -1]);
    expect(plain(upwardKw)).toEqual([0.9, 0, 0]);
    expect(plain(downwardKw)).toEqual([6, 5.9, 5]);
    expect(aboveFloorKw - 1).toBeCloseTo(0.9, 9);
  });

  it("is unknown without a forecast, and resumes afterwards", () => {
    const expected: Series = {
      startMs: NOON,
      pvKw: Float32Array.of(6, NaN, 6),
      loadKw: Float32Array.of(2, 2, 2),
    };
    const home = site({ batteries: [battery()] });
    const { forecastKw, upwardKw, downwardKw } = flexibility(home, expected, [10], NOON, 4);
    for (const values of [forecastKw, upwardKw, downwardKw]) {
      expect([...values].map(Number.isNaN)).toEqual([false, true, false, true]);
    }
  });

  it("equals the change that a control over that one interval would make to the baseline", () => {
    fc.assert(
      fc.property(situations(), fc.integer({ min: 0, max: QUARTERS - 1 }), (situation, quarter) => {
        const { site: of, expected, storedKwh } = situation;
        const room = flexibility(of, expected, storedKwh, NOON, QUARTERS);
        const fromMs = NOON + quarter * QUARTER_MS;
        const toMs = fromMs + QUARTER_MS;
        const then = { ...situation, ...byMinute(situation, [], NOON, fromMs) };
        const average = (type?: ControlType) => {
          const inForce = type ? [{ type, fromMs, toMs }] : [];
          const { injectionKw } = byMinute(then, inForce, fromMs, toMs);
          return injectionKw.reduce((sum, kw) => sum + kw, 0) / 15;
        };
        const baseline = average();
        expect(room.forecastKw[quarter]).toBeCloseTo(baseline, 4);
        // The site's own panels beyond the limit recharge a battery at a loss: that is no
        // flexibility.
        const upKw = Math.max(0, average("MAX_PRODUCTION") - baseline);
        const downKw = Math.max(0, baseline - average("MAX_CONSUMPTION"));
        expect(room.upwardKw[quarter]).toBeCloseTo(upKw, 4);
        expect(room.downwardKw[quarter]).toBeCloseTo(downKw, 4);
        expect(Math.min(...room.upwardKw, ...room.downwardKw)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 60 },
    );
  });
});
