"use client";

import { useTranslations } from "next-intl";
import { HOUR_MS } from "@/lib/time/amsterdam.ts";
import { useAreaOperation } from "@/components/api/use-area-operation.ts";
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
export function LatestQuarter({ id, now }: { id: string; now: number }) {
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
