import { formatKw, formatKwh, formatMoment, formatTime } from "@/components/format.ts";
import type { Interval } from "./series.ts";

const HOURS = 3_600_000;
const hours = ({ from, to }: Interval) => (to - from) / HOURS;

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

/** The chart in words, for those who cannot see it and those in a hurry. */
export function describeHistory(intervals: readonly Interval[], now: number): string {
  const totals = totalsOf(intervals, now);
  if (!totals) return "Nothing was measured in this range yet.";
  const { highest, lowest } = totals;
  const oneDay = (intervals.at(-1)?.to ?? 0) - (intervals[0]?.from ?? 0) <= 26 * HOURS;
  const when = oneDay ? formatTime : formatMoment;
  return [
    `${totals.measured} of ${totals.finished} finished quarters measured.`,
    `Net injection was highest at ${when(highest.from)} with ${formatKw(highest.actual)}`,
    `and lowest at ${when(lowest.from)} with ${formatKw(lowest.actual)};`,
    `${formatKwh(totals.injectedKwh)} went to the grid and ${formatKwh(totals.consumedKwh)} came from it.`,
    `On average the forecast was ${formatKw(totals.meanErrorKw)} off.`,
  ].join(" ");
}
