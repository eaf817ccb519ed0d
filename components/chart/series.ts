import type { DeviceHistoricalItem, HistoricalDataItem } from "@/lib/contract/historical.ts";
import { QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";

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
}

/** A point of a stepped line; `y: null` breaks the line. */
export interface Point {
  x: number;
  y: number | null;
}

type Item = Pick<HistoricalDataItem, "time"> &
  Partial<HistoricalDataItem> &
  Partial<Pick<DeviceHistoricalItem, "reporting" | "expected">>;

function toInterval(item: Item): Interval {
  const from = toMillis(item.time);
  const { forecast = null, upward = null, downward = null, actual = null } = item;
  const interval = { from, to: from + QUARTER_MS, forecast, upward, downward, actual };
  const { reporting, expected } = item;
  if (reporting === undefined || expected === undefined) return interval;
  return { ...interval, reported: { locations: reporting, expected } };
}

/**
 * History and what is expected after it as one series, oldest first; where both speak of the same
 * interval, history counts.
 */
export function joinIntervals(
  history: readonly Item[],
  expected: readonly Item[] = [],
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
