"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { HistoricalDataItem, LiveStatus } from "@/lib/contract/historical.ts";
import { compareDays, isWhole, type Measured, newSince } from "./day-over-day.ts";
import { startOfDay, floorQuarter } from "@/lib/time/amsterdam.ts";
import type { Area } from "@/lib/contract/areas.ts";
import { useAreaOperation } from "@/components/api/use-area-operation.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { joinIntervals } from "@/components/chart/series.ts";
import type { OverviewCapabilities } from "@/lib/portal/queries/overview.ts";

const EVERY = 300_000;
const MAX_NEW = 50;
const newest = { query: { sort: "-created_at", page_size: MAX_NEW } } as const;

/** Today and yesterday of an area side by side; null until they are read. */
function useDays(area: Area, now: number) {
  const quarter = floorQuarter(now);
  const start = new Date(startOfDay(now, -1)).toISOString();
  const end = new Date(quarter).toISOString();
  const { data, problem, mutate } = useAreaOperation(
    area,
    "history",
    { start, end },
    { refreshInterval: EVERY, keepPreviousData: true },
  );
  const items: HistoricalDataItem[] | undefined = data?.data;
  const days = useMemo(
    () => (items ? compareDays(joinIntervals(items), quarter) : null),
    [items, quarter],
  );
  return { days, quarter, problem, mutate };
}

/** What was added since yesterday's midnight, by noun; null where it is not read or not listed. */
function useNewItems(now: number, capabilities: OverviewCapabilities) {
  const since = startOfDay(now, -1);
  const customers = useOperation("listCustomers", capabilities.lists ? newest : null, {
    refreshInterval: EVERY,
  });
  const locations = useOperation("listLocations", capabilities.lists ? newest : null, {
    refreshInterval: EVERY,
  });
  const controls = useOperation("listControlSummaries", capabilities.summaries ? newest : null, {
    refreshInterval: EVERY,
  });
  const count = ({
    data,
    total,
  }: {
    data?: { data: { created_at: string }[] };
    total: number | null;
  }) => (data ? newSince(data.data, total, since) : null);
  return { customers: count(customers), locations: count(locations), controls: count(controls) };
}

function Fact({ label, value, hint }: { label: ReactNode; value: ReactNode; hint: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5 first:pt-0 sm:flex-col sm:pt-0">
      <dt className="text-muted">{label}</dt>
      <dd className="contents">
        <span className="font-semibold">{value}</span>
        <span className="w-full text-xs text-muted">{hint}</span>
      </dd>
    </div>
  );
}

/** Today's net energy, and the difference to yesterday where both are measured completely. */
function EnergyFact({
  today,
  yesterday,
  until,
}: {
  today: Measured;
  yesterday: Measured | null;
  until: number;
}) {
  const t = useTranslations("overview.yesterday");
  const f = useFormats();
  const gaps = ({ known, all }: Measured) => ({ known: f.count(known), all: f.count(all) });
  function hint(): string {
    if (today.all === 0) return t("justBegun");
    if (!isWhole(today)) return t("incomplete", gaps(today));
    if (!yesterday) return t("unknown");
    if (!isWhole(yesterday)) return t("wasIncomplete", gaps(yesterday));
    return t("difference", {
      difference: f.kwh(today.kwh - yesterday.kwh, { signed: true }),
      value: f.kwh(yesterday.kwh),
    });
  }
  return (
    <Fact
      label={t("energy", { time: f.time(until) })}
      value={f.kwh(today.known > 0 ? today.kwh : null)}
      hint={hint()}
    />
  );
}

function ReachFact({ label, kw, then }: { label: string; kw: number | null; then: number | null }) {
  const t = useTranslations("overview.yesterday");
  const f = useFormats();
  const hint =
    then === null
      ? t("unknown")
      : kw === null
        ? t("was", { value: f.kw(then) })
        : t("difference", { difference: f.kw(kw - then, { signed: true }), value: f.kw(then) });
  return <Fact label={label} value={f.kw(kw)} hint={hint} />;
}

const strong = (chunks: ReactNode) => <strong className="font-semibold">{chunks}</strong>;

function NewItems({ now, capabilities }: { now: number; capabilities: OverviewCapabilities }) {
  const t = useTranslations("overview.yesterday");
  const f = useFormats();
  const all = useNewItems(now, capabilities);
  const nouns = (["customers", "locations", "controls"] as const).filter((noun) => all[noun]);
  if (nouns.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-2.5">
      <span className="w-full text-muted">{t("fresh")}</span>
      {nouns.map((noun) => {
        const { count, more } = all[noun]!;
        const shown = more ? t("atLeast", { count: f.count(count) }) : f.count(count);
        return (
          <Link
            key={noun}
            href={`/${noun}?sort=-created_at`}
            className="-my-0.5 py-0.5 hover:underline"
          >
            {t.rich(noun, { count, shown, strong })}
          </Link>
        );
      })}
    </p>
  );
}

/** An area compared with yesterday and, for a whole zone, what was added since. */
export function DayOverDayCard({
  area,
  status,
  now,
  capabilities,
}: {
  area: Area;
  status: LiveStatus | null;
  now: number;
  capabilities: OverviewCapabilities;
}) {
  const t = useTranslations("overview.yesterday");
  const f = useFormats();
  const { days, quarter, problem, mutate } = useDays(area, now);
  return (
    <Card title={t("title")}>
      {!days &&
        (problem ? (
          <Failure problem={problem} onRetry={mutate} />
        ) : (
          <Skeleton className="h-40 sm:h-16" />
        ))}
      {days && (
        <dl className="sm:grid sm:grid-cols-3 sm:gap-x-8">
          <EnergyFact today={days.today} yesterday={days.yesterday} until={quarter} />
          {status && (
            <>
              <ReachFact
                label={t("up", { name: f.ispName })}
                kw={status.upward}
                then={days.thatQuarter?.upward ?? null}
              />
              <ReachFact
                label={t("down", { name: f.ispName })}
                kw={status.downward}
                then={days.thatQuarter?.downward ?? null}
              />
            </>
          )}
        </dl>
      )}
      {area.kind === "bidding-zone" && <NewItems now={now} capabilities={capabilities} />}
    </Card>
  );
}
