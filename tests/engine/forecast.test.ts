import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getLocalDay, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { emptyModel, forecast, forecastBand, train } from "../../service/engine/forecast.ts";
import { MODEL_NUMBERS } from "../../service/engine/load-parameters.ts";
import { PARAMETERS } from "../../service/engine/model-numbers.ts";
import { createClearSkyModel } from "../../service/engine/clear-sky.ts";
import {
  clearSkyKw,
  cloudy,
  DAY,
  middle,
  START,
  taught,
  teach,
  unknown,
} from "./trained-forecast.ts";
import { panels, site } from "./sites.ts";

const shareOfClear = (pvKw: Float32Array, index: number) =>
  pvKw[index]! / clearSkyKw(middle(START + index * QUARTER_MS));

describe("the PV forecast", () => {
  it("of a constant sky is exact", () => {
    const { pvKw } = forecast(site(), taught(START, cloudy(0.5)), START, DAY);
    for (const [index, kw] of pvKw.entries()) {
      expect(Math.abs(kw - cloudy(0.5)(START + index * QUARTER_MS))).toBeLessThan(0.25);
    }
  });

  it("starts from the last value and returns to the typical share", () => {
    const now = (ms: number) => cloudy(ms >= START - 4 * QUARTER_MS ? 0.2 : 0.8)(ms);
    const { pvKw } = forecast(site(), taught(START, now), START, 2 * DAY);
    expect(shareOfClear(pvKw, 0)).toBeLessThan(0.35);
    expect(shareOfClear(pvKw, 8)).toBeGreaterThan(shareOfClear(pvKw, 0));
    expect(shareOfClear(pvKw, 16)).toBeGreaterThan(shareOfClear(pvKw, 8));
    expect(shareOfClear(pvKw, DAY + 8)).toBeGreaterThan(0.6);
  });

  it("does not take a controlled period for a dark sky", () => {
    const duringControl = (kw: number) => (ms: number) =>
      ms >= START - 12 * QUARTER_MS ? kw : cloudy(0.8)(ms);
    const curtailed = forecast(site(), taught(START, duringControl(0)), START, 1).pvKw[0]!;
    const kept = forecast(site(), taught(START, duringControl(NaN)), START, 1).pvKw[0]!;
    expect(curtailed).toBeLessThan(0.2 * clearSkyKw(middle(START)));
    expect(kept).toBeGreaterThan(0.65 * clearSkyKw(middle(START)));
  });

  it("does not take a wrong orientation for afternoon clouds", () => {
    const eastKw = createClearSkyModel(site({ panels: [panels({ azimuthDeg: 90 })] }));
    const east = (ms: number) => 0.8 * eastKw(middle(ms));
    const { pvKw } = forecast(site(), taught(START, east, unknown, 28), START, 17);
    const then = START + 16 * QUARTER_MS;
    const goingOn = (east(START - QUARTER_MS) / cloudy(1)(START - QUARTER_MS)) * cloudy(1)(then);
    expect(Math.abs(pvKw[16]! - east(then))).toBeLessThan(0.4);
    expect(Math.abs(goingOn - east(then))).toBeGreaterThan(1);
  });

  it("is a typical share of the clear sky without training", () => {
    const { pvKw } = forecast(site(), emptyModel(START), START, DAY);
    for (const [index, kw] of pvKw.entries()) {
      expect(kw).toBeCloseTo(0.6 * clearSkyKw(middle(START + index * QUARTER_MS)), 5);
    }
    expect(forecast(site(), taught(START, unknown), START, DAY).pvKw).toEqual(pvKw);
  });

  it("is dark at night whatever was learned, and never exceeds the rating", () => {
    const wild = taught(START, () => 500);
    const { pvKw } = forecast(site(), wild, START, 2 * DAY);
    expect(Math.max(...pvKw)).toBeLessThanOrEqual(10);
    for (const [index, kw] of pvKw.entries()) {
      if (clearSkyKw(middle(START + index * QUARTER_MS)) === 0) expect(kw).toBe(0);
    }
    const small = site({ panels: [panels({ inverterKw: 3 }), panels({ peakKw: 2 })] });
    expect(Math.max(...forecast(small, wild, START, DAY).pvKw)).toBeLessThanOrEqual(5);
  });

  it("of a site without panels is zero", () => {
    const roofless = site({ panels: [] });
    const learned = teach(emptyModel(START - DAY * QUARTER_MS), START, () => 4, unknown, roofless);
    expect(forecast(roofless, learned, START, DAY).pvKw.every((kw) => kw === 0)).toBe(true);
  });

  it("follows the sun, not the clock: the peak stays across the change to winter time", () => {
    const before = getLocalDay("2026-10-25").startMs;
    const { pvKw } = forecast(site(), taught(before, cloudy(0.6)), before, 200);
    for (const [index, kw] of pvKw.entries()) {
      expect(Math.abs(kw - cloudy(0.6)(before + index * QUARTER_MS))).toBeLessThan(0.4);
    }
  });

  it("beats persistence on changing skies from one hour ahead", () => {
    const sky = (ms: number) => 0.55 + 0.35 * Math.sin(ms / 9e6) * Math.cos(ms / 4.1e7);
    const truth = (ms: number) => sky(ms) * clearSkyKw(middle(ms));
    const ahead = [4, 16, 32];
    const ours = [0, 0, 0];
    const persistence = [0, 0, 0];
    const learned = taught(START, truth);
    for (let shift = 0; shift < 60; shift++) {
      const nowMs = learned.untilMs;
      const { pvKw } = forecast(site(), learned, nowMs, 33);
      for (const [which, lead] of ahead.entries()) {
        const then = truth(nowMs + lead * QUARTER_MS);
        ours[which]! += Math.abs(pvKw[lead]! - then);
        persistence[which]! += Math.abs(truth(nowMs - QUARTER_MS) - then);
      }
      teach(learned, nowMs + 7 * QUARTER_MS, truth);
    }
    for (const which of ahead.keys()) expect(ours[which]! / persistence[which]!).toBeLessThan(0.75);
  });
});

describe("a forecast model", () => {
  const value = fc.oneof(
    fc.constantFrom(NaN, 0, -0.01, 1e4),
    fc.integer({ min: 0, max: 90 }).map((tenths) => tenths / 10),
  );
  const quarters = fc.array(fc.tuple(value, value, fc.integer({ min: 0, max: 40 })), {
    maxLength: 300,
  });

  it("yields a number for every quarter-hour whatever is missing, with panels within their rating", () => {
    fc.assert(
      fc.property(quarters, fc.integer({ min: 0, max: 900 }), (given, ahead) => {
        const learned = emptyModel(START);
        for (const [pvKw, loadKw, gap] of given)
          train(site(), learned, learned.untilMs + gap * QUARTER_MS, pvKw, loadKw);
        const startMs = learned.untilMs + ahead * QUARTER_MS;
        const { pvKw, loadKw } = forecast(site(), learned, startMs, 30);
        for (const kw of pvKw) expect(kw >= 0 && kw <= 10).toBe(true);
        const { pv, load } = forecastBand(site(), learned, { startMs, pvKw, loadKw });
        for (const [i, kw] of pvKw.entries()) {
          const [low, high] = [pv.p10Kw[i]!, pv.p90Kw[i]!];
          expect(low >= 0 && low <= kw && kw <= high && high <= 10).toBe(true);
          expect(low <= pv.p50Kw[i]! && pv.p50Kw[i]! <= high).toBe(true);
        }
        for (const [i, kw] of loadKw.entries())
          expect(load.p10Kw[i]! >= 0 && load.p10Kw[i]! <= kw && kw <= load.p90Kw[i]!).toBe(true);
        // The typical value and the last difference may add up: each is at most the observed
        // maximum.
        for (const kw of loadKw) expect(kw >= 0 && kw <= 2e4).toBe(true);
      }),
    );
  });

  it("is the same whether a gap is explicit or absent", () => {
    fc.assert(
      fc.property(quarters, (given) => {
        const [told, skipped] = [emptyModel(START), emptyModel(START)];
        for (const [pvKw, loadKw, gap] of given) {
          teach(told, told.untilMs + gap * QUARTER_MS, unknown);
          train(site(), told, told.untilMs, pvKw, loadKw);
          train(site(), skipped, skipped.untilMs + gap * QUARTER_MS, pvKw, loadKw);
        }
        const expected = forecast(site(), told, told.untilMs, DAY);
        const got = forecast(site(), skipped, told.untilMs, DAY);
        for (let i = 0; i < DAY; i++) {
          expect(got.pvKw[i]).toBeCloseTo(expected.pvKw[i]!, 2);
          expect(Math.abs(got.loadKw[i]! - expected.loadKw[i]!)).toBeLessThan(0.05);
        }
      }),
    );
  });

  it("is not changed by a quarter-hour it already learned", () => {
    const learned = taught(START, cloudy(0.7), () => 2);
    const before = structuredClone(learned);
    train(site(), learned, START - QUARTER_MS, 9, 9);
    expect(learned).toEqual(before);
  });

  it("is not changed by a forecast", () => {
    const learned = taught(START, cloudy(0.7), () => 2);
    const before = structuredClone(learned);
    forecast(site(), learned, START + DAY * QUARTER_MS, DAY);
    expect(learned).toEqual(before);
  });

  it("fits into 1.8 kB and contains no timestamp, which 32 bits could not hold", () => {
    const { numbers } = taught(START, cloudy(0.7), () => 2);
    expect(numbers.length).toBe(MODEL_NUMBERS);
    expect(8 + numbers.byteLength).toBeLessThan(1800);
    for (const number of numbers.subarray(PARAMETERS)) expect(Math.abs(number)).toBeLessThan(1e6);
  });
});
