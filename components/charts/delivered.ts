import type { DeliveredEffect } from "@/lib/contract/deliveries.ts";
import { toMillis, UNKNOWN } from "@/components/format.ts";
import { HOUR, QUARTER, startOfQuarter } from "@/components/amsterdam.ts";
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

/** `12 of 14` locations whose meter reported; a dash while the quarter of an hour still runs. */
export function reportingInWords(
  interval: DeliveredInterval,
  now: number,
  { t, f }: Texts,
): string {
  const { to, delivered, reporting, locations } = interval;
  const isOver = startOfQuarter(to - 1) + QUARTER <= now;
  if (delivered === null && !isOver) return UNKNOWN;
  return t("delivery.of", { count: f.count(reporting), total: f.count(locations) });
}

/** The chart in words: how much of it was measured, and what that came to. */
export function describeDelivered(
  intervals: readonly DeliveredInterval[],
  { t, f }: Texts,
): string {
  const measured = intervals.filter(({ delivered }) => delivered !== null);
  const last = measured.at(-1);
  if (!last) return t("delivery.nothing");
  const kwh = (powerOf: (interval: DeliveredInterval) => number) =>
    f.kwh(
      measured.reduce((sum, each) => sum + (powerOf(each) * (each.to - each.from)) / HOUR, 0),
      { signed: true },
    );
  return t("delivery.summary", {
    measured: f.count(measured.length),
    total: f.count(intervals.length),
    delivered: kwh(({ delivered }) => delivered ?? 0),
    promised: kwh(({ promised }) => promised),
    lastDelivered: f.kw(last.delivered, { signed: true }),
    lastPromised: f.kw(last.promised, { signed: true }),
  });
}
