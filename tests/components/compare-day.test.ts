import fc from "fast-check";
import { expect, test } from "vitest";
import type { Colours } from "@/components/chart/use-colours.ts";
import type { Interval } from "@/components/chart/series.ts";
import { withCompared } from "@/components/power-history/compare-day.ts";
import { historyCsv } from "@/components/power-history/history-csv.ts";
import { historyCurves } from "@/components/power-history/history-curves.ts";
import { toReadings } from "@/components/power-history/history-readings.ts";
import { alignByWallClock, parseComparison, toComparedDay } from "@/lib/time/compare-day.ts";
import { localDate, localMinute, offsetAt, QUARTER_MS, startOfDay } from "@/lib/time/amsterdam.ts";
import { chartTexts } from "./chart-texts.ts";

const dayOf = (date: string) => {
  const noon = Date.parse(`${date}T12:00Z`);
  return { from: startOfDay(noon), to: startOfDay(noon, 1) };
};
/** A day on which the power of each quarter is its number. */
const measuredOn = (date: string): Interval[] => {
  const { from, to } = dayOf(date);
  return Array.from({ length: (to - from) / QUARTER_MS }, (_, index) => ({
    from: from + index * QUARTER_MS,
    to: from + (index + 1) * QUARTER_MS,
    forecast: null,
    upward: null,
    downward: null,
    actual: index,
  }));
};
const timeOf = (at: number) => localMinute(at).slice(-5);

test("a comparison is a relative day or a date, and never the day itself", () => {
  const day = dayOf("2026-10-26");
  const comparedWith = (text: string | null) => {
    const compared = toComparedDay(parseComparison(text), day);
    return compared && localDate(compared.from);
  };
  expect(comparedWith("day-before")).toBe("2026-10-25");
  expect(comparedWith("week-before")).toBe("2026-10-19");
  expect(comparedWith("2025-12-24")).toBe("2025-12-24");
  for (const none of [null, "", "yesterday", "2026-02-30", "2026-10-26"])
    expect(comparedWith(none)).toBeNull();
  const week = { from: day.from, to: startOfDay(day.from, 7) };
  expect(toComparedDay("day-before", week)).toBeNull();
});

const dates = fc
  .integer({ min: 0, max: 800 })
  .map((days) => localDate(startOfDay(Date.parse("2025-03-01T12:00Z"), days)));
const clockChanges = fc.constantFrom("2025-03-30", "2025-10-26", "2026-03-29", "2026-10-25");
const anyDay = fc.oneof(dates, clockChanges);

test("values lie at their own wall-clock time, each at most once, on any two days", () => {
  fc.assert(
    fc.property(anyDay, anyDay, (date, otherDate) => {
      const other = measuredOn(otherDate);
      const aligned = alignByWallClock(dayOf(date), other);
      const used = [...aligned].flatMap(([at, kw]) => {
        if (kw === null) return [];
        expect(timeOf(other[kw]!.from)).toBe(timeOf(at));
        return [kw];
      });
      expect(new Set(used).size).toBe(used.length);
      expect(used.length).toBeGreaterThanOrEqual(92);
      expect(aligned.size).toBe(measuredOn(date).length);
    }),
    { numRuns: 150 },
  );
});

test("of an hour that comes twice, the one of the other day's season is compared", () => {
  const twice = alignByWallClock(dayOf("2026-10-25"), measuredOn("2026-10-24"));
  const twos = [...twice].filter(([at]) => timeOf(at) === "02:00");
  expect(twos.map(([at, kw]) => [offsetAt(at) / 3_600_000, kw])).toEqual([
    [2, 8],
    [1, null],
  ]);
  const once = alignByWallClock(dayOf("2026-10-26"), measuredOn("2026-10-25"));
  expect([...once].filter(([at]) => timeOf(at) === "02:00").map(([, kw]) => kw)).toEqual([12]);
});

test("an hour that the other day lacks is a gap, and one that only it has is left out", () => {
  const gap = alignByWallClock(dayOf("2026-03-30"), measuredOn("2026-03-29"));
  const missing = [...gap].filter(([, kw]) => kw === null).map(([at]) => timeOf(at));
  expect(missing).toEqual(["02:00", "02:15", "02:30", "02:45"]);
  const short = alignByWallClock(dayOf("2026-03-29"), measuredOn("2026-03-28"));
  expect([...short.values()]).toEqual(
    measuredOn("2026-03-28")
      .map(({ actual }) => actual)
      .filter((kw) => kw! < 8 || kw! > 11),
  );
});

test("the second day is in the curves, the legend and the file, also ahead of the measurements", () => {
  const day = dayOf("2026-06-10");
  const now = measuredOn("2026-06-10").slice(0, 2);
  const intervals = withCompared(now, alignByWallClock(day, measuredOn("2026-06-09")));
  expect(intervals).toHaveLength(96);
  expect(intervals[1]).toMatchObject({ actual: 1, compared: 1 });
  expect(intervals[95]).toMatchObject({ actual: null, compared: 95 });
  const colours = new Proxy({}, { get: () => "rgb(1, 2, 3)" }) as Colours;
  const given = { subject: "SOLAR_INVERTER", plain: true, live: null } as const;
  for (const [language, label] of [
    ["en", "Actual on Tue 9 Jun 2026"],
    ["nl", "Gemeten op di 9 jun 2026"],
  ] as const) {
    const labels = chartTexts(language);
    const options = { ...given, comparedWith: labels.f.day(dayOf("2026-06-09").from) };
    const curve = historyCurves(intervals, colours, options, labels.t).at(-1)!;
    expect(curve).toMatchObject({ label, width: 1 });
    expect(curve.points.at(-2)!.y).toBe(95);
    const rows = { band: false, coverage: false, reported: false, withControls: false };
    const context = { ...options, windows: [], cachedFrom: 0, rows };
    expect(toReadings(intervals[4], context, labels)[1]).toMatchObject({ label });
    const csv = [...historyCsv(intervals, { ...options, isSimulated: false }, labels)].join("");
    const lines = csv.trimEnd().split("\r\n");
    expect(lines[0]).toContain(label);
    expect(lines[96]).toMatch(/;;95$/);
  }
});
