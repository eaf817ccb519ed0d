"use client";

import { useOperation } from "@/components/api/use-operation.ts";
import { HOUR } from "@/components/amsterdam.ts";
import { joinIntervals, type Interval } from "@/components/charts/series.ts";
import {
  formatCount,
  formatKw,
  formatMoment,
  formatNumber,
  formatPercent,
  formatSeconds,
  formatTime,
} from "@/components/format.ts";
import { Figure, FigureRow, type FigureTone } from "@/components/ui/figure.tsx";
import { Failure, Skeleton, Stale } from "@/components/ui/states.tsx";
import { useNow } from "@/components/use-now.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";

const EVERY = 15_000;
const toneOf = (kw: number | null): FigureTone =>
  kw === null ? "unknown" : kw < 0 ? "consumption" : "production";

function forecastHint({ actual, forecast }: Pick<LiveStatus, "actual" | "forecast">): string {
  if (forecast === null) return "no forecast for this quarter";
  if (actual === null) return `forecast ${formatKw(forecast)}`;
  const off = formatNumber(actual - forecast, { signed: true });
  return `forecast ${formatNumber(forecast)} (${off})`;
}

function Powers({
  label,
  values,
}: {
  label: string;
  values: Pick<LiveStatus, "actual" | "forecast" | "upward" | "downward">;
}) {
  return (
    <>
      <Figure
        label={label}
        value={formatNumber(values.actual)}
        unit="kW"
        tone={toneOf(values.actual)}
        hint={forecastHint(values)}
      />
      <Figure
        label="Can go up by"
        value={formatNumber(values.upward)}
        unit="kW"
        tone="up"
        hint="raise injection"
      />
      <Figure
        label="Can go down by"
        value={formatNumber(values.downward)}
        unit="kW"
        tone="down"
        hint="lower injection"
      />
    </>
  );
}

function StatusRow({ status }: { status: LiveStatus }) {
  const measured = status.measured_at && formatTime(status.measured_at);
  return (
    <FigureRow>
      <Powers label={measured ? `Net injection, ${measured}` : "Net injection"} values={status} />
      <Figure
        label="Reporting"
        value={formatCount(status.reporting)}
        unit={`of ${formatCount(status.locations)}`}
        hint="locations, last 5 min"
      />
      <Figure
        label="Under a control"
        value={formatCount(status.curtailed)}
        tone={status.curtailed > 0 ? "curtailed" : undefined}
        hint="locations, this minute"
      />
      {status.state_of_charge !== null && (
        <Figure
          label="Batteries"
          value={formatPercent(status.state_of_charge)}
          hint="charged, as last measured"
        />
      )}
    </FigureRow>
  );
}

/** How a bidding zone stands this minute, read again every 15 seconds. */
export function ZoneFigures({ id, initial }: { id: string; initial: LiveStatus | null }) {
  const { data, problem, at, isStale, mutate } = useOperation(
    "getBiddingZoneStatus",
    { params: { bidding_zone_id: id } },
    { refreshInterval: EVERY },
  );
  const status = data ?? initial;
  if (!status && problem) return <Failure problem={problem} onRetry={mutate} />;
  if (!status) return <Skeleton className="h-24" />;
  return (
    <div className="flex flex-col gap-2">
      <StatusRow status={status} />
      <div className="text-right text-xs text-muted">
        {isStale || (problem && !data) ? (
          <Stale since={formatMoment(at ?? status.time)} />
        ) : (
          `ISP ${status.isp} · updated ${formatSeconds(at ?? status.time)}`
        )}
      </div>
    </div>
  );
}

const latestOf = (intervals: Interval[]) =>
  intervals.findLast(({ actual }) => actual !== null) ?? intervals.at(-1);

/** The last finished quarter of a zone, for a service that does not tell how it stands now. */
export function LatestQuarter({ id, serverNow }: { id: string; serverNow: number }) {
  const now = useNow(60_000, serverNow);
  const start = new Date(Math.floor(now / HOUR) * HOUR - 3 * HOUR).toISOString();
  const { data, problem, at, isStale, mutate } = useOperation(
    "getBiddingZoneHistorical",
    { params: { bidding_zone_id: id }, query: { start } },
    { refreshInterval: 60_000, keepPreviousData: true },
  );
  if (!data) {
    return problem ? <Failure problem={problem} onRetry={mutate} /> : <Skeleton className="h-24" />;
  }
  const latest = latestOf(joinIntervals(data.data));
  if (!latest) return <p className="text-muted">No quarter of the last three hours is known.</p>;
  return (
    <div className="flex flex-col gap-2">
      <FigureRow>
        <Powers
          label={`Net injection, ${formatTime(latest.from)}–${formatTime(latest.to)}`}
          values={latest}
        />
      </FigureRow>
      {isStale && at !== null && <Stale since={formatMoment(at)} />}
    </div>
  );
}
