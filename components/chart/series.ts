import type {
  DeviceHistoricalItem,
  ForecastItem,
  HistoricalDataItem,
} from "@/lib/contract/historical.ts";
import { QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";

/** One stepped line of a chart and its style: lines differ in more than colour. */
export interface Curve {
  label: string;
  points: Point[];
  colour: string;
  /** Colour of the parts below zero. */
  colourBelow?: string;
  width: number;
  /** Lengths of strokes and gaps; a whole line without. */
  dash?: number[];
  /** Draws each point as a dot with a rim of this colour. */
  dot?: string;
  /** Fills towards another curve (its position), or towards zero with a colour per side. */
  fill?: { towards: number; colour: string } | { above: string; below: string };
}

/** What was measured this minute. */
export interface LivePoint {
  at: number;
  kw: number;
}

/** A stretch of time shaded in the chart. */
export interface ShadedWindow {
  from: number;
  to: number;
  label: string;
  /** The page about it. */
  href?: string;
}

/** The stretches of time that at least one window covers, oldest first. */
export function coveredIntervals(windows: readonly ShadedWindow[]): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  for (const { from, to } of [...windows].sort((a, b) => a.from - b.from)) {
    const last = stretches.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else stretches.push({ from, to });
  }
  return stretches;
}

/** Strokes and gaps of a forecast or plan. */
export const FORECAST_DASH = [5, 4];

/** One quarter of an hour, `[from, to)` in milliseconds; powers in kW, production positive. */
export interface Interval {
  from: number;
  to: number;
  /** Null, as the next two, where nothing is forecast: of a class of devices. */
  forecast: number | null;
  upward: number | null;
  downward: number | null;
  /** Null where nothing was measured (yet). */
  actual: number | null;
  /** Of a class of devices in many locations: how many are in `actual`, of how many. */
  reported?: { locations: number; expected: number };
  /** What is expected with controls; absent where none changes the forecast, null where that is not known. */
  withControls?: number | null;
  /** What was measured on the day it is compared with, at the same wall-clock time. */
  compared?: number | null;
  /** Share of an area's locations that are measured in `actual`, 0 to 1. */
  coverage?: number;
  /** Eight in ten measurements are expected between these. */
  band?: { low: number; median: number | null; high: number };
}

/** What is expected with controls: the forecast where they change nothing; null where it is not known. */
export const getExpectedWithControls = <T>({
  forecast,
  withControls,
}: {
  forecast: T | null;
  withControls?: T | null;
}): T | null => (withControls === undefined ? forecast : withControls);

/** Whether controls are known to change the forecast of some interval. */
export const hasPlannedChange = (intervals: readonly Interval[]): boolean =>
  intervals.some(({ withControls }) => typeof withControls === "number");

/** A point of a stepped line; `y: null` breaks the line. */
export interface Point {
  x: number;
  y: number | null;
}

/** An interval of a history or a forecast as the service returns it. */
export type SeriesItem = Pick<HistoricalDataItem, "time"> &
  Partial<HistoricalDataItem> &
  Partial<Pick<DeviceHistoricalItem, "reporting" | "expected">> &
  Partial<Pick<ForecastItem, "p10" | "p50" | "p90">> & { coverage?: number | undefined };

function toInterval(item: SeriesItem): Interval {
  const from = toMillis(item.time);
  const { forecast = null, upward = null, downward = null, actual = null } = item;
  const { reporting, expected, coverage, p10, p50, p90 } = item;
  return {
    from,
    to: from + QUARTER_MS,
    forecast,
    upward,
    downward,
    actual,
    ...(reporting !== undefined &&
      expected !== undefined && { reported: { locations: reporting, expected } }),
    ...(coverage !== undefined && { coverage }),
    ...(p10 !== undefined &&
      p90 !== undefined && { band: { low: p10, median: p50 ?? null, high: p90 } }),
  };
}

/**
 * History and what is expected after it as one series, oldest first; where both speak of the same
 * interval, history counts.
 */
export function joinIntervals(
  history: readonly SeriesItem[],
  expected: readonly SeriesItem[] = [],
): Interval[] {
  const byStart = new Map<number, Interval>();
  for (const item of [...expected, ...history]) {
    const interval = toInterval(item);
    byStart.set(interval.from, interval);
  }
  return [...byStart.values()].sort((a, b) => a.from - b.from);
}

/**
 * A stepped line: each value holds from its interval's start to its end, also the last one's; an
 * unknown value and a missing interval leave a gap.
 */
export function steps<T extends { from: number; to: number }>(
  intervals: readonly T[],
  valueOf: (interval: T) => number | null,
): Point[] {
  const points: Point[] = [];
  intervals.forEach((interval, index) => {
    const y = valueOf(interval);
    if (y === null) return;
    points.push({ x: interval.from, y });
    const next = intervals[index + 1];
    const runsOn = next !== undefined && next.from === interval.to && valueOf(next) !== null;
    if (!runsOn) points.push({ x: interval.to, y }, { x: interval.to, y: null });
  });
  return points;
}

/** The interval a moment lies in; intervals are ordered by time. */
export function intervalAt<T extends { from: number; to: number }>(
  intervals: readonly T[],
  at: number,
): T | undefined {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (intervals[middle]!.to <= at) low = middle + 1;
    else high = middle;
  }
  const found = intervals[low];
  return found && found.from <= at ? found : undefined;
}
