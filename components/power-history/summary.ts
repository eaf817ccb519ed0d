import { sumKwh } from "@/lib/energy/energy.ts";
import { HOUR_MS, QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { coveredIntervals, type ShadedWindow, type Interval } from "@/components/chart/series.ts";
import type { Range } from "../chart/ranges.ts";
import type { MeasurementSource } from "./measurement-source.ts";
import type { Labels } from "../chart/use-chart-labels.ts";

type Measured = Interval & { actual: number };
const isMeasured = (interval: Interval): interval is Measured => interval.actual !== null;

/** What the measured intervals of a range amount to; energies in kWh, powers in kW. */
interface Totals {
  measured: number;
  finished: number;
  injectedKwh: number;
  consumedKwh: number;
  highest: Measured;
  lowest: Measured;
  /** How far the forecast was off where no control was; null where there was none. */
  meanErrorKw: number | null;
  /** Whether intervals were left out of that, as a control was in force or may have been. */
  hasLeftOut: boolean;
}

/** What is known of the intervals around them. */
interface RangeContext {
  /** The requested range. */
  requested?: Range | null;
  /** When controls were in force. */
  windows?: readonly ShadedWindow[];
  /** Before this moment (ms) there may be controls that are not known. */
  cachedFrom?: number;
}

/**
 * Totals of the intervals finished at `now`; null if none was measured. The requested range may start
 * before the first record; its intervals count as finished.
 */
export function sumTotals(
  intervals: readonly Interval[],
  now: number,
  context: RangeContext = {},
): Totals | null {
  const { requested } = context;
  const finished = intervals.filter(({ to }) => to <= now);
  const measured = finished.filter(isMeasured);
  const [first] = measured;
  if (!first) return null;
  const free = getUncontrolled(measured, context);
  return {
    measured: measured.length,
    finished: requested ? quartersBy(requested, now) : finished.length,
    injectedKwh: sumKwh(measured, ({ actual }) => Math.max(actual, 0)),
    consumedKwh: sumKwh(measured, ({ actual }) => Math.max(-actual, 0)),
    highest: measured.reduce((best, next) => (next.actual > best.actual ? next : best), first),
    lowest: measured.reduce((best, next) => (next.actual < best.actual ? next : best), first),
    meanErrorKw: getMeanError(free),
    hasLeftOut: free.length < measured.length,
  };
}

const quartersBy = ({ from, to }: Range, now: number) =>
  Math.max(0, Math.floor((Math.min(to, now) - from) / QUARTER_MS));

/** Those during which nothing was controlled; intervals are in order. */
function getUncontrolled(
  measured: readonly Measured[],
  { windows = [], cachedFrom = Number.NEGATIVE_INFINITY }: RangeContext,
): Measured[] {
  const controlled = coveredIntervals(windows);
  let next = 0;
  return measured.filter(({ from, to }) => {
    while (next < controlled.length && controlled[next]!.to <= from) next += 1;
    return from >= cachedFrom && !(next < controlled.length && controlled[next]!.from < to);
  });
}

function getMeanError(measured: readonly Measured[]): number | null {
  const errors = measured.flatMap(({ actual, forecast }) =>
    forecast === null ? [] : [Math.abs(actual - forecast)],
  );
  if (errors.length === 0) return null;
  return errors.reduce((total, error) => total + error, 0) / errors.length;
}

/** Formats moments of a range: within one day by the time alone. */
function momentNames(intervals: readonly Interval[], { f }: Labels): (at: number) => string {
  const length = (intervals.at(-1)?.to ?? 0) - (intervals[0]?.from ?? 0);
  return length <= 26 * HOUR_MS ? f.time : f.moment;
}

/** Sentences of a paragraph; empty ones are left out. */
const paragraph = (...sentences: (string | false)[]) => sentences.filter(Boolean).join(" ");

/** The chart in words, for those who cannot see it and those in a hurry. */
export function describeHistory(
  intervals: readonly Interval[],
  now: number,
  labels: Labels,
  subject: MeasurementSource = "CONNECTION",
  context: RangeContext = {},
): string {
  const { t, f } = labels;
  const totals = sumTotals(intervals, now, context);
  if (!totals) return t("summary.nothing");
  const { highest, lowest, meanErrorKw, hasLeftOut } = totals;
  const when = momentNames(intervals, labels);
  return paragraph(
    t("summary.measured", {
      measured: f.count(totals.measured),
      finished: f.count(totals.finished),
    }),
    t(`summary.extremes.${subject}`, {
      highestAt: when(highest.from),
      highest: f.kw(highest.actual),
      lowestAt: when(lowest.from),
      lowest: f.kw(lowest.actual),
    }),
    t(`summary.energies.${subject}`, {
      injected: f.kwh(totals.injectedKwh),
      consumed: f.kwh(totals.consumedKwh),
    }),
    meanErrorKw !== null &&
      t(hasLeftOut ? "summary.errorOutside" : "summary.error", { error: f.kw(meanErrorKw) }),
  );
}

/** The same in the wording for customers. */
export function describeHistoryForCustomer(
  intervals: readonly Interval[],
  now: number,
  labels: Labels,
  subject: MeasurementSource = "CONNECTION",
): string {
  const { t, f } = labels;
  const totals = sumTotals(intervals, now);
  if (!totals) return t("summary.nothing");
  const { highest, lowest } = totals;
  const when = momentNames(intervals, labels);
  return paragraph(
    t(`summary.energies.${subject}`, {
      injected: f.kwh(totals.injectedKwh),
      consumed: f.kwh(totals.consumedKwh),
    }),
    highest.actual > 0 &&
      t(`summary.max.${subject}`, { kw: f.kw(highest.actual), at: when(highest.from) }),
    lowest.actual < 0 &&
      t(`summary.min.${subject}`, { kw: f.kw(-lowest.actual), at: when(lowest.from) }),
  );
}
