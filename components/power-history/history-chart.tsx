"use client";

import { useMemo, useState } from "react";
import type { Area, AreaCapabilities } from "@/lib/contract/areas.ts";
import { useStatus } from "@/components/live/use-live.ts";
import type {
  EarlierControls,
  ListedControl,
} from "@/components/controls/control-history-query.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import type { LivePoint, ShadedWindow } from "@/components/chart/series.ts";
import { HistoryContent } from "./history-content.tsx";
import { DisplayTools, FoldedTools, RangeTools } from "./chart-toolbar.tsx";
import {
  filterInRange,
  showsDays,
  toRangeChoice,
  toWholeDays,
  type Range,
  type RangeChoice,
} from "../chart/ranges.ts";
import { allSources, type MeasurementSource } from "./measurement-source.ts";
import { useHistory } from "./use-history.ts";
import { useComparison } from "./use-comparison.ts";
import { useChartLabels } from "../chart/use-chart-labels.ts";
import { useDailyBars } from "./use-daily-bars.ts";
import { useHistoryFiles, useHistoryViewModel } from "./use-history-view-model.ts";
import { useAxis, useViewport } from "../chart/use-viewport.ts";
import { Failure } from "@/components/api/failure.tsx";
import { request, toFetched } from "@/components/api/request.ts";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useReading } from "@/components/api/use-operation.ts";

const CompareSelect = dynamicOnVisible(
  async () => (await import("./compare-select.tsx")).CompareSelect,
  () => <Skeleton className="h-15 w-60" />,
);
const PriceChart = dynamicOnVisible(
  async () => (await import("@/components/prices/price-chart.tsx")).PriceChart,
  () => <Skeleton className="h-48" />,
);

interface ControlAnnotations {
  /** Those that overlap the visible range. */
  windows: ShadedWindow[];
  /** Before this moment (ms) there may be others. */
  cachedFrom: number;
}

const EARLIER_EVERY = 60_000;
/** More than any service has; it ends the loop at one that answers the same page again and again. */
const MAX_PAGES = 200;

async function readEarlier(
  { pageAt, isLast }: EarlierControls,
  from: number,
): Promise<ListedControl[]> {
  const all: ListedControl[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const url = pageAt(page);
    const { data } = await request<{ data: ListedControl[] }>({ method: "GET", url });
    all.push(...data.data);
    if (isLast(data.data, from)) break;
  }
  return all;
}

/**
 * The windows that a chart shades: those that came with the page, and earlier ones, which are read when
 * the chart's days start before them. Until those are read the windows before `cachedFrom` are unknown.
 */
function useControlAnnotations(
  latestWindows: ShadedWindow[],
  earlier: EarlierControls | undefined,
  { days, visible }: { days: Range; visible: Range },
): ControlAnnotations {
  const { from } = days;
  const since = earlier?.cachedFrom ?? null;
  const isNeeded = since !== null && from < since;
  const { data } = useReading(
    isNeeded ? `earlier ${from} ${earlier!.pageAt(0)}` : null,
    async () => toFetched(await readEarlier(earlier!, from)),
    {
      revalidateOnFocus: false,
      // Where even those to come are among them, they may be cancelled.
      refreshInterval: since === Infinity ? EARLIER_EVERY : 0,
    },
  );
  return useMemo(
    () => ({
      windows: filterInRange(
        data ? [...latestWindows, ...earlier!.shade(data)] : latestWindows,
        visible,
      ),
      cachedFrom: isNeeded && !data ? since : -Infinity,
    }),
    [latestWindows, data, earlier, visible, isNeeded, since],
  );
}

const NO_WINDOWS: ShadedWindow[] = [];

function liveWithin(status: LiveStatus | undefined, range: Range): LivePoint | null {
  if (!status?.measured_at || status.actual === null) return null;
  const at = toMillis(status.measured_at);
  return at >= range.from && at < range.to ? { at, kw: status.actual } : null;
}

interface HistoryChartProps {
  area: Area;
  capabilities: Pick<
    AreaCapabilities,
    "status" | "forecast" | "changes" | "devices" | "coverage" | "prices"
  >;
  windows?: ShadedWindow[];
  /** Where controls are that are older than those of `windows`. */
  earlier?: EarlierControls;
  initialRange?: RangeChoice;
  plain?: boolean;
  /** Whose power can be chosen, what is shown first at its head. */
  subjects?: readonly MeasurementSource[] | undefined;
  /** What the area is called, for its files. */
  name?: string | undefined;
  /** Whether a day can be compared with another one. */
  comparable?: boolean;
}

/**
 * History and forecast of an area over a range the reader picks, the minute measured last, and the
 * numbers as a table, in words and as files; `windows` are shaded. `plain` is for the people who
 * live there: without what could be raised and lowered, and without settlement periods.
 */
export function HistoryChart({
  area,
  capabilities,
  windows: latest = NO_WINDOWS,
  earlier,
  initialRange = "today",
  plain = false,
  subjects = allSources,
  name = area.kind === "bidding-zone" ? area.id : "",
  comparable = true,
}: HistoryChartProps) {
  const { t } = useChartLabels();
  const state = useViewport(initialRange);
  const { zoomTo, zoomBy, undoZoom } = state;
  const [subject, setSubject] = useState(subjects[0]!);
  const chosenAxis = useAxis();
  const axis = plain ? "time" : chosenAxis.value;
  const [cursor, setCursor] = useState<number | null>(null);
  const read = useHistory(
    {
      area,
      subject,
      withForecast: capabilities.forecast,
      withCoverage: capabilities.coverage,
      withChanges: !plain && (capabilities.changes ?? false),
    },
    state.days,
    state.now,
  );
  const comparison = useComparison({ area, subject, isOffered: comparable }, state);
  const { join } = comparison;
  const history = useMemo(
    () => (join ? { ...read, intervals: join(read.intervals) } : read),
    [read, join],
  );
  const { data: status } = useStatus(capabilities.status ? area : null);
  const { windows, cachedFrom } = useControlAnnotations(latest, earlier, state);
  const isConnection = subject === "CONNECTION";
  const live = useMemo(
    () => (isConnection ? liveWithin(status, state.visible) : null),
    [isConnection, status, state.visible],
  );
  const { comparedWith } = comparison;
  const chartOptions = useMemo(
    () => ({ subject, plain, live, comparedWith }),
    [subject, plain, live, comparedWith],
  );
  const dailyBars = useDailyBars(showsDays(state.visible));
  const viewModel = useHistoryViewModel({
    history,
    state,
    chartOptions,
    axis,
    dailyBars,
    windows,
    cachedFrom,
    cursor,
  });
  const isSimulated = status?.data_source === "simulated";
  const files = useHistoryFiles({
    viewModel,
    state,
    chartOptions,
    axis,
    windows,
    name,
    isSimulated,
  });
  const actions = { onCursor: setCursor, onZoom: zoomTo, onZoomBy: zoomBy, onUndo: undoZoom };
  const isDaily = viewModel.days !== null;
  const openDay = (at: number) => {
    setCursor(null);
    state.choose(toRangeChoice(toWholeDays({ from: at, to: at + 1 }), state.now));
  };
  return (
    <div className="flex flex-col gap-3">
      <RangeTools state={state} reachesAhead={capabilities.forecast && isConnection} />
      <FoldedTools state={state}>
        <DisplayTools
          state={state}
          cursor={cursor}
          subjects={capabilities.devices ? subjects : []}
          subject={{ value: subject, onChoose: setSubject }}
          axis={plain || isDaily ? null : chosenAxis}
          files={files}
        />
        {comparison.isOffered && (
          <CompareSelect
            value={comparison.value}
            compared={comparison.day}
            onChoose={comparison.choose}
          />
        )}
      </FoldedTools>
      {comparison.differsInHours && (
        <p className="text-xs text-muted">{t("compare.clockChange")}</p>
      )}
      {comparison.problem && comparedWith && (
        <div className="flex flex-col gap-2">
          <p className="text-bad">{t("compare.failed", { day: comparedWith })}</p>
          <Failure problem={comparison.problem} onRetry={comparison.retry} />
        </div>
      )}
      {comparison.isEmpty && comparedWith && (
        <p role="status" className="text-muted">
          {t("compare.nothing", { day: comparedWith })}
        </p>
      )}
      <HistoryContent
        history={history}
        isSimulated={isSimulated}
        viewModel={viewModel}
        chartOptions={chartOptions}
        cursor={cursor}
        windows={windows}
        now={state.now}
        actions={isDaily ? { ...actions, byDay: true, onOpen: openDay } : actions}
        below={
          capabilities.prices && (
            <PriceChart
              zone={area.id}
              days={state.days}
              visible={state.visible}
              axis={isDaily ? "day" : axis}
              now={state.now}
              cursor={cursor}
              actions={actions}
            />
          )
        }
      />
    </div>
  );
}
