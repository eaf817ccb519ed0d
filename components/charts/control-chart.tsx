"use client";

import { useMemo, useState } from "react";
import type { ControlEffect } from "@/lib/contract/controls.ts";
import {
  formatKw,
  formatKwh,
  formatNumber,
  formatWindow,
  ispLabel,
} from "@/components/format-english.ts";
import { Empty } from "@/components/ui/states.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { effectCurves, type ShadedWindow } from "./curve.ts";
import { intervalTimes } from "./interval-times.ts";
import { Legend, LegendEntry } from "./legend.tsx";
import { NumbersTable } from "./numbers-table.tsx";
import { rangeAround } from "./ranges.ts";
import { energyKwh, intervalAt, toEffectIntervals, type EffectInterval } from "./series.ts";
import { useColours } from "./use-colours.ts";

const NO_WINDOWS: ShadedWindow[] = [];
const ignore = () => undefined;

const label = ({ isp, from, to }: EffectInterval) =>
  ispLabel({ isp, time_from: from, time_to: to });

function describe(intervals: EffectInterval[], kwh: number): string {
  const [first] = intervals;
  const last = intervals.at(-1);
  if (!first || !last) return "";
  const change = `planned net injection changes by ${formatKwh(kwh, { signed: true })}`;
  const kw = (interval: EffectInterval) => formatKw(interval.delta, { signed: true });
  if (first === last) return `In ${label(first)}, ${change}, ${kw(first)} on average.`;
  const steepest = intervals.reduce((best, next) =>
    Math.abs(next.delta) > Math.abs(best.delta) ? next : best,
  );
  const when = formatWindow(first.from, last.to);
  return `${when}: ${change} in total, most in ${label(steepest)} with ${kw(steepest)}.`;
}

/** Before, after and delta of each interval as a table; partial intervals show their own times. */
function EffectTable({ effects }: { effects: readonly ControlEffect[] }) {
  const intervals = toEffectIntervals(effects);
  const timeOf = intervalTimes(intervals);
  return (
    <NumbersTable
      caption="Per interval, in kW averaged over the part that is controlled, production positive"
      columns={["ISP", "Time", "Before", "After", "Delta"]}
      names={2}
      rows={intervals.map((interval) => ({
        key: interval.from,
        cells: [
          interval.isp,
          timeOf(interval),
          formatNumber(interval.before),
          formatNumber(interval.after),
          formatNumber(interval.delta, { signed: true }),
        ],
      }))}
    />
  );
}

/** What a control changes, per interval: the plan before, the plan with it, and the table. */
export function ControlChart({ effects }: { effects: readonly ControlEffect[] }) {
  const colours = useColours();
  const [cursor, setCursor] = useState<number | null>(null);
  const intervals = useMemo(() => toEffectIntervals(effects), [effects]);
  const curves = useMemo(() => colours && effectCurves(intervals, colours), [colours, intervals]);
  const range = useMemo(() => rangeAround(intervals), [intervals]);
  if (intervals.length === 0) return <Empty title="This control has no intervals" />;
  const shown = cursor === null ? intervals[0] : intervalAt(intervals, cursor);
  const summary = describe(intervals, energyKwh(effects));
  return (
    <div className="flex flex-col gap-3">
      <Legend interval={shown && label(shown)}>
        <LegendEntry swatch="forecast" label="Before" value={shown && formatKw(shown.before)} />
        <LegendEntry swatch="after" label="After" value={shown && formatKw(shown.after)} />
        {shown && (
          <li>
            <span className="text-muted">Delta</span>{" "}
            <span className="font-medium">{formatKw(shown.delta, { signed: true })}</span>
          </li>
        )}
      </Legend>
      <ChartFrame
        curves={curves}
        range={range}
        now={null}
        windows={NO_WINDOWS}
        colours={colours}
        label={summary}
        onCursor={intervals.length > 1 ? setCursor : ignore}
      />
      <p className="max-w-prose text-muted">{summary}</p>
      <EffectTable effects={effects} />
    </div>
  );
}
