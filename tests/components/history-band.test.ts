import { describe, expect, it, test } from "vitest";
import { QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { joinIntervals } from "@/components/chart/series.ts";
import type { Colours } from "@/components/chart/use-colours.ts";
import { historyCsv } from "@/components/power-history/history-csv.ts";
import { historyCurves } from "@/components/power-history/history-curves.ts";
import { toReadings } from "@/components/power-history/history-readings.ts";
import { chartTexts } from "./chart-texts.ts";

const START = Date.parse("2026-06-10T10:00Z");
const at = (quarter: number) => new Date(START + quarter * QUARTER_MS).toISOString();
const power = { forecast: 2, upward: 1, downward: 3 };
const measured = { ...power, time: at(0), actual: 1.5, coverage: 0.9666 };
const ahead = { ...power, time: at(1), p10: 0.5, p50: 1.75, p90: 2.75 };
const [past, coming] = joinIntervals([measured], [ahead]);
const colours = { forecast: "rgb(1, 2, 3)", up: "rgb(4, 5, 6)", down: "rgb(7, 8, 9)" } as Colours;
const look = { subject: "CONNECTION", plain: false, live: null } as const;

test("a history's interval has the share that was measured, one to come has a band", () => {
  expect(past).toMatchObject({ coverage: 0.9666 });
  expect(past).not.toHaveProperty("band");
  expect(coming).toMatchObject({ band: { low: 0.5, median: 1.75, high: 2.75 } });
  expect(coming).not.toHaveProperty("coverage");
});

describe.each([false, true])("the chart (for customers: %s)", (plain) => {
  const curvesOf = (intervals: NonNullable<typeof past>[]) =>
    historyCurves(intervals, colours, { ...look, plain }, chartTexts("en").t);

  it("fills the band between its edges", () => {
    const curves = curvesOf([past!, coming!]);
    const [high, low] = curves.slice(-2);
    expect(high!.fill).toMatchObject({ towards: curves.length - 1 });
    expect(high!.points.map(({ y }) => y)).toEqual([2.75, 2.75, null]);
    expect(low!.points.map(({ y }) => y)).toEqual([0.5, 0.5, null]);
  });

  it("has no band where none is known", () => {
    expect(curvesOf([past!]).map(({ label }) => label)).not.toContain("80% band");
  });
});

const readingsOf = (interval: typeof past, language: "en" | "nl") =>
  toReadings(interval, { ...look, windows: [], cachedFrom: 0, rows }, chartTexts(language)).map(
    ({ label, value }) => `${label}: ${value}`.replaceAll("\u00a0", " "),
  );
const rows = { band: true, coverage: true, reported: false, withControls: false };

test("the legend has the same rows for each interval, so that the chart below stays in place", () => {
  const labels = (interval: typeof past) =>
    readingsOf(interval, "en").map((reading) => reading.split(":")[0]);
  expect(labels(coming)).toEqual(labels(past));
  expect(labels(undefined)).toEqual(labels(past));
  expect(readingsOf(past, "en")).toContain("80% band: –");
  expect(readingsOf(coming, "en")).toContain("Coverage: –");
});

test("the legend shows the band and the share that was measured, in both languages", () => {
  expect(readingsOf(coming, "en")).toContain("80% band: 0.50 to 2.75 kW");
  expect(readingsOf(coming, "nl")).toContain("80%-band: 0,50 tot 2,75 kW");
  expect(readingsOf(past, "en")).toContain("Coverage: 97% of locations");
  expect(readingsOf(past, "nl")).toContain("Dekking: 97% van de locaties");
});

test("the CSV has columns for both where they are known", () => {
  const given = { subject: "CONNECTION", plain: false, isSimulated: false } as const;
  const linesOf = (intervals: NonNullable<typeof past>[]) =>
    [...historyCsv(intervals, given, chartTexts("en"))].join("").trimEnd().split("\r\n");
  const [heading, first, second] = linesOf([past!, coming!]);
  expect(heading).toMatch(
    /;Share of locations measured;80% band from \(kW\);Median of the forecast \(kW\);80% band to \(kW\)$/,
  );
  expect(first).toMatch(/;1,5;0,9666;;;$/);
  expect(second).toMatch(/;;;0,5;1,75;2,75$/);
  expect(linesOf([{ ...past!, coverage: undefined as never }])[0]).toMatch(/Actual [^;]*$/);
});
