"use client";

import type { Area } from "@/components/api/areas.ts";
import { useStatus } from "@/components/api/use-status.ts";
import {
  formatCount,
  formatMoment,
  formatPercent,
  formatSeconds,
  formatTime,
} from "@/components/format-english.ts";
import { Figure, FigureRow } from "@/components/ui/figure.tsx";
import { Failure, Skeleton, Stale } from "@/components/ui/states.tsx";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import { PlainFigures } from "./plain-figures.tsx";
import { PowerFigures } from "./power-figures.tsx";

function ReachFigures({ status }: { status: LiveStatus }) {
  return (
    <>
      <Figure
        label="Reporting"
        value={formatCount(status.reporting)}
        unit={`of ${formatCount(status.locations)}`}
        hint="locations, last 5 min"
      />
      <Figure
        label="Following a control"
        value={formatCount(status.curtailed)}
        tone={status.curtailed > 0 ? "curtailed" : undefined}
        hint="locations that said so, now"
      />
    </>
  );
}

function ControlFigure({ isFollowed }: { isFollowed: boolean }) {
  return (
    <Figure
      label="Control"
      value={isFollowed ? "Followed" : "None"}
      tone={isFollowed ? "curtailed" : undefined}
      hint={isFollowed ? "its devices said so" : "no device says it follows one"}
    />
  );
}

function AllFigures({ area, status }: { area: Area; status: LiveStatus }) {
  const { state_of_charge, curtailed } = status;
  return (
    <FigureRow many>
      <PowerFigures powers={status} />
      {area.kind === "location" ? (
        <ControlFigure isFollowed={curtailed > 0} />
      ) : (
        <ReachFigures status={status} />
      )}
      {state_of_charge !== null && (
        <Figure
          label="Batteries"
          value={formatPercent(state_of_charge)}
          hint="charged, as last measured"
        />
      )}
    </FigureRow>
  );
}

const details = ({ isp, measured_at }: LiveStatus) => [
  `ISP ${isp}`,
  ...(measured_at === null ? [] : [`measured ${formatTime(measured_at)}`]),
];

/**
 * How an area stands this minute; `initial` is what the page was drawn with. `plain` is for the
 * people who live there.
 */
export function StatusFigures({
  area,
  initial = null,
  plain = false,
}: {
  area: Area;
  initial?: LiveStatus | null;
  plain?: boolean;
}) {
  const { data, problem, at, mutate } = useStatus(area);
  const status = data ?? initial;
  if (!status) {
    return problem ? <Failure problem={problem} onRetry={mutate} /> : <Skeleton className="h-24" />;
  }
  const since = at ?? status.time;
  return (
    <div className="flex flex-col gap-2">
      {plain ? <PlainFigures status={status} /> : <AllFigures area={area} status={status} />}
      <div className="text-right text-xs text-muted">
        {problem ? (
          <Stale since={formatMoment(since)} />
        ) : (
          [...(plain ? [] : details(status)), `updated ${formatSeconds(since)}`].join(" · ")
        )}
      </div>
    </div>
  );
}
