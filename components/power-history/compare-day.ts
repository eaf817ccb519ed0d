import { QUARTER_MS } from "@/lib/time/amsterdam.ts";
import type { Interval } from "../chart/series.ts";

const emptyInterval = (from: number): Interval => ({
  from,
  to: from + QUARTER_MS,
  forecast: null,
  upward: null,
  downward: null,
  actual: null,
});

/** A day's intervals, each with what was measured on another day at the same time. */
export function withCompared(
  intervals: readonly Interval[],
  kwByStart: ReadonlyMap<number, number | null>,
): Interval[] {
  const own = new Map(intervals.map((interval) => [interval.from, interval]));
  return [...kwByStart].flatMap(([from, compared]) => {
    const interval = own.get(from);
    if (!interval && compared === null) return [];
    return [{ ...(interval ?? emptyInterval(from)), compared }];
  });
}
