import type { DeliveredEffect } from "@/lib/contract/deliveries.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { UNKNOWN } from "@/lib/i18n/format.ts";
import { QUARTER_MS, floorQuarter } from "@/lib/time/amsterdam.ts";
import { FORECAST_DASH, type Curve, steps } from "@/components/chart/series.ts";
import { sumKwh } from "@/lib/energy/energy.ts";
import { faint, type Colours } from "../../chart/use-colours.ts";
import type { Labels } from "../../chart/use-chart-labels.ts";

/**
 * Planned beside delivered over `[from, to)` in milliseconds; powers in kW, production positive,
 * null until the part was measured.
 */
export interface DeliveredInterval {
  from: number;
  to: number;
  isp: number;
  planned: number;
  delivered: number | null;
  before: number | null;
  counterfactual: number | null;
  forecastError: number | null;
  measured: number | null;
  locations: number;
  reporting: number;
}

/** The service's intervals with the length they really cover, oldest first. */
export const toDeliveredIntervals = (effects: readonly DeliveredEffect[]): DeliveredInterval[] =>
  effects
    .map(({ time_from, time_to, isp, planned, locations, reporting, ...rest }) => ({
      from: toMillis(time_from),
      to: toMillis(time_to),
      isp,
      planned,
      delivered: rest.delivered ?? null,
      before: rest.before ?? null,
      counterfactual: rest.counterfactual ?? null,
      forecastError: rest.forecast_error ?? null,
      measured: rest.measured ?? null,
      locations,
      reporting,
    }))
    .sort((a, b) => a.from - b.from);

/** When the quarter of an hour an interval lies in is over (ms). */
const getQuarterEnd = ({ to }: DeliveredInterval): number => floorQuarter(to - 1) + QUARTER_MS;

/**
 * `12 of 14` locations whose meter reported; a dash where the quarter of an hour still ran when this
 * was read.
 */
export function describeReporting(
  interval: DeliveredInterval,
  readAt: number,
  { t, f }: Labels,
): string {
  const { delivered, reporting, locations } = interval;
  if (delivered === null && readAt < getQuarterEnd(interval)) return UNKNOWN;
  return t("delivery.of", { count: f.count(reporting), total: f.count(locations) });
}

type GetPower = (interval: DeliveredInterval) => number;

/** The chart in words: how much of it was measured when it was read, and what that came to. */
export function describeDelivered(
  intervals: readonly DeliveredInterval[],
  readAt: number,
  { t, f }: Labels,
): string {
  const measured = intervals.filter(({ delivered }) => delivered !== null);
  const [first] = intervals;
  const last = measured.at(-1);
  const kwh = (of: readonly DeliveredInterval[], powerOf: GetPower) =>
    f.kwh(sumKwh(of, powerOf), { signed: true });
  if (!last && first && readAt < getQuarterEnd(first)) {
    return t("delivery.firstRuns", {
      planned: kwh(intervals, ({ planned }) => planned),
      end: f.time(getQuarterEnd(first)),
    });
  }
  if (!last) {
    const isMeasured = intervals.some((interval) => interval.measured !== null);
    return t(isMeasured ? "delivery.notComparable" : "delivery.nothing");
  }
  return t("delivery.summary", {
    measured: f.count(measured.length),
    total: f.count(intervals.length),
    delivered: kwh(measured, ({ delivered }) => delivered ?? 0),
    planned: kwh(measured, ({ planned }) => planned),
    lastDelivered: f.kw(last.delivered, { signed: true }),
    lastPlanned: f.kw(last.planned, { signed: true }),
  });
}

/** The planned and delivered change of net injection, as curves. */
export function deliveryCurves(
  intervals: readonly DeliveredInterval[],
  colours: Colours,
  t: Labels["t"],
): Curve[] {
  const faded = faint(colours.curtailed, 0.14);
  return [
    {
      label: t("delivery.planned"),
      points: steps(intervals, ({ planned }) => planned),
      colour: colours.curtailed,
      width: 2,
      dash: FORECAST_DASH,
      fill: { above: faded, below: faded },
    },
    {
      label: t("delivery.delivered"),
      points: steps(intervals, ({ delivered }) => delivered),
      colour: colours["production-mark"],
      width: 2.5,
    },
  ];
}
