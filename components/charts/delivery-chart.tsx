"use client";

import { useMemo, useState } from "react";
import type { DeliveredEffect } from "@/lib/contract/deliveries.ts";
import { formatKw, formatNumber, ispLabel, UNKNOWN } from "@/components/format-english.ts";
import { Empty } from "@/components/ui/states.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { deliveryCurves, type ShadedWindow } from "./curve.ts";
import {
  describeDelivered,
  reportingInWords,
  toDeliveredIntervals,
  type DeliveredInterval,
} from "./delivered.ts";
import { intervalTimes } from "./interval-times.ts";
import { Legend, LegendEntry } from "./legend.tsx";
import { NumbersTable } from "./numbers-table.tsx";
import { rangeAround } from "./ranges.ts";
import { intervalAt } from "./series.ts";
import { useColours } from "./use-colours.ts";

const NO_WINDOWS: ShadedWindow[] = [];
const ignore = () => undefined;

const label = ({ isp, from, to }: DeliveredInterval) =>
  ispLabel({ isp, time_from: from, time_to: to });

const change = (kw: number | null) => formatNumber(kw, { signed: true });

/** Promised and delivered of each interval as a table, with what they were worked out from. */
function DeliveredTable({ intervals, now }: { intervals: DeliveredInterval[]; now: number }) {
  const timeOf = intervalTimes(intervals);
  return (
    <NumbersTable
      caption="Per interval, in kW averaged over the part that is controlled, production positive"
      columns={["ISP", "Time", "Promised", "Delivered", "Plan without", "Measured", "Reporting"]}
      names={2}
      rows={intervals.map((interval) => ({
        key: interval.from,
        cells: [
          interval.isp,
          timeOf(interval),
          change(interval.promised),
          change(interval.delivered),
          formatNumber(interval.before),
          formatNumber(interval.measured),
          reportingInWords(interval, now),
        ],
      }))}
    />
  );
}

/** The interval under the cursor; without one the last that was measured, else the first. */
const shownInterval = (intervals: DeliveredInterval[], cursor: number | null) =>
  cursor === null
    ? (intervals.findLast(({ delivered }) => delivered !== null) ?? intervals[0])
    : intervalAt(intervals, cursor);

/** What a control promised beside what was measured, per interval; and the same as a table. */
export function DeliveryChart({
  effects,
  now,
}: {
  effects: readonly DeliveredEffect[];
  /** Marked in the drawing, in milliseconds. */
  now: number;
}) {
  const colours = useColours();
  const [cursor, setCursor] = useState<number | null>(null);
  const intervals = useMemo(() => toDeliveredIntervals(effects), [effects]);
  const curves = useMemo(() => colours && deliveryCurves(intervals, colours), [colours, intervals]);
  const range = useMemo(() => rangeAround(intervals), [intervals]);
  if (intervals.length === 0) return <Empty title="This control has no intervals" />;
  const shown = shownInterval(intervals, cursor);
  const signedKw = (kw: number | null) => formatKw(kw, { signed: true });
  const summary = describeDelivered(intervals);
  return (
    <div className="flex flex-col gap-3">
      <Legend interval={shown && label(shown)}>
        <LegendEntry swatch="promised" label="Promised" value={shown && signedKw(shown.promised)} />
        <LegendEntry
          swatch="actual"
          label="Delivered"
          value={shown && (shown.delivered === null ? UNKNOWN : signedKw(shown.delivered))}
        />
      </Legend>
      <ChartFrame
        unit="kW · change of net injection, more is positive"
        curves={curves}
        range={range}
        now={now}
        windows={NO_WINDOWS}
        colours={colours}
        label={summary}
        onCursor={intervals.length > 1 ? setCursor : ignore}
      />
      <p className="max-w-prose text-muted">{summary}</p>
      <DeliveredTable intervals={intervals} now={now} />
    </div>
  );
}
