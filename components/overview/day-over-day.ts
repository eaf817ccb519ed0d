import { localToInstants } from "@/lib/time/local-input.ts";
import { localDate, localMinute, QUARTER_MS, startOfDay } from "@/lib/time/amsterdam.ts";
import { sumKwh } from "@/lib/energy/energy.ts";
import { type Interval } from "@/components/chart/series.ts";

/** Energy of a stretch of whole quarters, and of how many of these something was measured. */
export interface Measured {
  kwh: number;
  known: number;
  all: number;
}

/** The moment that Amsterdam's clock showed the same time yesterday; null where it never did. */
export function sameTimeYesterday(at: number): number | null {
  const yesterday = localDate(startOfDay(at, -1));
  return localToInstants(`${yesterday}T${localMinute(at).slice(11)}`)[0] ?? null;
}

/** Net energy measured in the quarters of `[from, to)`; those of which nothing is known count 0. */
export function measuredBetween(
  intervals: readonly Interval[],
  from: number,
  to: number,
): Measured {
  const within = intervals.filter(
    (interval) => interval.from >= from && interval.to <= to && interval.actual !== null,
  );
  const kwh = sumKwh(within, ({ actual }) => actual ?? 0);
  return { kwh, known: within.length, all: Math.round((to - from) / QUARTER_MS) };
}

/** Today's measured energy up to the running quarter, yesterday's to the same time, and the quarter then. */
export function compareDays(intervals: readonly Interval[], quarter: number) {
  const then = sameTimeYesterday(quarter);
  return {
    today: measuredBetween(intervals, startOfDay(quarter), quarter),
    yesterday: then === null ? null : measuredBetween(intervals, startOfDay(quarter, -1), then),
    thatQuarter: intervals.find(({ from }) => from === then) ?? null,
  };
}

export const isWhole = (measured: Measured | null): measured is Measured =>
  measured !== null && measured.all > 0 && measured.known === measured.all;

/** How many of a newest-first list were made at or after a moment; `more` when the list ends before it is known. */
export function newSince(
  newestFirst: readonly { created_at: string }[],
  total: number | null,
  since: number,
): { count: number; more: boolean } {
  const count = newestFirst.filter(({ created_at }) => Date.parse(created_at) >= since).length;
  return { count, more: count === newestFirst.length && total !== null && total > count };
}
