"use client";

import { useMemo } from "react";
import type { Area } from "@/lib/contract/areas.ts";
import { useStatus } from "@/components/live/use-live.ts";
import { HistoryChart } from "@/components/power-history/history-chart.dynamic.tsx";
import { earlierControlsInArea } from "@/components/controls/control-history-query.ts";
import { RecentControls } from "@/components/controls/list/recent-controls.tsx";
import type { ControlSummaryView } from "@/components/controls/control-view-model.ts";
import { shadedWindows } from "@/components/controls/shaded-windows.ts";
import { TodayTimeline } from "@/components/controls/timeline/timeline.dynamic.tsx";
import { useRecentControls } from "@/components/controls/list/use-recent-controls.ts";
import { LiveIndicator, StaleBanner } from "@/components/live/live-indicator.tsx";
import { useLiveArea } from "@/components/live/use-live-area.ts";
import { StatusMetrics } from "@/components/status/status-metrics.tsx";
import { Card } from "@/components/ui/card.tsx";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { useNow } from "@/components/ui/use-now.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import type { OverviewCapabilities } from "@/lib/portal/queries/overview.ts";
import { useTranslations } from "next-intl";
import { HOUR_MS } from "@/lib/time/amsterdam.ts";
import { useAreaOperation } from "@/components/api/use-operation.ts";
import { joinIntervals, type Interval } from "@/components/chart/series.ts";
import { PowerMetrics } from "@/components/status/power-metrics.tsx";
import { MetricRow } from "@/components/ui/metric.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Skeleton, Stale } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";

const LOOKBACK_MS = 3 * HOUR_MS;

const getLatest = (intervals: Interval[]) =>
  intervals.findLast(({ actual }) => actual !== null) ?? intervals.at(-1);

/** The last finished quarter of a zone, for a service without live status. */
function LatestQuarter({ id, now }: { id: string; now: number }) {
  const t = useTranslations("overview.latest");
  const f = useFormats();
  const start = new Date(Math.floor(now / HOUR_MS) * HOUR_MS - LOOKBACK_MS).toISOString();
  const { data, problem, at, isStale, mutate } = useAreaOperation(
    { kind: "bidding-zone", id },
    "history",
    { start },
    { refreshInterval: 60_000, keepPreviousData: true },
  );
  if (!data) {
    return problem ? <Failure problem={problem} onRetry={mutate} /> : <Skeleton className="h-24" />;
  }
  const latest = getLatest(joinIntervals(data.data));
  if (!latest) return <p className="text-muted">{t("none")}</p>;
  return (
    <div className="flex flex-col gap-2">
      <MetricRow>
        <PowerMetrics powers={latest} />
      </MetricRow>
      <div className="text-right text-xs text-muted">
        {isStale && at !== null ? (
          <Stale since={f.moment(at)} />
        ) : (
          t("quarter", { times: f.times(latest.from, latest.to) })
        )}
      </div>
    </div>
  );
}

const isZone = ({ kind }: Area) => kind === "bidding-zone";

// Placeholders as high as the cards: those of a zone have more in them than those of a group.
const TodayCards = dynamicOnVisible(
  async () => (await import("./today-cards.tsx")).TodayCards,
  ({ area, capabilities }) => (
    <>
      <Skeleton className={capabilities.changes ? "h-50" : "h-43"} />
      <Skeleton
        className={isZone(area) ? "h-87 sm:h-74 md:h-88" : "h-50 sm:h-[10.875rem] md:h-50"}
      />
    </>
  ),
);
const DayOverDayCard = dynamicOnVisible(
  async () => (await import("./today-cards.tsx")).DayOverDayCard,
  ({ area }) => (
    <Skeleton
      className={isZone(area) ? "h-78 sm:h-58 md:h-53 xl:h-73" : "h-57 sm:h-43 md:h-38 xl:h-52"}
    />
  ),
);

interface Prefetched {
  area: Area;
  /** What a group is called; a zone goes by its code. */
  name?: string | undefined;
  title: string;
  capabilities: OverviewCapabilities;
  initialStatus: LiveStatus | null;
  initialControls: ControlSummaryView[];
  serverNow: number;
}

/** The metrics of this minute, updated live, and since when they are stale. */
function AreaNow({
  area,
  initialStatus,
  serverNow,
}: Omit<Prefetched, "name" | "title" | "capabilities" | "initialControls">) {
  const { freshness, retry } = useLiveArea(area, serverNow);
  const { data } = useStatus(area);
  return (
    <div className="flex flex-col gap-3">
      <StaleBanner freshness={freshness} onRetry={retry} />
      <StatusMetrics
        area={area}
        initial={initialStatus}
        note={<LiveIndicator freshness={freshness} status={data ?? initialStatus} />}
      />
    </div>
  );
}

/** The metrics of this minute, with yesterday's. */
function DayOverDay({
  area,
  capabilities,
  initialStatus,
  now,
}: Pick<Prefetched, "area" | "capabilities" | "initialStatus"> & { now: number }) {
  const { data } = useStatus(capabilities.status ? area : null);
  return (
    <DayOverDayCard
      area={area}
      capabilities={capabilities}
      status={data ?? initialStatus}
      now={now}
    />
  );
}

/** A zone or a group today: its status, a chart of the day and its controls. */
export function AreaToday(prefetched: Prefetched) {
  const { area, name, title, capabilities, initialStatus, initialControls, serverNow } = prefetched;
  const labels = useTranslations("controls");
  const now = useNow(10_000, serverNow);
  const { kind, id } = area;
  const { controls, cachedFrom } = useRecentControls(
    area,
    initialControls,
    capabilities.summaries,
    serverNow,
  );
  const earlier = useMemo(
    () =>
      earlierControlsInArea({ kind, id }, capabilities.summaries, { controls, cachedFrom }, labels),
    [kind, id, capabilities.summaries, controls, cachedFrom, labels],
  );
  const windows = useMemo(() => shadedWindows(controls, labels), [controls, labels]);
  return (
    <div className="flex flex-col gap-4">
      {capabilities.status && <AreaNow {...prefetched} />}
      {!capabilities.status && area.kind === "bidding-zone" && (
        <LatestQuarter id={area.id} now={now} />
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22.5rem] xl:grid-rows-[auto_1fr_auto]">
        {capabilities.history && (
          <div className="min-w-0 xl:row-span-2">
            <Card title={title}>
              <HistoryChart
                area={area}
                name={name}
                capabilities={capabilities}
                windows={windows}
                earlier={earlier}
              />
            </Card>
          </div>
        )}
        <div className="grid min-w-0 items-start gap-4 md:max-xl:grid-cols-2 md:max-xl:*:first:row-span-2 xl:col-start-2">
          <RecentControls controls={controls} hasTimeline={capabilities.summaries} now={now} />
          <TodayCards area={area} capabilities={capabilities} now={now} />
        </div>
        {capabilities.summaries && (
          <div className="min-w-0 xl:col-span-2 xl:row-start-3">
            <TodayTimeline
              area={area}
              controls={controls}
              hasRequests={capabilities.requests}
              now={now}
            />
          </div>
        )}
        {capabilities.history && (
          <div className="min-w-0 xl:col-start-2 xl:row-start-2">
            <DayOverDay
              area={area}
              capabilities={capabilities}
              initialStatus={initialStatus}
              now={now}
            />
          </div>
        )}
      </div>
    </div>
  );
}
