"use client";

import { useMemo } from "react";
import useSWR from "swr";
import { request, type ProblemError } from "@/components/api/request.ts";
import type {
  EarlierControls,
  ListedControl,
} from "@/components/controls/control-history-query.ts";
import type { ShadedWindow } from "../chart/chart-series.ts";
import { filterInRange, type Range } from "../chart/ranges.ts";

interface ControlAnnotations {
  /** Those of which something is shown. */
  windows: ShadedWindow[];
  /** Before this moment (ms) there may be others. */
  knownFrom: number;
}

/** No service has more pages; one that answers the same page again and again is not asked on. */
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
 * What a chart shades of the days it is of: the windows a page knows, and where the days begin before
 * them the earlier ones too, which are read then. What was not read (yet) is told as not known.
 */
export function useControlAnnotations(
  known: ShadedWindow[],
  earlier: EarlierControls | undefined,
  { days, shown }: { days: Range; shown: Range },
): ControlAnnotations {
  const { from } = days;
  const since = earlier?.knownFrom ?? null;
  const isNeeded = since !== null && from < since;
  const { data } = useSWR<ListedControl[], ProblemError>(
    isNeeded ? `earlier ${from} ${earlier!.pageAt(0)}` : null,
    () => readEarlier(earlier!, from),
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
