import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { createClearSkyModel } from "../../service/engine/clear-sky.ts";
import { flexibility } from "../../service/engine/flexibility.ts";
import { emptyModel, forecast, forecastBand, train } from "../../service/engine/forecast.ts";
import { typicalPvAt } from "../../service/engine/forecast-pv.ts";
import { OutlookSums, type CountedSite } from "../../service/engine/outlook-sums.ts";
import { applyLimit, toPlant } from "../../service/engine/site-model.ts";
import type { ControlType } from "../../lib/contract/index.ts";
import { panels, situations } from "./sites.ts";

const SITES = 2_000;
/** Summer, winter, and the evenings before both clock changes. */
const starts = fc.constantFrom(
  ...[
    "2026-06-15T10:15:00Z",
    "2026-12-21T09:00:00Z",
    "2026-10-24T18:00:00Z",
    "2026-03-28T22:45:00Z",
  ].map(Date.parse),
);
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Noise from 0 to 1 by number. */
const noise = (seed: number, n: number) => {
  const value = Math.sin(seed * 12.9898 + n * 78.233) * 43_758.5453;
  return value - Math.floor(value);
};

interface Trained extends CountedSite {
  startMs: number;
}

/** Sites trained on random output, some with gaps, some with a weather forecast of two days. */
const trained: fc.Arbitrary<Trained> = fc
  .record({
    situation: situations(),
    startMs: starts,
    place: fc.tuple(share, share),
    planes: fc.array(fc.tuple(share, share, share), { minLength: 3, maxLength: 3 }),
    days: fc.constantFrom(0, 1, 3),
    gap: fc.integer({ min: 0, max: 20 }),
    missing: fc.constantFrom(0, 0.3),
    hasWeather: fc.boolean(),
    seed: fc.integer({ min: 1, max: 1_000 }),
  })
  .map(({ situation, startMs, place, planes, days, gap, missing, hasWeather, seed }) => {
    const site = {
      ...situation.site,
      latitude: 50.5 + 3 * place[0],
      longitude: 3.5 + 3.5 * place[1],
      panels: situation.site.panels.map((one, i) =>
        panels({
          ...one,
          tiltDeg: 90 * planes[i]![0],
          azimuthDeg: 360 * planes[i]![1],
          inverterKw: one.peakKw * (0.5 + planes[i]![2]),
        }),
      ),
    };
    const irradiance = (ms: number) =>
      ms > startMs + 192 * QUARTER_MS ? NaN : Math.max(0, 300 + 300 * Math.sin(ms / 2e7));
    const fromMs = startMs - (days * 96 + gap) * QUARTER_MS;
    const model = { ...emptyModel(fromMs), ...(hasWeather && { irradiance }) };
    const clear = createClearSkyModel(site);
    for (let i = 0; i < days * 96; i++) {
      const ms = fromMs + i * QUARTER_MS;
      const isMissing = noise(seed + 1, i) < missing;
      const pvKw = clear(ms + QUARTER_MS / 2) * noise(seed, i);
      train(site, model, ms, isMissing ? NaN : pvKw, isMissing ? NaN : 2 * noise(seed + 2, i));
    }
    const areas = seed % 3 === 0 ? ["zone"] : ["zone", `group ${seed % 5}`];
    return { site, model, storedKwh: situation.storedKwh, areas, startMs };
  });

const floats = (values: readonly number[]) => Float32Array.from(values);
const numbers = (count: number, of: (index: number) => number) =>
  Array.from({ length: count }, (_, i) => of(i));

function expectSame(actual: ArrayLike<number>, expected: ArrayLike<number>, what: string) {
  const differs = numbers(expected.length, (i) => i).find(
    (i) => !Object.is(actual[i], expected[i]),
  );
  const at = differs ?? 0;
  expect([what, at, actual[at], actual.length]).toEqual([what, at, expected[at], expected.length]);
}

describe("the forecast of a site over a horizon", () => {
  it("is exactly that of each quarter-hour alone", () => {
    fc.assert(
      fc.property(trained, fc.integer({ min: 1, max: 680 }), share, (one, count, where) => {
        const { site, model, startMs } = one;
        const typicalPvKw = new Float64Array(count);
        const expected = forecast(site, model, startMs, count, undefined, typicalPvKw);
        const typicalAt = typicalPvAt(site, model.numbers);
        const quarterAt = (i: number) => startMs + i * QUARTER_MS;
        expectSame(
          typicalPvKw,
          numbers(count, (i) => typicalAt(quarterAt(i))),
          "typical",
        );
        const some = [...new Set([0, Math.floor(where * (count - 1)), count - 1])];
        const alone = some.map((i) => forecast(site, model, quarterAt(i), 1));
        const pvKw = some.map((i) => expected.pvKw[i]!);
        expectSame(
          pvKw,
          alone.map((quarter) => quarter.pvKw[0]!),
          "panels",
        );
        some.forEach((i, n) => expect(expected.loadKw[i]).toBeCloseTo(alone[n]!.loadKw[0]!, 4));
        const given = forecastBand(site, model, expected, undefined, typicalPvKw);
        const bands = forecastBand(site, model, expected);
        some.forEach((i, n) => {
          const band = forecastBand(site, model, {
            ...alone[n]!,
            loadKw: floats([expected.loadKw[i]!]),
          });
          for (const which of ["pv", "load"] as const)
            for (const end of ["p10Kw", "p50Kw", "p90Kw"] as const) {
              expectSame([bands[which][end][i]!], band[which][end], `${which} ${end}`);
              expectSame(given[which][end], bands[which][end], `${which} ${end}`);
            }
        });
      }),
      { numRuns: SITES, seed: 11 },
    );
  });

  it("has exactly the flexibility of minutes simulated one after another", () => {
    fc.assert(
      fc.property(
        trained,
        fc.integer({ min: 1, max: 96 }),
        ({ site, model, storedKwh, startMs }, count) => {
          const expected = forecast(site, model, startMs, count);
          const plant = toPlant(site);
          const stored = [...storedKwh];
          const minutes = QUARTER_MS / MINUTE_MS;
          const rows = numbers(count, (i) => i).map((i) => {
            const average = (mode: ControlType | null, kwh: number[]) =>
              applyLimit(plant, mode, expected.pvKw[i]!, expected.loadKw[i]!, kwh, minutes) /
              minutes;
            const maxKw = average("MAX_PRODUCTION", [...stored]);
            const minKw = average("MAX_CONSUMPTION", [...stored]);
            const kw = average(null, stored);
            return [kw, Math.max(0, maxKw - kw), Math.max(0, kw - minKw)];
          });
          const actual = flexibility(site, expected, storedKwh, startMs, count);
          expectSame(actual.forecastKw, floats(rows.map((row) => row[0]!)), "forecast");
          expectSame(actual.upwardKw, floats(rows.map((row) => row[1]!)), "upward");
          expectSame(actual.downwardKw, floats(rows.map((row) => row[2]!)), "downward");
        },
      ),
      { numRuns: SITES, seed: 12 },
    );
  });
});

describe("the sums of areas", () => {
  it("add up the forecasts, flexibility and bands of their sites", () => {
    const [quarters, bandQuarters] = [200, 96];
    const startMs = Date.parse("2026-10-24T18:00:00Z");
    const sites = fc
      .sample(trained, { numRuns: 60, seed: 13 })
      .map((one) => ({ ...one, model: { ...one.model, untilMs: startMs } }));
    const sums = new OutlookSums(startMs, { quarters, bandQuarters });
    for (const one of sites) sums.add(one);
    const names = new Set(sites.flatMap(({ areas }) => areas));
    expect([...sums.areas.keys()].toSorted()).toEqual([...names].toSorted());
    for (const name of names) {
      const own = sites.filter(({ areas }) => areas.includes(name));
      const all = own.map(({ site, model, storedKwh }) => {
        const expected = forecast(site, model, startMs, quarters);
        const bands = forecastBand(site, model, expected);
        return { expected, bands, ...flexibility(site, expected, storedKwh, startMs, quarters) };
      });
      type One = (typeof all)[number];
      const total = (i: number, of: (one: One, i: number) => number) =>
        all.reduce((sum, one) => sum + of(one, i), 0);
      const sum = sums.areas.get(name)!;
      for (let i = 0; i < quarters; i++) {
        expect(sum.forecast[i]).toBeCloseTo(
          total(i, (one) => one.forecastKw[i]!),
          8,
        );
        expect(sum.upward[i]).toBeCloseTo(
          total(i, (one) => one.upwardKw[i]!),
          8,
        );
        expect(sum.downward[i]).toBeCloseTo(
          total(i, (one) => one.downwardKw[i]!),
          8,
        );
      }
      const pvOff = (end: "p10Kw" | "p50Kw" | "p90Kw") => (one: One, i: number) =>
        one.bands.pv[end][i]! - one.expected.pvKw[i]!;
      const loadOff = (end: "p10Kw" | "p50Kw" | "p90Kw") => (one: One, i: number) =>
        one.bands.load[end][i]! - one.expected.loadKw[i]!;
      const width = (one: One, i: number) =>
        (one.bands.load.p90Kw[i]! - one.bands.load.p10Kw[i]!) ** 2;
      const { bands } = sum;
      for (let i = 0; i < bandQuarters; i++) {
        expect(bands.pvBelowKw[i]).toBeCloseTo(-total(i, pvOff("p10Kw")), 8);
        expect(bands.pvAboveKw[i]).toBeCloseTo(total(i, pvOff("p90Kw")), 8);
        expect(bands.pvMedianKw[i]).toBeCloseTo(total(i, pvOff("p50Kw")), 8);
        expect(bands.loadBelowKw2[i]).toBeCloseTo(
          total(i, (one) => loadOff("p10Kw")(one, i) ** 2),
          8,
        );
        expect(bands.loadAboveKw2[i]).toBeCloseTo(
          total(i, (one) => loadOff("p90Kw")(one, i) ** 2),
          8,
        );
        expect(bands.loadWidthKw2[i]).toBeCloseTo(total(i, width), 8);
        expect(bands.loadMedianKw3[i]).toBeCloseTo(
          total(i, (one) => width(one, i) * loadOff("p50Kw")(one, i)),
          8,
        );
      }
    }
  });
});
