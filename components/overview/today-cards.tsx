"use client";

import type { OverviewCapabilities } from "@/lib/portal/queries/overview.ts";
import { SilentLocations } from "./silent-locations.tsx";
import { useTranslations } from "next-intl";
import { ispNumber, MINUTE_MS, QUARTER_MS, floorQuarter } from "@/lib/time/amsterdam.ts";
import type { Area } from "@/lib/contract/areas.ts";
import { useAreaOperation } from "@/components/api/use-operation.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { Card } from "@/components/ui/card.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ReactNode } from "react";
import { Term } from "@/components/ui/term.tsx";
import type { HistoricalDataItem } from "@/lib/contract/historical.ts";

export { DayOverDayCard } from "./day-over-day-card.tsx";

/** What comes next in an area, and what fell silent. */
export function TodayCards({
  area,
  capabilities,
  now,
}: {
  area: Area;
  capabilities: OverviewCapabilities;
  now: number;
}) {
  return (
    <>
      {capabilities.forecast && (
        <NextIsp area={area} hasChanges={capabilities.changes === true} now={now} />
      )}
      {capabilities.lists && <SilentLocations area={area} now={now} />}
    </>
  );
}

const iso = (ms: number) => new Date(ms).toISOString();

type ExpectedIsp = Omit<HistoricalDataItem, "actual">;

/** The forecast of an area for the next settlement period. */
function useNextIsp(area: Area, from: number) {
  const end = iso(from + QUARTER_MS);
  const { data, problem, mutate } = useAreaOperation(
    area,
    "forecast",
    { end },
    { refreshInterval: MINUTE_MS },
  );
  const items: ExpectedIsp[] | undefined = data?.data;
  return {
    next: items?.find(({ time }) => toMillis(time) === from),
    isRead: !!items,
    problem,
    mutate,
  };
}

/** What controls change of an area's net injection in one settlement period, in kW. */
function usePlannedChange(area: Area, from: number, isOffered: boolean): number | null {
  const query = { start: iso(from), end: iso(from + QUARTER_MS) };
  const { data } = useAreaOperation(area, "changes", isOffered ? query : null, {
    refreshInterval: MINUTE_MS,
  });
  if (!data) return null;
  return data.data.find(({ time }) => toMillis(time) === from)?.change ?? 0;
}

function Power({ label, value, tone }: { label: ReactNode; value: string; tone: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3 py-1">
      <dt className="text-muted">{label}</dt>
      <dd className={`font-semibold ${tone}`}>{value}</dd>
    </div>
  );
}

/** The coming settlement period: when, what is expected with and without controls, and how far it can be moved. */
function NextIsp({ area, hasChanges, now }: { area: Area; hasChanges: boolean; now: number }) {
  const t = useTranslations("overview.next");
  const f = useFormats();
  const from = floorQuarter(now) + QUARTER_MS;
  const { next, isRead, problem, mutate } = useNextIsp(area, from);
  const change = usePlannedChange(area, from, hasChanges);
  const window = { isp: ispNumber(from), time_from: from, time_to: from + QUARTER_MS };
  return (
    <Card
      title={t("title", { name: f.ispName })}
      subtitle={f.ispLabel(window)}
      actions={
        <span className="text-muted">
          {t("starts", { minutes: Math.floor((from - now) / MINUTE_MS) })}
        </span>
      }
    >
      {next && (
        <dl className="-my-1">
          {hasChanges && (
            <Power
              label={t("withControls")}
              value={f.kw(change === null ? null : next.forecast + change)}
              tone="text-curtailed"
            />
          )}
          <Power
            label={<Term name="forecast">{t("forecast")}</Term>}
            value={f.kw(next.forecast)}
            tone="text-ink"
          />
          <Power
            label={<Term name="upward">{t("up")}</Term>}
            value={f.kw(next.upward)}
            tone="text-up"
          />
          <Power
            label={<Term name="downward">{t("down")}</Term>}
            value={f.kw(next.downward)}
            tone="text-down"
          />
        </dl>
      )}
      {!next && isRead && <p className="text-muted">{t("unknown")}</p>}
      {!isRead &&
        (problem ? <Failure problem={problem} onRetry={mutate} /> : <Skeleton className="h-20" />)}
    </Card>
  );
}
