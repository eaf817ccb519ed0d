import type { DeliveredEffect } from "@/lib/contract/deliveries.ts";
import { toMillis, UNKNOWN } from "@/components/format.ts";
import { QUARTER, startOfQuarter } from "@/components/amsterdam.ts";
import { energyOver } from "./series.ts";
import type { Texts } from "./use-texts.ts";

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

/** When the quarter of an hour an interval lies in is over (ms). */
const quarterEnds = ({ to }: DeliveredInterval): number => startOfQuarter(to - 1) + QUARTER;

/**
 * `12 of 14` locations whose meter reported; a dash where the quarter of an hour still ran when this
 * was read.
 */
export function reportingInWords(
  interval: DeliveredInterval,
  readAt: number,
  { t, f }: Texts,
): string {
  const { delivered, reporting, locations } = interval;
  if (delivered === null && readAt < quarterEnds(interval)) return UNKNOWN;
  return t("delivery.of", { count: f.count(reporting), total: f.count(locations) });
}

type PowerOf = (interval: DeliveredInterval) => number;

/** The chart in words: how much of it was measured when it was read, and what that came to. */
export function describeDelivered(
  intervals: readonly DeliveredInterval[],
  readAt: number,
  { t, f }: Texts,
): string {
  const measured = intervals.filter(({ delivered }) => delivered !== null);
  const [first] = intervals;
  const last = measured.at(-1);
  const kwh = (of: readonly DeliveredInterval[], powerOf: PowerOf) =>
    f.kwh(energyOver(of, powerOf), { signed: true });
  if (!last && first && readAt < quarterEnds(first)) {
    return t("delivery.firstRuns", {
      promised: kwh(intervals, ({ promised }) => promised),
      end: f.time(quarterEnds(first)),
    });
  }
  if (!last) return t("delivery.nothing");
  return t("delivery.summary", {
    measured: f.count(measured.length),
    total: f.count(intervals.length),
    delivered: kwh(measured, ({ delivered }) => delivered ?? 0),
    promised: kwh(measured, ({ promised }) => promised),
    lastDelivered: f.kw(last.delivered, { signed: true }),
    lastPromised: f.kw(last.promised, { signed: true }),
  });
}
