"use client";

import { useOperation } from "@/components/api/use-operation.ts";
import {
  formatCount,
  formatMoment,
  formatNumber,
  formatPercent,
  formatTime,
} from "@/components/format.ts";
import { Figure, FigureRow, type FigureTone } from "@/components/ui/figure.tsx";
import { Failure, Skeleton, Stale } from "@/components/ui/states.tsx";
import type { LiveStatus } from "@/lib/contract/historical.ts";

const EVERY = 30_000;

/** How one location stands this minute, read again every half minute. */
export function LocationFigures({ id }: { id: string }) {
  const reading = useOperation(
    "getLocationStatus",
    { params: { location_id: id } },
    { refreshInterval: EVERY },
  );
  return <StatusFigures reading={reading} />;
}

/** How one group stands this minute, read again every half minute. */
export function GroupFigures({ id }: { id: string }) {
  const reading = useOperation(
    "getGroupStatus",
    { params: { group_id: id } },
    { refreshInterval: EVERY },
  );
  return <StatusFigures reading={reading} many />;
}

type StatusReading = ReturnType<typeof useOperation<"getGroupStatus">>;

function StatusFigures({ reading, many = false }: { reading: StatusReading; many?: boolean }) {
  const { data, problem, at, isStale, mutate } = reading;
  if (!data) {
    return problem ? <Failure problem={problem} onRetry={mutate} /> : <Skeleton className="h-24" />;
  }
  return (
    <div className="flex flex-col gap-2">
      <FigureRow>
        <NowFigure status={data} />
        <Figure label="Forecast" value={kw(data.forecast)} unit="kW" hint={`ISP ${data.isp}`} />
        <Figure
          label="Can go up by"
          value={kw(data.upward)}
          unit="kW"
          tone={data.upward === null ? "unknown" : "up"}
          hint="produce more, consume less"
        />
        <Figure
          label="Can go down by"
          value={kw(data.downward)}
          unit="kW"
          tone={data.downward === null ? "unknown" : "down"}
          hint="produce less, consume more"
        />
        {data.state_of_charge !== null && (
          <Figure
            label="Batteries"
            value={formatPercent(data.state_of_charge)}
            hint="charged, as last measured"
          />
        )}
        {many ? <ReportingFigure status={data} /> : <ControlFigure status={data} />}
      </FigureRow>
      {isStale && at !== null && <Stale since={formatMoment(at)} />}
    </div>
  );
}

const kw = (value: number | null) => formatNumber(value);

function NowFigure({ status }: { status: LiveStatus }) {
  const { actual, measured_at } = status;
  const label = measured_at ? `Net injection, ${formatTime(measured_at)}` : "Net injection";
  const hint = measured_at === null ? "nothing measured" : undefined;
  return <Figure label={label} value={kw(actual)} unit="kW" tone={toneOf(actual)} hint={hint} />;
}

const toneOf = (actual: number | null): FigureTone =>
  actual === null ? "unknown" : actual < 0 ? "consumption" : "production";

function ReportingFigure({ status }: { status: LiveStatus }) {
  return (
    <Figure
      label="Reporting"
      value={formatCount(status.reporting)}
      unit={`of ${formatCount(status.locations)}`}
      hint={`locations; ${formatCount(status.curtailed)} controlled`}
    />
  );
}

function ControlFigure({ status }: { status: LiveStatus }) {
  const controlled = status.curtailed > 0;
  return (
    <Figure
      label="Control"
      value={controlled ? "Running" : "None"}
      tone={controlled ? "curtailed" : undefined}
      hint={controlled ? "this minute" : "normal operation"}
    />
  );
}
