"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { HistoricalDataItem, LiveStatus } from "@/lib/contract/historical.ts";
import {
  startOfDay,
  floorQuarter,
  localDate,
  localMinute,
  QUARTER_MS,
} from "@/lib/time/amsterdam.ts";
import type { Area } from "@/lib/contract/areas.ts";
import { useAreaOperation, useOperation } from "@/components/api/use-operation.ts";
import { joinIntervals, type Interval } from "@/components/chart/series.ts";
import type { OverviewCapabilities } from "@/lib/portal/queries/overview.ts";
import { localToInstants } from "@/lib/time/local-input.ts";
import { sumKwh } from "@/lib/energy/energy.ts";

/** Energy of a stretch of whole quarters, and of how many of these something was measured. */
interface Measured {
  kwh: number;
  measuredCount: number;
  all: number;
}

/** The moment that Amsterdam's clock showed the same time yesterday; null where it never did. */
export function sameTimeYesterday(at: number): number | null {
  const yesterday = localDate(startOfDay(at, -1));
  return localToInstants(`${yesterday}T${localMinute(at).slice(11)}`)[0] ?? null;
}

/** Net energy measured in the quarters of `[from, to)`; those of which nothing is known count 0. */
export function measuredBetween(
  intervals: readonly Interval[],
  from: number,
  to: number,
): Measured {
  const inRange = intervals.filter(
    (interval) => interval.from >= from && interval.to <= to && interval.actual !== null,
  );
  const kwh = sumKwh(inRange, ({ actual }) => actual ?? 0);
  return { kwh, measuredCount: inRange.length, all: Math.round((to - from) / QUARTER_MS) };
}

/** Today's measured energy up to the running quarter, yesterday's to the same time, and the quarter then. */
export function compareDays(intervals: readonly Interval[], quarter: number) {
  const then = sameTimeYesterday(quarter);
  return {
    today: measuredBetween(intervals, startOfDay(quarter), quarter),
    yesterday: then === null ? null : measuredBetween(intervals, startOfDay(quarter, -1), then),
    thatQuarter: intervals.find(({ from }) => from === then) ?? null,
  };
}

export const isWhole = (measured: Measured | null): measured is Measured =>
  measured !== null && measured.all > 0 && measured.measuredCount === measured.all;

/** How many of a newest-first list were made at or after a moment; `more` when the list ends before it is known. */
export function newSince(
  newestFirst: readonly { created_at: string }[],
  total: number | null,
  since: number,
): { count: number; more: boolean } {
  const count = newestFirst.filter(({ created_at }) => Date.parse(created_at) >= since).length;
  return { count, more: count === newestFirst.length && total !== null && total > count };
}

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
  const gaps = ({ measuredCount, all }: Measured) => ({
    known: f.count(measuredCount),
    all: f.count(all),
  });
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
      value={f.kwh(today.measuredCount > 0 ? today.kwh : null)}
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
        const formatted = more ? t("atLeast", { count: f.count(count) }) : f.count(count);
        return (
          <Link
            key={noun}
            href={`/${noun}?sort=-created_at`}
            className="-my-0.5 py-0.5 hover:underline"
          >
            {t.rich(noun, { count, shown: formatted, strong })}
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
