"use client";

import { useCallback, useMemo } from "react";
import type { LineChartData } from "../chart/line-chart.tsx";
import { historyCurves, type ChartOptions } from "./history-curves.ts";
import { type ShadedWindow, intervalAt, type Interval } from "@/components/chart/series.ts";
import type { Files } from "../chart/downloads.tsx";
import type { Reading } from "../chart/legend.tsx";
import { toReadings } from "./history-readings.ts";
import {
  inFileName,
  rangeInFileName,
  rangeLabel,
  toWholeDays,
  filterInRange,
} from "@/components/chart/ranges.ts";
import { getUnit } from "./measurement-source.ts";
import { describeHistory, describeHistoryForCustomer } from "./summary.ts";
import type { AxisName } from "../chart/ticks.ts";
import { useColours } from "../chart/use-colours.ts";
import type { History } from "./use-history.ts";
import type { DailyBars } from "./use-daily-bars.ts";
import type { DaySum } from "./daily-sums.ts";
import { useChartLabels } from "../chart/use-chart-labels.ts";
import type { ViewportState } from "../chart/use-viewport.ts";

/** The visible part of a history, for the chart and its texts. */
export interface HistoryViewModel {
  intervals: Interval[];
  /** The visible days; null where quarter-hours are drawn. */
  days: DaySum[] | null;
  drawing: LineChartData | null;
  /** A summary of the chart. */
  summary: string;
  /** The same with its range. */
  label: string;
  /** The interval at the cursor, and its values. */
  name: string | null;
  readings: Reading[];
}

interface ViewModelInput {
  history: History;
  state: ViewportState;
  chartOptions: ChartOptions;
  axis: AxisName;
  dailyBars: DailyBars;
  windows: ShadedWindow[];
  /** Before this moment (ms) there may be windows that are not cached. */
  cachedFrom: number;
  cursor: number | null;
}

/**
 * The interval under the cursor; without one the running interval, else the last that is over: at the
 * turn of a quarter the running one may not have come yet.
 */
export function selectInterval(
  intervals: readonly Interval[],
  cursor: number | null,
  now: number,
): Interval | undefined {
  const found = intervalAt(intervals, cursor ?? now);
  if (found || cursor !== null) return found;
  return intervals.findLast(({ to }) => to <= now) ?? intervals.at(-1);
}

const NO_WINDOWS: ShadedWindow[] = [];

/** The chart data of intervals; null until there is any. */
function useDrawing({
  intervals,
  isReady,
  state: { visible, now },
  chartOptions,
  axis,
  dailyBars,
  days,
  windows,
}: Omit<ViewModelInput, "history" | "cursor" | "cachedFrom"> & {
  intervals: Interval[];
  days: DaySum[] | null;
  isReady: boolean;
}): LineChartData | null {
  const labels = useChartLabels();
  const { t, f } = labels;
  const colours = useColours();
  const curves = useMemo(
    () =>
      days && dailyBars.code
        ? dailyBars.code.dailyCurves(days, colours, chartOptions, labels)
        : historyCurves(intervals, colours, chartOptions, labels.t),
    [colours, intervals, days, dailyBars.code, chartOptions, labels],
  );
  const isDaily = days !== null;
  return useMemo(
    () =>
      isReady && !dailyBars.isLoading
        ? {
            curves,
            range: visible,
            axis: isDaily ? "day" : axis,
            // At this scale a control is a hairline: the legend lists those of each day.
            windows: isDaily ? NO_WINDOWS : windows,
            now,
            nowMark: t("curves.nowMark"),
            colours,
            f,
          }
        : null,
    [curves, visible, isReady, dailyBars.isLoading, isDaily, axis, windows, now, colours, t, f],
  );
}

/** The view model of a history. */
export function useHistoryViewModel({
  history,
  state,
  chartOptions,
  axis,
  dailyBars,
  windows,
  cachedFrom,
  cursor,
}: ViewModelInput): HistoryViewModel {
  const labels = useChartLabels();
  const { t, f } = labels;
  const { visible, now } = state;
  const { plain, subject } = chartOptions;
  const all = history.intervals;
  const intervals = useMemo(() => filterInRange(all, visible), [all, visible]);
  const isReady = !history.isLoading || intervals.length > 0;
  const { code } = dailyBars;
  const days = useMemo(() => code?.sumDays(all, visible, now) ?? null, [code, all, visible, now]);
  const drawing = useDrawing({
    intervals,
    days,
    isReady,
    state,
    chartOptions,
    axis,
    dailyBars,
    windows,
  });
  const summary = useMemo(
    () =>
      plain
        ? describeHistoryForCustomer(intervals, now, labels, subject)
        : describeHistory(intervals, now, labels, subject, {
            requested: visible,
            windows,
            cachedFrom,
          }),
    [plain, subject, intervals, now, labels, visible, windows, cachedFrom],
  );
  const context = { windows, cachedFrom, ...chartOptions, rows: history.rows };
  if (code && days) {
    const day = code.selectDay(days, cursor, now);
    const text = [summary, code.describeIncomplete(days, labels)].filter(Boolean).join(" ");
    return {
      intervals,
      days,
      drawing,
      summary: text,
      label: t("summary.label", { range: rangeLabel(visible, f), summary: text }),
      name: day ? f.day(day.from) : null,
      readings: code.dailyReadings(day, context, labels),
    };
  }
  const interval = selectInterval(intervals, cursor, now);
  return {
    intervals,
    days: null,
    drawing,
    summary,
    label: t("summary.label", { range: rangeLabel(visible, f), summary }),
    name: interval ? f.nearWindow(interval.from, interval.to, now) : null,
    readings: toReadings(interval, context, labels),
  };
}

/** Collects the parts of something long, yielding to the page between them. */
async function collectInSteps(parts: Iterable<string>): Promise<string[]> {
  const all: string[] = [];
  for (const part of parts) {
    all.push(part);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return all;
}

/** The visible part as files. */
export function useHistoryFiles({
  viewModel: { intervals, days: daySums, drawing },
  state: { visible },
  chartOptions: { subject, plain, comparedWith },
  axis,
  windows,
  name,
  isSimulated,
}: {
  viewModel: HistoryViewModel;
  state: ViewportState;
  chartOptions: ChartOptions;
  axis: AxisName;
  windows: ShadedWindow[];
  /** What the area is called. */
  name: string;
  isSimulated: boolean;
}): Files {
  const labels = useChartLabels();
  const { t, f } = labels;
  const csv = useCallback(async () => {
    const { historyCsv } = await import("./history-csv.ts");
    return collectInSteps(
      historyCsv(intervals, { subject, plain, isSimulated, comparedWith }, labels),
    );
  }, [intervals, subject, plain, isSimulated, comparedWith, labels]);
  const title = t(`title.${subject}`);
  const range = rangeLabel(visible, f);
  const days = rangeInFileName(toWholeDays(visible));
  return {
    name: [t(`file.${subject}`), inFileName(name), days].filter(Boolean).join("-"),
    drawing,
    picture: {
      title: name ? `${title} · ${name}` : title,
      subtitle: isSimulated ? `${range} · ${t("simulated")}` : range,
      unit: daySums ? t(`days.unit.${subject}`) : getUnit(subject, plain, t),
      axis: t(`axis.${daySums ? "day" : axis}Title`),
      windows:
        windows.length > 0 && !daySums ? t(plain ? "curves.controlPlain" : "curves.control") : "",
    },
    csv,
  };
}
