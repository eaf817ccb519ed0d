import { UNKNOWN } from "@/lib/i18n/format.ts";
import {
  getExpectedWithControls,
  type Interval,
  type LivePoint,
  type ShadedWindow,
} from "@/components/chart/series.ts";
import type { Reading } from "../chart/legend.tsx";
import { filterInRange } from "../chart/ranges.ts";
import type { MeasurementSource } from "./measurement-source.ts";
import type { LegendRows } from "./use-history.ts";
import type { Labels } from "../chart/use-chart-labels.ts";

/** Samples of the lines and areas of a history chart. */
const swatches = {
  actual: "h-[3px] bg-linear-to-r from-production-mark from-50% to-consumption to-50%",
  withControls: "border-t-2 border-dotted border-curtailed",
  forecast: "border-t-2 border-dashed border-forecast",
  up: "h-2.5 border-t-2 border-dotted border-up bg-up/20",
  down: "h-2.5 border-b-2 border-dashed border-down bg-down/20",
  band: "h-2.5 border-y border-forecast/40 bg-forecast/20",
  compared: "border-t border-ink",
  control: "h-2.5 border-t-[3px] border-curtailed bg-curtailed/20",
};

/** The controls that share a moment with an interval. */
const windowNamesIn = (windows: readonly ShadedWindow[], interval: Interval) =>
  [...new Set(filterInRange(windows, interval).map(({ label }) => label))].join(", ");

/** What was measured this minute, where it lies in an interval whose mean is still to come. */
const getLiveValue = ({ actual, from, to }: Interval, live: LivePoint | null): LivePoint | null =>
  actual === null && live !== null && from <= live.at && live.at < to ? live : null;

/** What the lines and areas of a history chart are, and their values in one interval. */
export function toReadings(
  interval: Interval | undefined,
  {
    windows,
    cachedFrom,
    live,
    plain,
    subject,
    rows,
    comparedWith,
  }: {
    /** Those of the visible range. */
    windows: readonly ShadedWindow[];
    /** Before this moment (ms) there may be others. */
    cachedFrom: number;
    live: LivePoint | null;
    plain: boolean;
    subject: MeasurementSource;
    /** The name of the day it is compared with. */
    comparedWith?: string | undefined;
    /** The same for all intervals of a chart, so that it does not move when another is pointed at. */
    rows: LegendRows;
  },
  { t, f }: Labels,
): Reading[] {
  const value = (kw: number | null) => interval && f.kw(kw);
  const running = interval ? getLiveValue(interval, live) : null;
  const actual = running?.kw ?? interval?.actual ?? null;
  const readings: Reading[] = [
    {
      swatch: swatches.actual,
      label: t(running ? "curves.now" : plain ? "curves.actualPlain" : "curves.actual"),
      value: value(actual),
    },
  ];
  if (comparedWith !== undefined)
    readings.push({
      swatch: swatches.compared,
      label: t("compare.curve", { day: comparedWith }),
      value: value(interval?.compared ?? null),
    });
  if (subject === "CONNECTION") {
    readings.push({
      swatch: swatches.forecast,
      label: t(plain ? "curves.forecastPlain" : "curves.forecast"),
      value: value(interval?.forecast ?? null),
    });
    if (rows.withControls)
      readings.push({
        swatch: swatches.withControls,
        label: t("curves.withControls"),
        value: value(interval ? getExpectedWithControls(interval) : null),
      });
    if (!plain) {
      readings.push(
        { swatch: swatches.up, label: t("curves.upBy"), value: value(interval?.upward ?? null) },
        {
          swatch: swatches.down,
          label: t("curves.downBy"),
          value: value(interval?.downward ?? null),
        },
      );
    }
  }
  const { band, reported, coverage } = interval ?? {};
  if (rows.band)
    readings.push({
      swatch: swatches.band,
      label: t(plain ? "curves.bandPlain" : "curves.band"),
      value: band
        ? t("curves.bandValue", { low: f.number(band.low), high: f.kw(band.high) })
        : interval && UNKNOWN,
    });
  if (rows.reported)
    readings.push({
      label: t("curves.reporting"),
      value: reported
        ? t("curves.reported", {
            count: f.count(reported.locations),
            total: f.count(reported.expected),
          })
        : interval && UNKNOWN,
    });
  if (rows.coverage)
    readings.push({
      label: t("curves.coverage"),
      value:
        coverage !== undefined && !running && actual !== null
          ? t("curves.covered", { share: f.percent(coverage) })
          : interval && UNKNOWN,
    });
  const isCached = !interval || interval.from >= cachedFrom;
  if (windows.length > 0 || !isCached) {
    readings.push({
      swatch: swatches.control,
      wide: true,
      label: t(plain ? "curves.controlPlain" : "curves.control"),
      value:
        interval &&
        (windowNamesIn(windows, interval) || (isCached ? t("curves.noControl") : UNKNOWN)),
    });
  }
  return readings;
}
