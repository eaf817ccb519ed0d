"use client";

import { FlaskConical } from "lucide-react";
import { useMemo, useState } from "react";
import type { DataSource } from "@/lib/contract/locations.ts";
import {
  formatDay,
  formatKw,
  formatMoment,
  formatTime,
  formatSeconds,
} from "@/components/format.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Empty, Failure, Stale } from "@/components/ui/states.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { historyCurves, type ShadedWindow } from "./curve.ts";
import { HistoryTable } from "./history-table.tsx";
import { Legend, LegendEntry } from "./legend.tsx";
import { RangeChoice } from "./range-choice.tsx";
import { rangeNames, type RangeName } from "./ranges.ts";
import { intervalAt, type Interval } from "./series.ts";
import { describeHistory } from "./summary.ts";
import { useColours } from "./use-colours.ts";
import { useHistory, type HistoryKind } from "./use-history.ts";

const NO_WINDOWS: ShadedWindow[] = [];

const intervalName = ({ from, to }: Interval) =>
  `${formatDay(from)}, ${formatTime(from)}–${formatTime(to)}`;

function HistoryLegend({
  interval,
  windows,
}: {
  interval?: Interval;
  windows: readonly ShadedWindow[];
}) {
  const value = (kw: number | null) => interval && formatKw(kw);
  const actual = interval?.actual ?? null;
  return (
    <Legend interval={interval && intervalName(interval)}>
      <LegendEntry
        swatch={actual !== null && actual < 0 ? "consumption" : "actual"}
        label="Actual"
        value={value(actual)}
      />
      <LegendEntry swatch="forecast" label="Forecast" value={value(interval?.forecast ?? null)} />
      <LegendEntry swatch="up" label="Up by" value={value(interval?.upward ?? null)} />
      <LegendEntry swatch="down" label="Down by" value={value(interval?.downward ?? null)} />
      {windows.length > 0 && (
        <LegendEntry
          swatch="control"
          label="Control"
          value={interval && (namesWithin(windows, interval) || "none")}
        />
      )}
    </Legend>
  );
}

/** The controls that share a moment with an interval. */
const namesWithin = (windows: readonly ShadedWindow[], { from, to }: Interval) =>
  [
    ...new Set(
      windows.filter((each) => each.from < to && from < each.to).map(({ label }) => label),
    ),
  ].join(", ");

/** The interval under the cursor; without one the running interval, else the last one. */
const shownInterval = (intervals: Interval[], cursor: number | null, now: number | null) =>
  intervalAt(intervals, cursor ?? now ?? 0) ?? (cursor === null ? intervals.at(-1) : undefined);

/** Marks demo data for what it is. */
export const SimulatedBadge = () => (
  <Badge tone="simulated" icon={<FlaskConical aria-hidden />}>
    Simulated
  </Badge>
);

/**
 * History and forecast of one zone, group or location over a range the reader picks, with its
 * numbers as a table and in words. `forecast={false}` where the service offers none;
 * `dataSource` marks simulated data; `windows` are shaded.
 */
export function HistoryChart({
  kind,
  id,
  forecast = true,
  dataSource,
  windows = NO_WINDOWS,
  initialRange = "today",
}: {
  kind: HistoryKind;
  id: string;
  forecast?: boolean;
  dataSource?: DataSource;
  windows?: ShadedWindow[];
  initialRange?: RangeName;
}) {
  const [rangeName, setRangeName] = useState<RangeName>(initialRange);
  const [cursor, setCursor] = useState<number | null>(null);
  const colours = useColours();
  const history = useHistory({ kind, id }, rangeName, forecast);
  const { intervals, range, now, at, problem } = history;
  const curves = useMemo(
    () => colours && !history.isLoading && historyCurves(intervals, colours),
    [colours, history.isLoading, intervals],
  );
  const summary = useMemo(() => describeHistory(intervals, now ?? 0), [intervals, now]);
  if (problem && intervals.length === 0) {
    return <Failure problem={problem} onRetry={history.retry} />;
  }
  const isEmpty = curves && intervals.length === 0;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <RangeChoice value={rangeName} onChoose={setRangeName} />
        <div className="flex flex-wrap items-center gap-3 text-xs text-muted">
          {dataSource === "simulated" && <SimulatedBadge />}
          {history.isStale && at !== null ? (
            <Stale since={formatMoment(at)} />
          ) : (
            at !== null && <span>Updated {formatSeconds(at)}</span>
          )}
        </div>
      </div>
      {isEmpty ? (
        <Empty
          title="No data in this range"
          hint="Nothing was forecast or measured here between these moments."
        />
      ) : (
        <>
          <HistoryLegend interval={shownInterval(intervals, cursor, now)} windows={windows} />
          <ChartFrame
            curves={curves || null}
            range={range}
            now={now}
            windows={windows}
            colours={colours}
            label={`${rangeNames[rangeName]}: ${summary}`}
            onCursor={setCursor}
          />
          {curves && <p className="max-w-prose text-muted">{summary}</p>}
          {history.forecastFailed && (
            <p className="text-warn">The forecast could not be read just now.</p>
          )}
          {curves && <HistoryTable intervals={intervals} />}
        </>
      )}
    </div>
  );
}
