import type { DeliveredEffect } from "@/lib/contract/deliveries.ts";
import {
  formatCount,
  formatKw,
  formatKwh,
  toMillis,
  UNKNOWN,
} from "@/components/format-english.ts";
import { HOUR, QUARTER, startOfQuarter } from "@/components/amsterdam.ts";

/**
 * Promised beside delivered over `[from, to)` in milliseconds; powers in kW, production positive,
 * null until the part was measured.
 */
export interface DeliveredInterval {
  from: number;
  to: number;
  isp: number;
  promised: number;
  delivered: number | null;
  before: number | null;
  measured: number | null;
  locations: number;
  reporting: number;
}

/** What a service tells per interval as intervals of the length they really cover, oldest first. */
export const toDeliveredIntervals = (effects: readonly DeliveredEffect[]): DeliveredInterval[] =>
  effects
    .map(({ time_from, time_to, isp, promised, locations, reporting, ...told }) => ({
      from: toMillis(time_from),
      to: toMillis(time_to),
      isp,
      promised,
      delivered: told.delivered ?? null,
      before: told.before ?? null,
      measured: told.measured ?? null,
      locations,
      reporting,
    }))
    .sort((a, b) => a.from - b.from);

/** `12 of 14` locations whose meter reported; a dash while the quarter of an hour still runs. */
export function reportingInWords(interval: DeliveredInterval, now: number): string {
  const { to, delivered, reporting, locations } = interval;
  const isOver = startOfQuarter(to - 1) + QUARTER <= now;
  if (delivered === null && !isOver) return UNKNOWN;
  return `${formatCount(reporting)} of ${formatCount(locations)}`;
}

/** The chart in words: how much of it was measured, and what that came to. */
export function describeDelivered(intervals: readonly DeliveredInterval[]): string {
  const measured = intervals.filter(({ delivered }) => delivered !== null);
  const last = measured.at(-1);
  if (!last) return "Nothing was measured yet.";
  const kwh = (powerOf: (interval: DeliveredInterval) => number) =>
    formatKwh(
      measured.reduce((sum, each) => sum + (powerOf(each) * (each.to - each.from)) / HOUR, 0),
      { signed: true },
    );
  const count = `${formatCount(measured.length)} of ${formatCount(intervals.length)} intervals measured`;
  return (
    `${count}: ${kwh(({ delivered }) => delivered ?? 0)} delivered of ` +
    `${kwh(({ promised }) => promised)} promised; last ${formatKw(last.delivered, { signed: true })} ` +
    `of ${formatKw(last.promised, { signed: true })}.`
  );
}
