"use client";

import { useMemo } from "react";
import type { AnswerOf, ParamsOf } from "@/lib/contract/operations.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { DAY, QUARTER, startOfQuarter } from "@/components/amsterdam.ts";
import { areaOperations, type Area } from "@/components/api/areas.ts";
import type { PortalOperation } from "@/components/api/routes.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { useNow } from "@/components/use-now.ts";
import { rangeOf, type Range, type RangeName } from "./ranges.ts";
import { joinIntervals, type Interval } from "./series.ts";

/** What a history chart draws, and how the reading stands. */
export interface History {
  intervals: Interval[];
  range: Range | null;
  now: number | null;
  /** When the shown history came, in milliseconds. */
  at: number | null;
  problem: Problem | null;
  isLoading: boolean;
  isStale: boolean;
  forecastFailed: boolean;
  retry: () => void;
}

const iso = (at: number) => new Date(at).toISOString();
const LONG = 2 * DAY;

function useSeries<K extends PortalOperation>(
  operation: K,
  params: Record<string, string>,
  query: { start?: string; end: string } | null,
  every: number,
) {
  const input = query && { params: params as ParamsOf<K>, query };
  return useOperation(operation, input as never, {
    refreshInterval: every,
    keepPreviousData: true,
  }) as ReturnType<typeof useOperation<K>> & { data: AnswerOf<K> | undefined };
}

/**
 * Reads history and, where the range reaches past now, the forecast of one zone, group or
 * location, and keeps both fresh: every 30 seconds for a day, every 5 minutes for more.
 */
export function useHistory(
  { kind, id }: Area,
  rangeName: RangeName,
  withForecast: boolean,
): History {
  const now = useNow(30_000);
  const quarter = now === null ? null : startOfQuarter(now);
  const range = useMemo(
    () => (quarter === null ? null : rangeOf(rangeName, quarter)),
    [quarter, rangeName],
  );
  const { history, forecast, param } = areaOperations[kind];
  const every = range && range.to - range.from > LONG ? 300_000 : 30_000;
  const past = useSeries(
    history,
    { [param]: id },
    range && { start: iso(range.from), end: iso(range.to) },
    every,
  );
  const reachesAhead = range !== null && quarter !== null && range.to >= quarter + QUARTER;
  const ahead = useSeries(
    forecast,
    { [param]: id },
    withForecast && reachesAhead ? { end: iso(range.to) } : null,
    every,
  );
  const pastItems = past.data?.data;
  const aheadItems = ahead.data?.data;
  const intervals = useMemo(() => {
    if (!range || !pastItems) return [];
    const joined = joinIntervals(pastItems, reachesAhead ? aheadItems : []);
    return joined.filter(({ from }) => from >= range.from && from < range.to);
  }, [range, pastItems, aheadItems, reachesAhead]);
  return {
    intervals,
    range,
    now,
    at: past.at,
    problem: past.problem,
    isLoading: pastItems === undefined && past.problem === null,
    isStale: past.isStale,
    forecastFailed: ahead.problem !== null,
    retry: past.mutate,
  };
}
