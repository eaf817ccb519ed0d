"use client";

import { useMemo, useState } from "react";
import type { Area, AreaOffers } from "@/components/api/areas.ts";
import { useStatus } from "@/components/api/use-status.ts";
import { toMillis } from "@/components/format-english.ts";
import { DataSourceBadge } from "@/components/status/data-source.tsx";
import { Freshness } from "@/components/status/freshness.tsx";
import { Empty, Failure } from "@/components/ui/states.tsx";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { historyCurves, type LivePoint, type ShadedWindow } from "./curve.ts";
import { HistoryLegend } from "./history-legend.tsx";
import { HistoryTable } from "./history-table.tsx";
import { RangeChoice } from "./range-choice.tsx";
import { rangeNames, type Range, type RangeName } from "./ranges.ts";
import { intervalAt, type Interval } from "./series.ts";
import { describeHistory, describePlainly } from "./summary.ts";
import { useColours } from "./use-colours.ts";
import { useHistory, type History } from "./use-history.ts";

const NO_WINDOWS: ShadedWindow[] = [];

/** The interval under the cursor; without one the running interval, else the last one. */
const shownInterval = (intervals: Interval[], cursor: number | null, now: number | null) =>
  intervalAt(intervals, cursor ?? now ?? 0) ?? (cursor === null ? intervals.at(-1) : undefined);

function liveWithin(status: LiveStatus | undefined, range: Range | null): LivePoint | null {
  if (!status?.measured_at || status.actual === null || !range) return null;
  const at = toMillis(status.measured_at);
  return at >= range.from && at < range.to ? { at, kw: status.actual } : null;
}

/** The choice of the range, and how fresh and how real what is shown is. */
function HistoryHead({
  rangeName,
  onChoose,
  isSimulated,
  history,
}: {
  rangeName: RangeName;
  onChoose: (name: RangeName) => void;
  isSimulated: boolean;
  history: History;
}) {
  const { at, isStale } = history;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <RangeChoice value={rangeName} onChoose={onChoose} />
      <div className="flex flex-wrap items-center gap-3">
        {isSimulated && <DataSourceBadge source="simulated" />}
        <Freshness at={at} isStale={isStale} />
      </div>
    </div>
  );
}

/**
 * History and forecast of an area over a range the reader picks, the minute measured last, and the
 * numbers as a table and in words; `windows` are shaded. `plain` is for the people who live there:
 * without what could be raised and lowered.
 */
export function HistoryChart({
  area,
  offers,
  windows = NO_WINDOWS,
  initialRange = "today",
  plain = false,
}: {
  area: Area;
  offers: Pick<AreaOffers, "status" | "forecast">;
  windows?: ShadedWindow[];
  initialRange?: RangeName;
  plain?: boolean;
}) {
  const [rangeName, setRangeName] = useState<RangeName>(initialRange);
  const [cursor, setCursor] = useState<number | null>(null);
  const colours = useColours();
  const history = useHistory(area, rangeName, offers.forecast);
  const { data: status } = useStatus(offers.status ? area : null);
  const { intervals, range, now, problem } = history;
  const live = useMemo(() => liveWithin(status, range), [status, range]);
  const curves = useMemo(
    () => colours && !history.isLoading && historyCurves(intervals, colours, { plain, live }),
    [colours, history.isLoading, intervals, plain, live],
  );
  const summary = useMemo(
    () => (plain ? describePlainly : describeHistory)(intervals, now ?? 0),
    [plain, intervals, now],
  );
  if (problem && intervals.length === 0) {
    return <Failure problem={problem} onRetry={history.retry} />;
  }
  const isEmpty = curves && intervals.length === 0;
  return (
    <div className="flex flex-col gap-3">
      <HistoryHead
        rangeName={rangeName}
        onChoose={setRangeName}
        isSimulated={status?.data_source === "simulated"}
        history={history}
      />
      {isEmpty ? (
        <Empty
          title="No data in this range"
          hint="Nothing was forecast or measured here between these moments."
        />
      ) : (
        <>
          <HistoryLegend
            interval={shownInterval(intervals, cursor, now)}
            windows={windows}
            live={live}
            plain={plain}
            now={now}
          />
          <ChartFrame
            unit={plain ? "kW · to the grid above zero, from the grid below" : undefined}
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
          {curves && <HistoryTable intervals={intervals} plain={plain} />}
        </>
      )}
    </div>
  );
}
