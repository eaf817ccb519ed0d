"use client";

import { useId, useMemo, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Empty } from "@/components/ui/states.tsx";
import type { EffectColumn, EffectInterval } from "./control-effect-csv.ts";
import { ChartFrame } from "../../chart/chart-frame.tsx";
import type { Curve, ShadedWindow } from "@/components/chart/series.ts";
import { Downloads, type Files } from "../../chart/downloads.tsx";
import { intervalTimes, ChartDataTable } from "@/components/chart/chart-data-table.tsx";
import { describeReadings, Legend, type Reading } from "../../chart/legend.tsx";
import {
  rangeInFileName,
  rangeLabel,
  toWholeDays,
  rangeContaining,
} from "@/components/chart/ranges.ts";
import { useColours, type Colours } from "../../chart/use-colours.ts";
import { useChartLabels, type Labels } from "../../chart/use-chart-labels.ts";

const NO_WINDOWS: ShadedWindow[] = [];
const ignore = () => undefined;

/** What a chart of a control's intervals is made of. */
export interface EffectChart<T extends EffectInterval> {
  title: string;
  /** Name of its files, without day and ending. */
  file: string;
  unit: string;
  intervals: T[];
  /** Until when it is drawn (ms); without, until the end of the last interval. */
  until?: number | undefined;
  /** Memoised: a new function redraws the chart. */
  curvesOf: (colours: Colours) => Curve[];
  /** The interval that is pointed at, and its values. */
  pointed: T | undefined;
  readings: Reading[];
  summary: string;
  columns: EffectColumn<T>[];
  /** Whether an interval is after the control's window: the table shows these on request. */
  isAfter?: (interval: T) => boolean;
  /** Marked in the drawing; null where it is not. */
  now: number | null;
  cursor: number | null;
  onCursor: (at: number | null) => void;
}

function useDrawing<T extends EffectInterval>({ intervals, until, curvesOf, now }: EffectChart<T>) {
  const { t, f } = useChartLabels();
  const colours = useColours();
  const curves = useMemo(() => curvesOf(colours), [colours, curvesOf]);
  const range = useMemo(
    () => rangeContaining(intervals.filter(({ from }) => until === undefined || from < until)),
    [intervals, until],
  );
  return useMemo(
    () => ({
      curves,
      range,
      axis: "time" as const,
      windows: NO_WINDOWS,
      now,
      nowMark: t("curves.nowMark"),
      colours,
      f,
    }),
    [colours, curves, range, now, t, f],
  );
}

function createFiles<T extends EffectInterval>(
  { title, file, unit, intervals, columns }: EffectChart<T>,
  drawing: Files["drawing"],
  labels: Labels,
): Files {
  const { t, f } = labels;
  const span = { from: intervals[0]?.from ?? 0, to: intervals.at(-1)?.to ?? 0 };
  const days = rangeInFileName(toWholeDays(span));
  return {
    name: `${file}-${days}`,
    drawing,
    picture: {
      title,
      subtitle: rangeLabel(span, f),
      unit,
      axis: t("axis.timeTitle"),
      windows: "",
    },
    csv: async () => [
      (await import("./control-effect-csv.ts")).effectCsv(intervals, columns, labels),
    ],
  };
}

const never = () => false;

/** Each interval's numbers; partial intervals show their own times. */
function EffectTable<T extends EffectInterval>({
  intervals,
  columns,
  isAfter = never,
}: EffectChart<T>) {
  const { t, f } = useChartLabels();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const timeOf = intervalTimes(intervals, f);
  const count = intervals.filter(isAfter).length;
  return (
    <div className="flex flex-col items-start gap-2">
      <div id={id} className="w-full">
        <ChartDataTable
          caption={t("effect.caption")}
          columns={[t("effect.isp"), t("effect.time"), ...columns.map(({ heading }) => heading)]}
          names={2}
          rows={intervals
            .filter((interval) => isOpen || !isAfter(interval))
            .map((interval) => ({
              key: interval.from,
              cells: [
                interval.isp,
                timeOf(interval),
                ...columns.map(({ render }) => render(interval)),
              ],
            }))}
        />
      </div>
      {count > 0 && (
        <Button size="sm" aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? "effect.hideAfter" : "effect.showAfter", { count, shown: f.count(count) })}
        </Button>
      )}
    </div>
  );
}

/** A chart of a control's intervals with legend, summary, table and files. */
export function ControlEffectChart<T extends EffectInterval>({ chart }: { chart: EffectChart<T> }) {
  const labels = useChartLabels();
  const { t, f } = labels;
  const drawing = useDrawing(chart);
  const { intervals, pointed, readings, summary, cursor, onCursor } = chart;
  if (intervals.length === 0) return <Empty title={t("effect.none")} />;
  const name = pointed && f.ispLabel({ ...pointed, time_from: pointed.from, time_to: pointed.to });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="grow basis-72">
          <Legend name={name} readings={readings} />
        </div>
        <Downloads files={createFiles(chart, drawing, labels)} />
      </div>
      <ChartFrame
        unit={chart.unit}
        drawing={drawing}
        label={summary}
        cursor={cursor}
        described={t("plot.value", { when: name ?? "", values: describeReadings(readings) })}
        actions={{ onCursor: intervals.length > 1 ? onCursor : ignore }}
      />
      <p className="max-w-prose text-muted">{summary}</p>
      <EffectTable {...chart} />
    </div>
  );
}
