"use client";

import { useMemo } from "react";
import type { Area } from "@/lib/contract/areas.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { useLiveState } from "@/components/live/use-live.ts";
import { cachedSince, getListOrder, recentSummaries } from "../control-history-query.ts";
import { appliesTo, toControlView } from "../area-controls.ts";
import type { ControlSummaryView } from "../control-view-model.ts";

const EVERY = 15_000;
/** While live the portal pushes changes; polling covers what it misses. */
const EVERY_WHILE_LIVE = 60_000;
const PAGE_SIZE = recentSummaries.query.page_size;

/** The latest controls on an area, and since when (ms) no other was in force; null where none was. */
interface RecentControls {
  controls: ControlSummaryView[];
  cachedFrom: number | null;
}

/**
 * The latest controls on an area by their start, polled; from the plain list if the service has no
 * summaries. `initial` are those at page load.
 */
export function useRecentControls(
  area: Area,
  initial: ControlSummaryView[],
  hasSummaries: boolean,
): RecentControls {
  const isLive = useLiveState(area)?.mode === "live";
  const refreshInterval = isLive ? EVERY_WHILE_LIVE : EVERY;
  const summaries = useOperation("listControlSummaries", hasSummaries ? recentSummaries : null, {
    refreshInterval,
  });
  const plain = useOperation(
    "listControls",
    hasSummaries ? null : { query: { page_size: PAGE_SIZE } },
    { refreshInterval },
  );
  const { kind, id } = area;
  const total = summaries.total ?? plain.total;
  return useMemo((): RecentControls => {
    const byId = new Map(initial.map((control) => [control.id, control]));
    const latest =
      summaries.data?.data ??
      plain.data?.data.map((control) => toControlView(control, byId.get(control.id))) ??
      initial;
    // Before the first read, and with a service that does not count, a full page may not be all.
    const all = total ?? (latest.length < PAGE_SIZE ? latest.length : Infinity);
    return {
      controls: latest.filter((control) => appliesTo(control, { kind, id })),
      cachedFrom: cachedSince(latest, all, getListOrder(hasSummaries)),
    };
  }, [summaries.data, plain.data, total, initial, hasSummaries, kind, id]);
}
