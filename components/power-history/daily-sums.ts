import { sumKwh } from "@/lib/energy/energy.ts";
import { MINUTE_MS, QUARTER_MS, startOfDay } from "@/lib/time/amsterdam.ts";
import type { Range } from "../chart/ranges.ts";
import { getExpectedWithControls, hasPlannedChange, type Interval } from "../chart/series.ts";

/** Energy of a day by direction, both 0 or more, in kWh. */
export interface TwoWayEnergy {
  out: number;
  into: number;
}

/** The energy of an Amsterdam day of 92, 96 or 100 quarter-hours. */
export interface DaySum extends Range {
  /** Null if nothing was measured. */
  measured: TwoWayEnergy | null;
  /** Null unless every quarter-hour of the day has one. */
  forecast: TwoWayEnergy | null;
  /** With controls; absent where they change nothing, null where that is not known, or as `forecast`. */
  withControls?: TwoWayEnergy | null;
  quarters: { measured: number; finished: number; total: number };
  /** ahead: not begun; running: complete so far; part: quarter-hours are missing; none: all are. */
  coverage: "ahead" | "running" | "whole" | "part" | "none";
  /** Mean share of an area's locations in the measurements, 0 to 1; absent where not reported. */
  share?: number;
}

/** A measurement that is this young (ms) may still arrive. */
const GRACE = 5 * MINUTE_MS;

const sumEnergy = (
  quarters: readonly Interval[],
  getKw: (quarter: Interval) => number,
): TwoWayEnergy => ({
  out: sumKwh(quarters, (quarter) => Math.max(getKw(quarter), 0)),
  into: sumKwh(quarters, (quarter) => Math.max(-getKw(quarter), 0)),
});

function getCoverage(measured: number, { from, to }: Range, now: number): DaySum["coverage"] {
  if (measured === 0 && now - GRACE < from + QUARTER_MS) return "ahead";
  if (measured === 0) return "none";
  const due = Math.floor((Math.min(now - GRACE, to) - from) / QUARTER_MS);
  if (measured < due) return "part";
  return now < to ? "running" : "whole";
}

const getMean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The share of locations in a measurement of an area. */
const getShare = ({ coverage, reported }: Interval): number[] => {
  if (coverage !== undefined) return [coverage];
  return reported && reported.expected > 0 ? [reported.locations / reported.expected] : [];
};

function sumWithControls(quarters: readonly Interval[]): Pick<DaySum, "withControls"> {
  if (quarters.some((quarter) => getExpectedWithControls(quarter) === null))
    return { withControls: null };
  if (!hasPlannedChange(quarters)) return {};
  return { withControls: sumEnergy(quarters, (quarter) => getExpectedWithControls(quarter)!) };
}

function sumDay(quarters: readonly Interval[], day: Range, now: number): DaySum {
  const measured = quarters.filter(({ actual }) => actual !== null);
  const total = Math.round((day.to - day.from) / QUARTER_MS);
  const isForecast =
    quarters.length === total && quarters.every(({ forecast }) => forecast !== null);
  const shares = measured.flatMap(getShare);
  return {
    ...day,
    measured: measured.length === 0 ? null : sumEnergy(measured, ({ actual }) => actual!),
    forecast: isForecast ? sumEnergy(quarters, ({ forecast }) => forecast!) : null,
    ...(isForecast ? sumWithControls(quarters) : { withControls: null }),
    quarters: {
      measured: measured.length,
      finished: Math.max(0, Math.floor((Math.min(now, day.to) - day.from) / QUARTER_MS)),
      total,
    },
    coverage: getCoverage(measured.length, day, now),
    ...(shares.length > 0 && { share: getMean(shares) }),
  };
}

/**
 * The Amsterdam days that a range touches, each with the energy of all its quarter-hours. `intervals`
 * are ordered by time; days without any are listed too.
 */
export function sumDays(intervals: readonly Interval[], range: Range, now: number): DaySum[] {
  const days: DaySum[] = [];
  let next = 0;
  for (let from = startOfDay(range.from); from < range.to;) {
    const to = startOfDay(from, 1);
    while (next < intervals.length && intervals[next]!.from < from) next += 1;
    const first = next;
    while (next < intervals.length && intervals[next]!.from < to) next += 1;
    days.push(sumDay(intervals.slice(first, next), { from, to }, now));
    from = to;
  }
  return days;
}
