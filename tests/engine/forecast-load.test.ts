import { describe, expect, it } from "vitest";
import {
  getLocalDay,
  getIspParts,
  MINUTE_MS,
  QUARTER_MS,
  wallQuarter,
} from "../../lib/time/amsterdam.ts";
import { forecast, emptyModel } from "../../service/engine/forecast.ts";
import { Load } from "../../service/gateway/simulator/load.ts";
import { backtest } from "../../tools/backtest/replay.ts";
import { DAY, START, taught, teach, unknown } from "./trained-forecast.ts";
import { site } from "./sites.ts";

const habit = (ms: number) => 1 + wallQuarter(ms) / 10;

describe("the load forecast", () => {
  it("of a load that repeats daily is exact", () => {
    const { loadKw } = forecast(site(), taught(START, unknown, habit), START, DAY);
    for (const [index, kw] of loadKw.entries())
      expect(kw).toBeCloseTo(habit(START + index * QUARTER_MS), 4);
  });

  it("starts from the last value and returns to the profile", () => {
    const load = (ms: number) => (ms >= START - 2 * QUARTER_MS ? 6 : 2);
    const { loadKw } = forecast(site(), taught(START, unknown, load), START, DAY / 2);
    expect(loadKw[0]).toBeGreaterThan(4);
    expect(loadKw[4]).toBeLessThan(loadKw[0]!);
    expect(loadKw[DAY / 2 - 1]).toBeLessThan(2.6);
  });

  it("learns how long a deviation lasts: a district's persists, a kettle's does not", () => {
    const quarter = (ms: number) => ms / QUARTER_MS;
    const slow = (ms: number) => 5 + 2 * Math.sin(quarter(ms) / 61);
    const restless = (ms: number) => 5 + 2 * Math.sin(quarter(ms) ** 2);
    const last = (load: typeof slow) => (ms: number) => (ms === START - QUARTER_MS ? 9 : load(ms));
    const anHourOn = (load: typeof slow) =>
      forecast(site(), taught(START, unknown, last(load), 14), START, 4).loadKw[3]! -
      forecast(site(), taught(START, unknown, load, 14), START, 4).loadKw[3]!;
    expect(anHourOn(slow)).toBeGreaterThan(2);
    expect(anHourOn(restless)).toBeLessThan(1);
  });

  it("forgets values from weeks ago", () => {
    const learned = taught(START, unknown, () => 9, 20);
    teach(learned, START + 28 * DAY * QUARTER_MS, unknown, () => 3);
    const { loadKw } = forecast(site(), learned, learned.untilMs, DAY);
    for (const kw of loadKw) expect(kw).toBeLessThan(3.5);
  });

  it("ignores missing and controlled values", () => {
    const load = (ms: number) => (Math.floor(ms / QUARTER_MS / DAY) % 2 === 0 ? NaN : 3);
    const { loadKw } = forecast(site(), taught(START, unknown, load), START, DAY);
    expect([...loadKw]).toEqual(Array.from({ length: DAY }, () => 3));
  });

  it("uses the mean of the other quarter-hours for one never seen", () => {
    const hour = (ms: number) => (ms >= START - 4 * QUARTER_MS ? 2 : NaN);
    expect(forecast(site(), taught(START, unknown, hour), START, 20).loadKw[10]).toBe(2);
  });

  it("is zero without training", () => {
    const { loadKw } = forecast(site(), emptyModel(START), START, DAY);
    expect(loadKw.every((kw) => kw === 0)).toBe(true);
  });

  it.each([
    ["2026-03-29", 92],
    ["2026-10-25", 100],
    ["2026-05-21", 96],
    ["2026-03-30", 96],
    ["2026-10-26", 96],
  ])("follows local time on %s, a day of %i intervals", (date, isps) => {
    const { startMs, endMs } = getLocalDay(date);
    const { loadKw } = forecast(site(), taught(startMs, unknown, habit), startMs, isps);
    for (const [index, { fromMs }] of getIspParts(startMs, endMs).entries())
      expect(loadKw[index]).toBeCloseTo(habit(fromMs), 4);
  });
});

describe("households: never worse than persistence, and the band holds 80 %", () => {
  const days = 60;
  const startMs = Date.parse("2026-03-01T00:00:00Z");
  it.each(["a", "b", "c", "d"])("house %s of the simulator, held out of every fit", (seed) => {
    const load = new Load(`held-out ${seed}`, "household", 6 + seed.charCodeAt(0) / 20);
    const kw = Float64Array.from({ length: days * DAY }, (_, i) => {
      const first = startMs / MINUTE_MS + i * 15;
      return Array.from({ length: 15 }, (_, m) => load.at(first + m) / 15).reduce((a, b) => a + b);
    });
    const place = { latitude: 52.1, longitude: 5.2 };
    const options = { position: place, peakKw: undefined, warmUpDays: 7 };
    const scores = backtest({ kind: "load", quarters: { startMs, kw } }, options);
    for (const { skill, coverage, belowMedian } of scores) {
      expect(skill).toBeGreaterThanOrEqual(0);
      expect(coverage).toBeGreaterThan(0.75);
      expect(coverage).toBeLessThan(0.85);
      expect(belowMedian).toBeGreaterThan(0.45);
      expect(belowMedian).toBeLessThan(0.56);
    }
  });
});

describe("a household that leaves for a week, and comes back", () => {
  /** Occupied for two weeks, then empty for one: 1 kW in the evening, or 0.1 kW all day. */
  const isAway = (day: number) => day % 21 >= 14;
  const kwAt = (quarter: number) => {
    const [day, slot] = [Math.floor(quarter / DAY), quarter % DAY];
    return isAway(day) || slot < 72 ? 0.1 : 1 + 0.4 * Math.sin(quarter * 1.7);
  };

  it("is forecast a day ahead no worse than from the day before", () => {
    const kw = Float64Array.from({ length: 63 * DAY }, (_, quarter) => kwAt(quarter));
    const place = { latitude: 52.1, longitude: 5.2 };
    const [, , , dayAhead] = backtest(
      { kind: "load", quarters: { startMs: Date.parse("2026-03-01T00:00:00Z"), kw } },
      { position: place, peakKw: undefined, warmUpDays: 7 },
    );
    // Equal to persistence is good enough; the model computes in 32 bits.
    expect(dayAhead!.skill).toBeGreaterThan(-1e-6);
  });
});
