import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS, QUARTER_MS, startOfDay } from "@/lib/time/amsterdam.ts";
import { showsDays } from "@/components/chart/ranges.ts";
import type { Interval } from "@/components/chart/series.ts";
import type { Colours } from "@/components/chart/use-colours.ts";
import {
  dailyCurves,
  dailyReadings,
  describeIncomplete,
} from "@/components/power-history/daily-bars.ts";
import { sumDays } from "@/components/power-history/daily-sums.ts";
import { chartTexts } from "./chart-texts.ts";

const noon = (day: string) => Date.parse(`${day}T12:00Z`);
const dayOf = (day: string) => ({ from: startOfDay(noon(day)), to: startOfDay(noon(day), 1) });
const rangeOf = (first: string, last = first) => ({ from: dayOf(first).from, to: dayOf(last).to });

function quartersOf({ from, to }: { from: number; to: number }, kw = 4): Interval[] {
  return Array.from({ length: (to - from) / QUARTER_MS }, (_, index) => ({
    from: from + index * QUARTER_MS,
    to: from + (index + 1) * QUARTER_MS,
    forecast: -kw,
    upward: null,
    downward: null,
    actual: kw,
  }));
}

const unmeasured = (interval: Interval): Interval => ({ ...interval, actual: null });
const LATER = noon("2026-12-31");

test.each([
  ["2026-03-29", 23],
  ["2026-06-10", 24],
  ["2026-10-25", 25],
])("%s is one bar with the energy of its %i hours", (day, hours) => {
  const range = dayOf(day);
  const [sum, ...others] = sumDays(quartersOf(range), range, LATER);
  expect(others).toEqual([]);
  expect(sum).toMatchObject({
    ...range,
    measured: { out: hours * 4, into: 0 },
    forecast: { out: 0, into: hours * 4 },
    quarters: { measured: hours * 4, finished: hours * 4, total: hours * 4 },
    coverage: "whole",
  });
});

test("days add up to the energy of all their quarter-hours, each in one of them", () => {
  const range = rangeOf("2026-10-20", "2026-10-30");
  const kw = fc.option(fc.double({ min: -500, max: 500, noNaN: true }), { nil: null });
  const all = quartersOf(range);
  const powers = fc.array(kw, { minLength: all.length, maxLength: all.length });
  fc.assert(
    fc.property(powers, (values) => {
      const intervals = all.map((each, index) => ({ ...each, actual: values[index]! }));
      const days = sumDays(intervals, range, LATER);
      const known = values.filter((value) => value !== null);
      const total = (way: "out" | "into") =>
        days.reduce((sum, { measured }) => sum + (measured?.[way] ?? 0), 0);
      const expected = (sign: 1 | -1) =>
        known.reduce((sum, value) => sum + Math.max(sign * value, 0) / 4, 0);
      expect(days).toHaveLength(11);
      expect(total("out")).toBeCloseTo(expected(1), 6);
      expect(total("into")).toBeCloseTo(expected(-1), 6);
      expect(days.reduce((sum, { quarters }) => sum + quarters.measured, 0)).toBe(known.length);
      for (const { coverage, quarters } of days) {
        const { measured, total: due } = quarters;
        expect(coverage).toBe(measured === 0 ? "none" : measured < due ? "part" : "whole");
      }
    }),
    { numRuns: 30 },
  );
});

test("a day is incomplete if a quarter-hour is not measured or is missing", () => {
  const range = rangeOf("2026-10-24", "2026-10-26");
  const all = quartersOf(range);
  const intervals = all.flatMap((each, index) => {
    if (index === 5) return [unmeasured(each)];
    return index === 100 || each.from >= dayOf("2026-10-26").from ? [] : [each];
  });
  const days = sumDays(intervals, range, LATER);
  expect(days.map(({ coverage }) => coverage)).toEqual(["part", "part", "none"]);
  expect(days.map(({ measured }) => measured?.out ?? null)).toEqual([95, 99, null]);
  // The forecast of a day with a hole is not known.
  expect(days.map(({ forecast }) => forecast?.into ?? null)).toEqual([96, null, null]);
  expect(describeIncomplete(days, chartTexts("en"))).toMatch(/^3 days lack measurements/);
  expect(describeIncomplete(days, chartTexts("nl"))).toMatch(/^Van 3 dagen ontbreken metingen/);
});

test("the running day is complete so far, and a reading may be five minutes late", () => {
  const range = rangeOf("2026-10-24", "2026-10-26");
  const start = dayOf("2026-10-25").from;
  const now = start + 10 * QUARTER_MS;
  const until = (count: number) =>
    quartersOf(range).map((each) =>
      each.from < start + count * QUARTER_MS ? each : unmeasured(each),
    );
  const coverage = (count: number, at: number) =>
    sumDays(until(count), range, at).map((day) => day.coverage);
  expect(coverage(10, now)).toEqual(["whole", "running", "ahead"]);
  expect(coverage(9, now + 4 * MINUTE_MS)).toEqual(["whole", "running", "ahead"]);
  expect(coverage(9, now + 6 * MINUTE_MS)).toEqual(["whole", "part", "ahead"]);
});

test("days are summed whole where a zoom cuts them", () => {
  const range = rangeOf("2026-10-18", "2026-10-30");
  const zoom = { from: range.from + DAY_MS / 2, to: range.to - DAY_MS / 2 };
  const days = sumDays(quartersOf(range), zoom, LATER);
  expect(days).toHaveLength(13);
  expect(days[0]!.measured!.out).toBe(96);
});

test("controls change what was expected of their days alone", () => {
  const range = rangeOf("2026-06-10", "2026-06-11");
  const intervals = quartersOf(range).map((each, index) =>
    index === 0 ? { ...each, withControls: -12 } : each,
  );
  const [first, second] = sumDays(intervals, range, LATER);
  expect(first!.withControls).toEqual({ out: 0, into: 98 });
  expect(second!.withControls).toBeUndefined();
});

test("what is expected of a day with controls is unknown while their changes are", () => {
  const range = rangeOf("2026-06-10");
  const unread = quartersOf(range).map((each) => ({ ...each, withControls: null }));
  const rows = { band: false, coverage: false, reported: false, withControls: true };
  const options = {
    subject: "CONNECTION",
    plain: false,
    windows: [],
    cachedFrom: 0,
    rows,
  } as const;
  const valueOf = (intervals: Interval[]) => {
    const readings = dailyReadings(sumDays(intervals, range, LATER)[0], options, chartTexts("en"));
    return readings.find(({ label }) => label === "Expected with controls")!.value;
  };
  expect(valueOf(unread)).toBe("–");
  expect(valueOf(quartersOf(range))).toContain("96.0");
});

test("bars are drawn from 7 days up, whether or not the clock changes among them", () => {
  for (const [first, last, expected] of [
    ["2026-10-19", "2026-10-25", false],
    ["2026-03-23", "2026-03-29", false],
    ["2026-06-01", "2026-06-07", false],
    ["2026-03-22", "2026-03-29", true],
    ["2026-06-01", "2026-06-08", true],
  ] as const)
    expect(showsDays(rangeOf(first, last))).toBe(expected);
});

test("an incomplete day is a curve of its own, and its readings say so in both languages", () => {
  const range = rangeOf("2026-10-24", "2026-10-25");
  const intervals = quartersOf(range).map((each, index) => (index === 3 ? unmeasured(each) : each));
  const days = sumDays(intervals, range, LATER);
  const colours = Object.fromEntries(
    ["production-mark", "consumption", "forecast", "curtailed"].map((name) => [
      name,
      "rgb(1, 2, 3)",
    ]),
  ) as Colours;
  const options = { subject: "CONNECTION", plain: false } as const;
  const curves = dailyCurves(days, colours, options, chartTexts("en"));
  const valuesOf = (name: string) =>
    curves.find(({ label }) => label === name)!.points.flatMap(({ y }) => (y === null ? [] : [y]));
  expect(valuesOf("To the grid")).toEqual([100, 100]);
  expect(valuesOf("To the grid, incomplete day")).toEqual([95, 95]);
  const rows = { band: false, coverage: false, reported: false, withControls: false };
  const read = (language: "en" | "nl") =>
    dailyReadings(
      days[0],
      { ...options, windows: [], cachedFrom: 0, rows },
      chartTexts(language),
    ).map(({ value }) => value?.replaceAll("\u00a0", " "));
  expect(read("en")).toEqual([
    "95.0 kWh",
    "0 kWh",
    "95 of 96: incomplete",
    "0 kWh to, 96.0 kWh from the grid",
  ]);
  expect(read("nl")).toEqual([
    "95,0 kWh",
    "0 kWh",
    "95 van 96: onvolledig",
    "0 kWh naar, 96,0 kWh van het net",
  ]);
});
