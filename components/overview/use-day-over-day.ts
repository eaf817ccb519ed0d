"use client";

import { useMemo } from "react";
import { startOfDay, floorQuarter } from "@/lib/time/amsterdam.ts";
import type { Area } from "@/lib/contract/areas.ts";
import { useAreaOperation } from "@/components/api/use-area-operation.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { joinIntervals } from "@/components/chart/series.ts";
import type { HistoricalDataItem } from "@/lib/contract/historical.ts";
import type { OverviewCapabilities } from "@/lib/portal/queries/overview.ts";
import { compareDays, newSince } from "./day-over-day.ts";

const EVERY = 300_000;
const MAX_NEW = 50;
const newest = { query: { sort: "-created_at", page_size: MAX_NEW } } as const;

/** Today and yesterday of an area side by side; null until they are read. */
export function useDays(area: Area, now: number) {
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
export function useNewItems(now: number, capabilities: OverviewCapabilities) {
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
