import { HOUR } from "@/components/amsterdam.ts";
import { formatKw, formatKwh, formatMoment, formatTime } from "@/components/format-english.ts";
import type { Interval } from "./series.ts";

const hours = ({ from, to }: Interval) => (to - from) / HOUR;

type Measured = Interval & { actual: number };
const isMeasured = (interval: Interval): interval is Measured => interval.actual !== null;

/** What the measured intervals of a range amount to; energies in kWh, powers in kW. */
export interface Totals {
  measured: number;
  finished: number;
  injectedKwh: number;
  consumedKwh: number;
  highest: Measured;
  lowest: Measured;
  meanErrorKw: number;
}

/** Totals of the intervals finished at `now`; null when none of them was measured. */
export function totalsOf(intervals: readonly Interval[], now: number): Totals | null {
  const finished = intervals.filter(({ to }) => to <= now);
  const measured = finished.filter(isMeasured);
  const [first] = measured;
  if (!first) return null;
  const sum = (valueOf: (interval: Measured) => number) =>
    measured.reduce((total, interval) => total + valueOf(interval), 0);
  return {
    measured: measured.length,
    finished: finished.length,
    injectedKwh: sum((interval) => Math.max(interval.actual, 0) * hours(interval)),
    consumedKwh: sum((interval) => Math.max(-interval.actual, 0) * hours(interval)),
    highest: measured.reduce((best, next) => (next.actual > best.actual ? next : best), first),
    lowest: measured.reduce((best, next) => (next.actual < best.actual ? next : best), first),
    meanErrorKw: sum(({ actual, forecast }) => Math.abs(actual - forecast)) / measured.length,
  };
}

const NOTHING = "Nothing was measured in this range yet.";

const energies = ({ injectedKwh, consumedKwh }: Totals) =>
  `${formatKwh(injectedKwh)} went to the grid and ${formatKwh(consumedKwh)} came from it.`;

/** How moments of a range are told: one day's by the time alone. */
const momentNames = (intervals: readonly Interval[]) =>
  (intervals.at(-1)?.to ?? 0) - (intervals[0]?.from ?? 0) <= 26 * HOUR ? formatTime : formatMoment;

/** The chart in words, for those who cannot see it and those in a hurry. */
export function describeHistory(intervals: readonly Interval[], now: number): string {
  const totals = totalsOf(intervals, now);
  if (!totals) return NOTHING;
  const { highest, lowest } = totals;
  const when = momentNames(intervals);
  return [
    `${totals.measured} of ${totals.finished} finished quarters measured.`,
    `Net injection was highest at ${when(highest.from)} with ${formatKw(highest.actual)}`,
    `and lowest at ${when(lowest.from)} with ${formatKw(lowest.actual)};`,
    energies(totals),
    `On average the forecast was ${formatKw(totals.meanErrorKw)} off.`,
  ].join(" ");
}

/** The same in the words of the people who live there. */
export function describePlainly(intervals: readonly Interval[], now: number): string {
  const totals = totalsOf(intervals, now);
  if (!totals) return NOTHING;
  const { highest, lowest } = totals;
  const when = momentNames(intervals);
  const most = (kw: number, at: number, way: string) =>
    kw > 0 ? [`Most ${way} the grid at once: ${formatKw(kw)} at ${when(at)}.`] : [];
  return [
    energies(totals),
    ...most(highest.actual, highest.from, "to"),
    ...most(-lowest.actual, lowest.from, "from"),
  ].join(" ");
}
