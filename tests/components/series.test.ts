import { describe, expect, test } from "vitest";
import { DAY_MS, QUARTER_MS, startOfDay } from "@/lib/time/amsterdam.ts";
import { sumEffectsKwh } from "@/lib/energy/energy.ts";
import { toEffectIntervals } from "@/components/controls/charts/control-chart.tsx";
import { intervalAt, joinIntervals, steps } from "@/components/chart/series.ts";
import { intervalTimes } from "../../components/chart/chart-data-table.tsx";
import {
  describeHistory,
  describeHistoryForCustomer,
  sumTotals,
} from "@/components/power-history/summary.ts";
import { createFormats } from "@/lib/i18n/format.ts";
import { chartTexts } from "./chart-texts.ts";

const en = chartTexts("en");
const nl = chartTexts("nl");
const f = createFormats("en");
const NOON = Date.parse("2026-06-10T12:00:00Z");
const item = (start: number, actual?: number, forecast = 10) => ({
  time: new Date(start).toISOString(),
  forecast,
  upward: 2,
  downward: 3,
  ...(actual === undefined ? {} : { actual }),
});
const after = (quarters: number) => NOON + quarters * QUARTER_MS;

describe("history and forecast", () => {
  test("join into one series, oldest first, in which history wins", () => {
    const joined = joinIntervals(
      [item(after(1), 7), item(NOON, 5)],
      [item(after(1), undefined, 99), item(after(2))],
    );
    expect(joined.map(({ from, forecast, actual }) => [from, forecast, actual])).toEqual([
      [NOON, 10, 5],
      [after(1), 10, 7],
      [after(2), 10, null],
    ]);
  });

  test("distinguish a value of 0 from no value", () => {
    const [zero, none] = joinIntervals([item(NOON, 0), item(after(1))]);
    expect(zero?.actual).toBe(0);
    expect(none?.actual).toBeNull();
  });

  test("hold all 100 quarter-hours of the day the clock goes back, both hours of 02:00 included", () => {
    const midnight = startOfDay(Date.parse("2026-10-25T12:00Z"));
    const items = Array.from({ length: 100 }, (_, isp) => item(midnight + isp * QUARTER_MS, isp));
    const joined = joinIntervals(items);
    expect(joined).toHaveLength(100);
    expect(joined.at(-1)?.to).toBe(midnight + DAY_MS + 4 * QUARTER_MS);
    const twos = joined.filter(({ from }) => f.bareTime(from) === "02:00");
    expect(twos.map(({ from, actual }) => [from - midnight, actual])).toEqual([
      [8 * QUARTER_MS, 8],
      [12 * QUARTER_MS, 12],
    ]);
  });
});

describe("a stepped line", () => {
  const line = (items: ReturnType<typeof item>[]) =>
    steps(joinIntervals(items), ({ actual }) => actual);

  test("holds the last value to the end of its interval", () => {
    expect(line([item(NOON, 5), item(after(1), 7)])).toEqual([
      { x: NOON, y: 5 },
      { x: after(1), y: 7 },
      { x: after(2), y: 7 },
      { x: after(2), y: null },
    ]);
  });

  test("has a gap where nothing was measured", () => {
    const points = line([item(NOON, 5), item(after(1)), item(after(2), 6)]);
    expect(points).toEqual([
      { x: NOON, y: 5 },
      { x: after(1), y: 5 },
      { x: after(1), y: null },
      { x: after(2), y: 6 },
      { x: after(3), y: 6 },
      { x: after(3), y: null },
    ]);
  });

  test("has a gap where an interval is missing", () => {
    const points = line([item(NOON, 5), item(after(4), 6)]);
    expect(points.filter(({ y }) => y === null).map(({ x }) => x)).toEqual([after(1), after(5)]);
  });

  test("of no points is empty", () => {
    expect(line([])).toEqual([]);
    expect(line([item(NOON)])).toEqual([]);
  });
});

describe("a control's effect", () => {
  const effects = [
    effect("2026-06-10T12:15:00Z", "2026-06-10T12:20:00Z", 58, -6),
    effect("2026-06-10T12:07:00Z", "2026-06-10T12:15:00Z", 57, -30),
  ];

  test("keeps the length of partial intervals", () => {
    const intervals = toEffectIntervals(effects);
    expect(intervals.map(({ from, to }) => (to - from) / 60_000)).toEqual([8, 5]);
    const points = steps(intervals, ({ delta }) => delta);
    expect(points.map(({ x, y }) => [(x - NOON) / 60_000, y])).toEqual([
      [7, -30],
      [15, -6],
      [20, -6],
      [20, null],
    ]);
  });

  test("is each delta times the part of an hour it lasts", () => {
    expect(sumEffectsKwh(effects)).toBeCloseTo((-30 * 8 - 6 * 5) / 60, 10);
  });

  test("is found by a moment inside its window, end exclusive", () => {
    const intervals = toEffectIntervals(effects);
    expect(intervalAt(intervals, Date.parse("2026-06-10T12:15:00Z"))?.isp).toBe(58);
    expect(intervalAt(intervals, Date.parse("2026-06-10T12:20:00Z"))).toBeUndefined();
  });
});

describe("the summary of a range", () => {
  const intervals = joinIntervals([
    item(NOON, 40),
    item(after(1), -20),
    item(after(2)),
    item(after(3), 12),
  ]);

  test("counts only intervals that are finished and measured", () => {
    const totals = sumTotals(intervals, after(3));
    expect(totals).toMatchObject({ measured: 2, finished: 3, injectedKwh: 10, consumedKwh: 5 });
    expect(totals?.meanErrorKw).toBe(30);
  });

  test("counts the quarter-hours of the requested range, also before the first record", () => {
    const asked = { from: NOON - 24 * 3_600_000, to: after(8) };
    expect(sumTotals(intervals, after(4), { requested: asked })).toMatchObject({
      measured: 3,
      finished: 100,
    });
    expect(sumTotals(intervals, after(20), { requested: asked })).toMatchObject({
      measured: 3,
      finished: 104,
    });
  });

  test("does not count a controlled change as forecast error", () => {
    const control = (from: number, to: number) => ({ from, to, label: "Zero export" });
    const errorWith = (windows: ReturnType<typeof control>[], cachedFrom?: number) => {
      const { meanErrorKw, hasLeftOut } = sumTotals(intervals, after(4), {
        windows,
        cachedFrom,
      })!;
      return [meanErrorKw, hasLeftOut];
    };
    expect(errorWith([control(after(1) + 60_000, after(1) + 120_000)])).toEqual([16, true]);
    expect(errorWith([control(NOON - QUARTER_MS, NOON), control(after(4), after(5))])).toEqual([
      62 / 3,
      false,
    ]);
    expect(errorWith([control(after(3), after(4)), control(NOON, after(2))])).toEqual([null, true]);
    expect(errorWith([], after(3))).toEqual([2, true]);
    const windows = [control(NOON, after(1))];
    expect(describeHistory(intervals, after(4), nl, "CONNECTION", { windows })).toMatch(
      /prognosefout: 16,0\u00a0kW, zonder kwartieren met een sturing\.$/,
    );
  });

  test("mentions no forecast where there was none", () => {
    const [only] = joinIntervals([{ time: new Date(NOON).toISOString(), actual: 4 }]);
    expect(only).toMatchObject({ forecast: null, upward: null, downward: null, actual: 4 });
    expect(sumTotals([only!], after(1))?.meanErrorKw).toBeNull();
  });

  test("includes at how many locations a device type was measured", () => {
    const time = new Date(NOON).toISOString();
    const [some, single] = [
      { time, reporting: 41, expected: 43 },
      { time, actual: 1 },
    ];
    expect(joinIntervals([some])[0]?.reported).toEqual({ locations: 41, expected: 43 });
    expect(joinIntervals([single])[0]).not.toHaveProperty("reported");
  });

  test("reports that nothing was measured", () => {
    expect(describeHistory([], NOON, en)).toBe("No measurements in this period yet.");
    const unmeasured = joinIntervals([item(NOON)]);
    expect(describeHistory(unmeasured, after(9), en)).toMatch(/^No measurements in this period/);
    expect(describeHistory([], NOON, nl)).toBe("In deze periode is nog niets gemeten.");
  });

  test("names its extremes with their local times", () => {
    expect(describeHistory(intervals, after(4), en)).toBe(
      "3 of 4 finished quarter-hours measured. Highest net injection: 40.0\u00a0kW at 14:00; " +
        "lowest: −20.0\u00a0kW at 14:15. 13.0\u00a0kWh went to the grid and " +
        "5.00\u00a0kWh came from it. Average forecast error: 20.7\u00a0kW.",
    );
    expect(describeHistory(intervals, after(4), nl)).toBe(
      "3 van 4 afgelopen kwartieren gemeten. Hoogste netto-invoeding: 40,0\u00a0kW (14:00); " +
        "laagste: −20,0\u00a0kW (14:15). 13,0\u00a0kWh ging naar het net en 5,00\u00a0kWh kwam " +
        "van het net. Gemiddelde prognosefout: 20,7\u00a0kW.",
    );
  });

  test("shows customers exported and imported energy, and nothing else", () => {
    expect(describeHistoryForCustomer(intervals, after(3), en)).toBe(
      "10.0\u00a0kWh went to the grid and 5.00\u00a0kWh came from it. " +
        "Peak to the grid: 40.0\u00a0kW at 14:00. " +
        "Peak from the grid: 20.0\u00a0kW at 14:15.",
    );
    expect(describeHistoryForCustomer(intervals, after(3), nl)).toBe(
      "10,0\u00a0kWh ging naar het net en 5,00\u00a0kWh kwam van het net. " +
        "Piek naar het net: 40,0\u00a0kW (14:00). " +
        "Piek van het net: 20,0\u00a0kW (14:15).",
    );
  });

  test("shows charged and discharged energy of batteries", () => {
    expect(describeHistoryForCustomer(intervals, after(3), en, "BATTERY")).toMatch(
      /^10.0.kWh was discharged and 5.00.kWh charged\./,
    );
  });
});

describe("the times of intervals", () => {
  const named = (...moments: string[]) => {
    const intervals = moments.map((moment) => {
      const from = Date.parse(moment);
      return { from, to: from + QUARTER_MS };
    });
    return intervals.map(intervalTimes(intervals, f));
  };

  test("have no date within one day", () => {
    expect(named("2026-06-10T11:00Z", "2026-06-10T11:15Z")).toEqual(["13:00–13:15", "13:15–13:30"]);
  });

  test("carry the day if there are several", () => {
    expect(named("2026-06-10T21:45Z", "2026-06-10T22:00Z")).toEqual([
      "Wed 10, 23:45–00:00",
      "Thu 11, 00:00–00:15",
    ]);
  });

  test("carry summer or winter time where the clock changes", () => {
    expect(named("2026-10-25T00:30Z", "2026-10-25T01:30Z")).toEqual([
      "02:30–02:45 CEST",
      "02:30–02:45 CET",
    ]);
  });
});

function effect(time_from: string, time_to: string, isp: number, delta: number) {
  return { time_from, time_to, isp, before: 30, after: 30 + delta, delta };
}
