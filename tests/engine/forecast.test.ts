import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf, ispsTouched, QUARTER_MS, wallQuarter } from "../../service/engine/calendar.ts";
import { forecast, type Learned } from "../../service/engine/forecast.ts";
import { clearSkyOf } from "../../service/engine/sun.ts";
import { panels, site } from "./sites.ts";

const DAY = 96;
const HISTORY = 8 * DAY;
const START = Date.parse("2026-05-20T10:00:00Z");
const middle = (ms: number) => ms + QUARTER_MS / 2;
const clearSkyKw = clearSkyOf(site());

/** Eight days up to `endMs`, told by what each quarter-hour was. */
function learned(
  endMs: number,
  pv: (ms: number, index: number) => number,
  load: (ms: number, index: number) => number = () => 0,
): Learned {
  const startMs = endMs - HISTORY * QUARTER_MS;
  const tell = (value: typeof pv) =>
    Float32Array.from({ length: HISTORY }, (_, index) =>
      value(startMs + index * QUARTER_MS, index),
    );
  return { startMs, pvKw: tell(pv), loadKw: tell(load) };
}
const since = ({ startMs, pvKw, loadKw }: Learned, fromMs: number): Learned => {
  const skipped = (fromMs - startMs) / QUARTER_MS;
  return { startMs: fromMs, pvKw: pvKw.slice(skipped), loadKw: loadKw.slice(skipped) };
};
const unknown = () => NaN;
const nothing: Learned = { startMs: START, pvKw: new Float32Array(), loadKw: new Float32Array() };
const cloudy = (share: number) => (ms: number) => share * clearSkyKw(middle(ms));

describe("panels", () => {
  it("a sky that stays as it is, is forecast as it is", () => {
    const { pvKw } = forecast(site(), learned(START, cloudy(0.5)), START, DAY);
    for (const [index, kw] of pvKw.entries()) {
      expect(kw).toBeCloseTo(cloudy(0.5)(START + index * QUARTER_MS), 0);
    }
  });

  it("the next quarter-hour goes on from the last value, later ones go back to the week's mean", () => {
    const week = cloudy(0.8);
    const now = (ms: number) => (ms >= START - 4 * QUARTER_MS ? cloudy(0.2)(ms) : week(ms));
    const { pvKw } = forecast(site(), learned(START, now), START, 2 * DAY);
    const shareOfClear = (index: number) =>
      pvKw[index]! / clearSkyKw(middle(START + index * QUARTER_MS));
    expect(shareOfClear(0)).toBeCloseTo(0.2, 6);
    expect(shareOfClear(8)).toBeGreaterThan(0.2);
    expect(shareOfClear(16)).toBeGreaterThan(shareOfClear(8));
    expect(shareOfClear(DAY + 8)).toBeGreaterThan(0.7);
  });

  it("a gap before now lets the memory of the sky fade", () => {
    const now = (ms: number) => (ms >= START - 12 * QUARTER_MS ? 0 : cloudy(0.8)(ms));
    const masked = (ms: number) => (ms >= START - 12 * QUARTER_MS ? NaN : cloudy(0.8)(ms));
    const curtailed = forecast(site(), learned(START, now), START, 1).pvKw[0]!;
    const kept = forecast(site(), learned(START, masked), START, 1).pvKw[0]!;
    expect(curtailed).toBe(0);
    expect(kept).toBeGreaterThan(0.7 * clearSkyKw(middle(START)));
  });

  it("nothing learned: a typical share of the clear sky", () => {
    const { pvKw } = forecast(site(), nothing, START, DAY);
    for (const [index, kw] of pvKw.entries()) {
      expect(kw).toBeCloseTo(0.6 * clearSkyKw(middle(START + index * QUARTER_MS)), 5);
    }
    expect(forecast(site(), learned(START, unknown), START, DAY).pvKw).toEqual(pvKw);
  });

  it("the night is dark whatever was learned, and the rating is never passed", () => {
    const wild = learned(START, () => 500);
    const { pvKw } = forecast(site(), wild, START, 2 * DAY);
    expect(Math.max(...pvKw)).toBeLessThanOrEqual(10);
    for (const [index, kw] of pvKw.entries()) {
      if (clearSkyKw(middle(START + index * QUARTER_MS)) === 0) expect(kw).toBe(0);
    }
    const small = site({ panels: [panels({ inverterKw: 3 }), panels({ peakKw: 2 })] });
    expect(Math.max(...forecast(small, wild, START, DAY).pvKw)).toBeLessThanOrEqual(5);
  });

  it("a site without panels produces nothing", () => {
    const { pvKw } = forecast(
      site({ panels: [] }),
      learned(START, () => 4),
      START,
      DAY,
    );
    expect(pvKw.every((kw) => kw === 0)).toBe(true);
  });

  it("the sun does not change its clock: the peak stays put across the change to winter time", () => {
    const before = dayOf("2026-10-25").startMs;
    const { pvKw } = forecast(site(), learned(before, cloudy(0.6)), before, 200);
    for (const [index, kw] of pvKw.entries()) {
      const usual = cloudy(0.6)(before + index * QUARTER_MS);
      expect(Math.abs(kw - usual)).toBeLessThan(0.35);
    }
  });

  it("beats plain persistence on changing skies from an hour on", () => {
    const sky = (ms: number) => 0.55 + 0.35 * Math.sin(ms / 9e6) * Math.cos(ms / 4.1e7);
    const truth = (ms: number) => sky(ms) * clearSkyKw(middle(ms));
    const errors = [4, 16, 32].map((ahead) => {
      let [ours, persistence] = [0, 0];
      for (let shift = 0; shift < 60; shift++) {
        const nowMs = START + shift * 7 * QUARTER_MS;
        const then = nowMs + ahead * QUARTER_MS;
        const { pvKw } = forecast(site(), learned(nowMs, truth), nowMs, ahead + 1);
        ours += Math.abs(pvKw[ahead]! - truth(then));
        persistence += Math.abs(truth(nowMs - QUARTER_MS) - truth(then));
      }
      return ours / persistence;
    });
    expect(Math.max(...errors)).toBeLessThan(0.75);
  });
});

describe("load", () => {
  const habit = (ms: number) => 1 + wallQuarter(ms) / 10;

  it("is the mean of the same quarter-hour over the last seven days, not the eighth", () => {
    const startMs = START - HISTORY * QUARTER_MS;
    const load = (ms: number) => {
      const day = Math.floor((ms - startMs) / (DAY * QUARTER_MS));
      return day === 0 ? 100 : day;
    };
    const { loadKw } = forecast(site(), learned(START, unknown, load), START, DAY);
    expect([...loadKw]).toEqual(Array.from({ length: DAY }, () => 4));
  });

  it("what is missing or was under control does not count", () => {
    const load = (_: number, index: number) => (index % (2 * DAY) < DAY ? NaN : 3);
    const { loadKw } = forecast(site(), learned(START, unknown, load), START, DAY);
    expect([...loadKw]).toEqual(Array.from({ length: DAY }, () => 3));
  });

  it("a quarter-hour not seen this week takes what older days say, else the mean of the others", () => {
    const old = (_: number, index: number) => (index < DAY ? 5 : NaN);
    const { loadKw } = forecast(site(), learned(START, unknown, old), START, DAY);
    expect([...loadKw]).toEqual(Array.from({ length: DAY }, () => 5));
    const hour = (_: number, index: number) => (index >= HISTORY - 4 ? 2 : NaN);
    expect(forecast(site(), learned(START, unknown, hour), START, 20).loadKw[10]).toBe(2);
  });

  it("nothing learned: nothing drawn", () => {
    expect(forecast(site(), nothing, START, DAY).loadKw.every((kw) => kw === 0)).toBe(true);
  });

  it.each([
    ["2026-03-29", 92],
    ["2026-10-25", 100],
    ["2026-05-21", 96],
  ])("follows the clock on the wall on %s, a day of %i intervals", (date, isps) => {
    const { startMs, endMs } = dayOf(date);
    const { loadKw } = forecast(site(), learned(startMs, unknown, habit), startMs, isps);
    for (const [index, { fromMs }] of ispsTouched(startMs, endMs).entries()) {
      expect(loadKw[index]).toBeCloseTo(habit(fromMs), 5);
    }
  });

  it.each(["2026-03-30", "2026-10-26"])("and on %s, the day after the clocks changed", (date) => {
    const { startMs, endMs } = dayOf(date);
    const { loadKw } = forecast(site(), learned(startMs, unknown, habit), startMs, DAY);
    for (const [index, { fromMs }] of ispsTouched(startMs, endMs).entries()) {
      expect(loadKw[index]).toBeCloseTo(habit(fromMs), 5);
    }
  });
});

describe("every forecast", () => {
  it("knows nothing of what came after it was made", () => {
    const past = learned(START, cloudy(0.7), () => 2);
    const more = learned(
      START + DAY * QUARTER_MS,
      (ms) => (ms < START ? cloudy(0.7)(ms) : 9),
      (ms) => (ms < START ? 2 : 9),
    );
    expect(forecast(site(), more, START, DAY)).toEqual(
      forecast(site(), since(past, more.startMs), START, DAY),
    );
  });

  it("has a number for every quarter-hour, whatever is missing", () => {
    const value = fc.oneof(fc.constant(NaN), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, value), { maxLength: 300 }),
        fc.integer({ min: -50, max: 900 }),
        (values, ahead) => {
          const given = {
            startMs: START,
            pvKw: Float32Array.from(values, ([pv]) => pv),
            loadKw: Float32Array.from(values, ([, load]) => load),
          };
          const { pvKw, loadKw } = forecast(site(), given, START + ahead * QUARTER_MS, 30);
          for (const kw of [...pvKw, ...loadKw]) expect(kw).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
