"use client";

import { ArrowRight } from "lucide-react";
import { useMemo } from "react";
import { QUARTER, startOfDay } from "@/components/amsterdam.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { useStatus } from "@/components/api/use-status.ts";
import { DayBars, type Bar } from "@/components/charts/day-bars.tsx";
import { joinIntervals, type Interval } from "@/components/charts/series.ts";
import { totalsOf } from "@/components/charts/summary.ts";
import { formatKw, formatKwh, formatTime, UNKNOWN } from "@/components/format-english.ts";
import { placeName } from "@/components/locations/place.ts";
import { ConnectionBadge } from "@/components/status/connection.tsx";
import { DataSourceBadge } from "@/components/status/data-source.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Failure, Skeleton } from "@/components/ui/states.tsx";
import { Link } from "@/components/ui/link.tsx";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import type { Connection, DataSource, Location } from "@/lib/contract/locations.ts";

export type HomeLocation = Location & { data_source?: DataSource; connection?: Connection };

/** A bar for each quarter of the day, also those to come and those nobody measured. */
function barsOf(intervals: Interval[], from: number, to: number): Bar[] {
  const byStart = new Map(intervals.map((interval) => [interval.from, interval.actual]));
  return Array.from({ length: (to - from) / QUARTER }, (_, index) => ({
    kw: byStart.get(from + index * QUARTER) ?? null,
  }));
}

function nowSentence({ actual, measured_at }: LiveStatus): string {
  if (actual === null || measured_at === null) return "Nothing was measured just now.";
  const at = formatTime(measured_at);
  if (Math.abs(actual) < 0.005) return `In balance at ${at}.`;
  return actual > 0
    ? `Sending ${formatKw(actual)} to the grid at ${at}.`
    : `Taking ${formatKw(-actual)} from the grid at ${at}.`;
}

function Now({ id }: { id: string }) {
  const { data } = useStatus({ kind: "location", id });
  if (!data) return null;
  return (
    <p className="flex flex-wrap items-center gap-2">
      {nowSentence(data)}
      {data.curtailed > 0 && <Badge tone="curtailed">Following a control</Badge>}
    </p>
  );
}

function Today({ intervals, day, now }: { intervals: Interval[]; day: number; now: number }) {
  const totals = totalsOf(intervals, now);
  const label = totals
    ? `Today so far: ${formatKwh(totals.injectedKwh)} to the grid, ${formatKwh(totals.consumedKwh)} from the grid.`
    : "Nothing was measured today yet.";
  return (
    <>
      <dl className="grid grid-cols-2 gap-4">
        <div>
          <dt className="text-muted">To the grid today</dt>
          <dd className="text-lg font-semibold text-production">
            {totals ? formatKwh(totals.injectedKwh) : UNKNOWN}
          </dd>
        </div>
        <div>
          <dt className="text-muted">From the grid today</dt>
          <dd className="text-lg font-semibold text-consumption">
            {totals ? formatKwh(totals.consumedKwh) : UNKNOWN}
          </dd>
        </div>
      </dl>
      <DayBars
        bars={barsOf(intervals, day, startOfDay(day, 1))}
        label={label}
        className="h-20 w-full"
      />
      <div aria-hidden className="flex justify-between text-xs text-muted">
        <span>00:00</span>
        <span>12:00</span>
        <span>24:00</span>
      </div>
    </>
  );
}

/** One location's day so far, as a card that leads to the location. */
export function LocationCard({
  location,
  offersStatus,
  now,
}: {
  location: HomeLocation;
  offersStatus: boolean;
  now: number;
}) {
  const day = startOfDay(now);
  const { data, problem, mutate } = useOperation(
    "getLocationHistorical",
    {
      params: { location_id: location.id },
      query: {
        start: new Date(day).toISOString(),
        end: new Date(startOfDay(now, 1)).toISOString(),
      },
    },
    { refreshInterval: 60_000 },
  );
  const intervals = useMemo(() => joinIntervals(data?.data ?? []), [data]);
  return (
    <Card
      title={placeName(location)}
      actions={
        <>
          {location.connection === "offline" && <ConnectionBadge connection="offline" />}
          {location.data_source === "simulated" && <DataSourceBadge source="simulated" />}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {offersStatus && <Now id={location.id} />}
        {data && <Today intervals={intervals} day={day} now={now} />}
        {!data && problem && <Failure problem={problem} onRetry={mutate} />}
        {!data && !problem && <Skeleton className="h-36" />}
        <Link
          href={`/locations/${encodeURIComponent(location.id)}`}
          className="link inline-flex min-h-8 items-center gap-1.5 self-start"
        >
          History, forecast and devices
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
    </Card>
  );
}
