"use client";

import { useMemo, type ReactNode } from "react";
import { Empty } from "@/components/ui/states.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import type { Curve, ShadedWindow } from "./curve.ts";
import { Downloads, type Files } from "./downloads.tsx";
import { intervalTimes } from "./interval-times.ts";
import { inWords, type Reading } from "./history-legend.tsx";
import { Legend, LegendEntry } from "./legend.tsx";
import { NumbersTable } from "./numbers-table.tsx";
import { rangeInFileName, rangeLabel } from "./range-label.ts";
import { daysAround, rangeAround } from "./ranges.ts";
import { useColours, type Colours } from "./use-colours.ts";
import { useTexts, type Texts } from "./use-texts.ts";

const NO_WINDOWS: ShadedWindow[] = [];
const ignore = () => undefined;

/** A part of a control, `[from, to)` in milliseconds. */
export interface EffectInterval {
  from: number;
  to: number;
  isp: number;
}

/** One column of the numbers. */
export interface EffectColumn<T> {
  heading: string;
  shown: (interval: T) => ReactNode;
  /** What stands in a file; a column without is left out of it. */
  number?: (interval: T) => number | null;
}

/** What a chart of a control's intervals is made of. */
export interface EffectChart<T extends EffectInterval> {
  title: string;
  /** Name of its files, without day and ending. */
  file: string;
  unit: string;
  intervals: T[];
  /** Stays the same while what it draws does. */
  curvesOf: (colours: Colours) => Curve[];
  /** The interval that is pointed at, and its values. */
  pointed: T | undefined;
  readings: Reading[];
  summary: string;
  columns: EffectColumn<T>[];
  /** Marked in the drawing; null where it is not. */
  now: number | null;
  cursor: number | null;
  onCursor: (at: number | null) => void;
}

function useDrawing<T extends EffectInterval>({ intervals, curvesOf, now }: EffectChart<T>) {
  const { t, f } = useTexts();
  const colours = useColours();
  const curves = useMemo(() => curvesOf(colours), [colours, curvesOf]);
  const range = useMemo(() => rangeAround(intervals), [intervals]);
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

function filesOf<T extends EffectInterval>(
  { title, file, unit, intervals, columns }: EffectChart<T>,
  drawing: Files["drawing"],
  texts: Texts,
): Files {
  const { t, f } = texts;
  const span = { from: intervals[0]?.from ?? 0, to: intervals.at(-1)?.to ?? 0 };
  const days = rangeInFileName(daysAround(span));
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
    csv: async () => [(await import("./effect-csv.ts")).effectCsv(intervals, columns, texts)],
  };
}

/** Each interval's numbers; partial intervals show their own times. */
function EffectTable<T extends EffectInterval>({ intervals, columns }: EffectChart<T>) {
  const { t, f } = useTexts();
  const timeOf = intervalTimes(intervals, f);
  return (
    <NumbersTable
      caption={t("effect.caption")}
      columns={[t("effect.isp"), t("effect.time"), ...columns.map(({ heading }) => heading)]}
      names={2}
      rows={intervals.map((interval) => ({
        key: interval.from,
        cells: [interval.isp, timeOf(interval), ...columns.map(({ shown }) => shown(interval))],
      }))}
    />
  );
}

/** A control's intervals: what they are called, drawn, said in a sentence, as a table and as files. */
export function EffectFrame<T extends EffectInterval>({ chart }: { chart: EffectChart<T> }) {
  const texts = useTexts();
  const { t, f } = texts;
  const drawing = useDrawing(chart);
  const { intervals, pointed, readings, summary, cursor, onCursor } = chart;
  if (intervals.length === 0) return <Empty title={t("effect.none")} />;
  const name = pointed && f.ispLabel({ ...pointed, time_from: pointed.from, time_to: pointed.to });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="grow basis-72">
          <Legend interval={name}>
            {readings.map((reading) => (
              <LegendEntry key={reading.label} {...reading} />
            ))}
          </Legend>
        </div>
        <Downloads files={filesOf(chart, drawing, texts)} />
      </div>
      <ChartFrame
        unit={chart.unit}
        drawing={drawing}
        label={summary}
        cursor={cursor}
        described={t("plot.value", { when: name ?? "", values: inWords(readings) })}
        actions={{ onCursor: intervals.length > 1 ? onCursor : ignore }}
      />
      <p className="max-w-prose text-muted">{summary}</p>
      <EffectTable {...chart} />
    </div>
  );
}
