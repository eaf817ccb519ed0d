import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { emptyModel } from "../../service/engine/forecast.ts";
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

  it("the split is unknown without measurements or before the first night", () => {
    const unknown = { pvKw: NaN, loadKw: NaN };
    expect(separate(site(), learned, START, NaN)).toEqual(unknown);
    expect(separate(site(), learned, NIGHT, NaN)).toEqual(unknown);
    const morning = taught(START, cloudy(0.6), (ms) => (ms < START - 16 * QUARTER_MS ? NaN : 2));
    expect(separate(site(), morning, START, 4)).toEqual(unknown);
  });
});
