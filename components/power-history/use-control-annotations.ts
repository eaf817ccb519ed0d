"use client";

import { useMemo } from "react";
import { request, toFetched } from "@/components/api/request.ts";
import { useReading } from "@/components/api/use-operation.ts";
import type {
  EarlierControls,
  ListedControl,
} from "@/components/controls/control-history-query.ts";
import type { ShadedWindow } from "../chart/chart-series.ts";
import { filterInRange, type Range } from "../chart/ranges.ts";

interface ControlAnnotations {
  /** Those that overlap the visible range. */
  windows: ShadedWindow[];
  /** Before this moment (ms) there may be others. */
  knownFrom: number;
}

/** More than any service has; it ends the loop at one that answers the same page again and again. */
const MAX_PAGES = 200;

async function readEarlier(
  { pageAt, isLast }: EarlierControls,
  from: number,
): Promise<ListedControl[]> {
  const all: ListedControl[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const url = pageAt(page);
    const { data } = await request<{ data: ListedControl[] }>({ method: "GET", url });
    all.push(...data.data);
    if (isLast(data.data, from)) break;
  }
  return all;
}

/**
 * The windows that a chart shades: those that came with the page, and earlier ones, which are read when
 * the chart's days start before them. Until those are read the windows before `knownFrom` are unknown.
 */
export function useControlAnnotations(
  known: ShadedWindow[],
  earlier: EarlierControls | undefined,
  { days, shown }: { days: Range; shown: Range },
): ControlAnnotations {
  const { from } = days;
  const since = earlier?.knownFrom ?? null;
  const isNeeded = since !== null && from < since;
  const { data } = useReading(
    isNeeded ? `earlier ${from} ${earlier!.pageAt(0)}` : null,
    async () => toFetched(await readEarlier(earlier!, from)),
    { revalidateOnFocus: false },
  );
  return useMemo(
    () => ({
      windows: filterInRange(data ? [...known, ...earlier!.shade(data)] : known, shown),
      knownFrom: isNeeded && !data ? since : -Infinity,
    }),
    [known, data, earlier, shown, isNeeded, since],
  );
}
