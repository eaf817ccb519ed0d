import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QUARTER_MS, wallQuarter } from "../../lib/time/amsterdam.ts";
import { createClearSkyModel } from "../../service/engine/clear-sky.ts";
import { emptyModel } from "../../service/engine/forecast.ts";
import { TYPICAL_LOAD } from "../../service/engine/model-numbers.ts";
import { separate } from "../../service/engine/disaggregation.ts";
import { clearSkyKw, cloudy, middle, START, taught } from "./trained-forecast.ts";
import { site } from "./sites.ts";

const NIGHT = Date.parse("2026-05-20T23:00:00Z");
const isDark = (ms: number) => clearSkyKw(middle(ms)) === 0;
const learned = taught(START, cloudy(0.6), (ms) => (isDark(ms) ? 1.5 : 4));

describe("with only the grid exchange measured", () => {
  it("without panels all of it is load", () => {
    const roofless = site({ panels: [] });
    expect(separate(roofless, emptyModel(START), START, -3)).toEqual({ pvKw: 0, loadKw: 3 });
    expect(separate(roofless, emptyModel(START), START, 2)).toEqual({ pvKw: 0, loadKw: 0 });
  });

  it("with panels all of it is load when the sun is down", () => {
    expect(separate(site(), emptyModel(NIGHT), NIGHT, -3)).toEqual({ pvKw: 0, loadKw: 3 });
  });

  it("by day the load is assumed to be the night's, and the rest is panels", () => {
    const { pvKw, loadKw } = separate(site(), learned, START, 4);
    expect(pvKw).toBeCloseTo(5.5, 3);
    expect(loadKw).toBeCloseTo(1.5, 3);
  });

  it("panels stay between 0 and their rating, and both still add up to the meter", () => {
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 10 }), (injectionKw) => {
        const { pvKw, loadKw } = separate(site(), learned, START, injectionKw);
        expect(pvKw >= 0 && pvKw <= 10 && loadKw >= 0).toBe(true);
        expect(pvKw - loadKw).toBeCloseTo(injectionKw, 6);
      }),
    );
    expect(separate(site(), learned, START, 25)).toEqual({ pvKw: 10, loadKw: 0 });
  });

  it("the night is every quarter-hour of the last day with the sun down, wherever the site is", () => {
    const anywhere = fc.record({
      latitude: fc.double({ min: -89, max: 89, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      quarter: fc.integer({ min: 0, max: 4 * 365 * 96 }),
      loadKw: fc.array(fc.constantFrom(NaN, 0.25, 1, 2.5, 7), { minLength: 96, maxLength: 96 }),
    });
    fc.assert(
      fc.property(anywhere, ({ latitude, longitude, quarter, loadKw }) => {
        const place = site({ latitude, longitude });
        const quarterMs = Date.parse("2024-01-01T00:00:00Z") + quarter * QUARTER_MS;
        const clearSky = createClearSkyModel(place);
        fc.pre(clearSky(middle(quarterMs)) > 0);
        const night = Array.from({ length: 96 }, (_, i) => quarterMs - (i + 1) * QUARTER_MS)
          .filter((ms) => clearSky(middle(ms)) === 0)
          .map((ms) => loadKw[wallQuarter(ms)]!)
          .filter((kw) => !Number.isNaN(kw));
        const expected = night.reduce((sum, kw) => sum + kw, 0) / night.length;
        const model = emptyModel(quarterMs);
        model.numbers.set(loadKw, TYPICAL_LOAD);
        const split = separate(place, model, quarterMs, 0);
        if (Number.isNaN(expected)) expect(split).toEqual({ pvKw: NaN, loadKw: NaN });
        else expect(split.pvKw).toBe(Math.min(10, expected));
      }),
      { numRuns: 2_000 },
    );
  });

  it("the split is unknown without measurements or before the first night", () => {
    const unknown = { pvKw: NaN, loadKw: NaN };
    expect(separate(site(), learned, START, NaN)).toEqual(unknown);
    expect(separate(site(), learned, NIGHT, NaN)).toEqual(unknown);
    const morning = taught(START, cloudy(0.6), (ms) => (ms < START - 16 * QUARTER_MS ? NaN : 2));
    expect(separate(site(), morning, START, 4)).toEqual(unknown);
  });
});
