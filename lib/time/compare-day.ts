import { isDate } from "./local-input.ts";
import type { Span } from "./periods.ts";
import { QUARTER_MS, isAmbiguousTime, offsetAt, startOfDay, wallQuarter } from "./amsterdam.ts";

type Range = Omit<Span, "name">;

/** What was measured from a moment (ms) on, in kW. */
interface Measured {
  from: number;
  actual: number | null;
}

/** The day a chart is compared with: relative to its own, or a date such as `2026-10-25`. */
export const comparisons = ["day-before", "week-before"] as const;
export type Comparison = (typeof comparisons)[number] | (string & {});

const daysBefore: Record<string, number> = { "day-before": -1, "week-before": -7 };

/** The comparison an address names (`?compare=…`); null for none. */
export const parseComparison = (text: string | null): Comparison | null =>
  text !== null && (text in daysBefore || isDate(text)) ? text : null;

/** The Amsterdam day to compare a day with; null where there is none, or it is the same day. */
export function toComparedDay(comparison: Comparison | null, day: Range): Range | null {
  // Only whole days have the same time axis.
  if (comparison === null || startOfDay(day.from, 1) !== day.to) return null;
  const back = daysBefore[comparison];
  const from =
    back === undefined
      ? startOfDay(Date.parse(`${comparison}T12:00Z`))
      : startOfDay(day.from, back);
  return from === day.from ? null : { from, to: startOfDay(from, 1) };
}

/** The quarter of another day with the wall-clock time of a moment; null where it has none. */
function findSameTime(sameTime: readonly Measured[], at: number): Measured | null {
  const [only, ...more] = sameTime;
  if (!only) return null;
  if (more.length === 0 && !isAmbiguousTime(at)) return only;
  // An hour that comes twice: summer time goes with summer time, winter time with winter time.
  return sameTime.find(({ from }) => offsetAt(from) === offsetAt(at)) ?? null;
}

/**
 * The measurements of another day (kW) by the quarter of `day` with the same wall-clock time. An hour that
 * only one of the days has, as the clock changes, is left out.
 */
export function alignByWallClock(
  day: Range,
  other: readonly Measured[],
): ReadonlyMap<number, number | null> {
  const byTime = new Map<number, Measured[]>();
  for (const interval of other) {
    const time = wallQuarter(interval.from);
    byTime.set(time, [...(byTime.get(time) ?? []), interval]);
  }
  const kwByStart = new Map<number, number | null>();
  for (let at = day.from; at < day.to; at += QUARTER_MS) {
    const found = findSameTime(byTime.get(wallQuarter(at)) ?? [], at);
    kwByStart.set(at, found?.actual ?? null);
  }
  return kwByStart;
}
