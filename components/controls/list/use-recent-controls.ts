"use client";

import { useMemo } from "react";
import type { Area } from "@/lib/contract/areas.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { useLiveState } from "@/components/live/use-live.ts";
import {
  cachedSince,
  cachedSinceByRelevance,
  recentSummaries,
  recentSummariesOfGroup,
} from "../control-history-query.ts";
import { appliesTo, toControlView } from "../area-controls.ts";
import type { ControlSummaryView } from "../control-view-model.ts";

const EVERY = 15_000;
/** While live the portal pushes changes; polling covers what it misses. */
const EVERY_WHILE_LIVE = 60_000;
const PAGE_SIZE = recentSummaries.query.page_size;

/** Controls on an area, and since when (ms) no other was in force; null where none was. */
interface RecentControls {
  controls: ControlSummaryView[];
  cachedFrom: number | null;
}

/**
 * The controls on an area by relevance, polled; the latest of the plain list if the service has no
 * summaries. `initial` are those at page load, `renderedAt` (ms).
 */
export function useRecentControls(
  area: Area,
  initial: ControlSummaryView[],
  hasSummaries: boolean,
  renderedAt: number,
): RecentControls {
  const { kind, id } = area;
  const isLive = useLiveState(area)?.mode === "live";
  const refreshInterval = isLive ? EVERY_WHILE_LIVE : EVERY;
  const summaries = useOperation("listControlSummaries", hasSummaries ? recentSummaries : null, {
    refreshInterval,
  });
  const isGroup = hasSummaries && kind === "group";
  const ofGroup = useOperation(
    "listControlSummaries",
    isGroup ? recentSummariesOfGroup(id) : null,
    { refreshInterval },
  );
  const plain = useOperation(
    "listControls",
    hasSummaries ? null : { query: { page_size: PAGE_SIZE } },
    { refreshInterval },
  );
  const total = summaries.total ?? plain.total;
  const at = summaries.at ?? renderedAt;
  return useMemo((): RecentControls => {
    const byId = new Map(initial.map((control) => [control.id, control]));
    const latest =
      summaries.data?.data ??
      plain.data?.data.map((control) => toControlView(control, byId.get(control.id))) ??
      initial;
    // Before the first read, and with a service that does not count, a full page may not be all.
    const all = total ?? (latest.length < PAGE_SIZE ? latest.length : Infinity);
    const own = isGroup ? (ofGroup.data?.data ?? initial) : [];
    const controls = [...new Map([...own, ...latest].map((each) => [each.id, each])).values()];
    return {
      controls: controls.filter((control) => appliesTo(control, { kind, id })),
      cachedFrom: hasSummaries
        ? cachedSinceByRelevance(latest, all, at)
        : cachedSince(latest, all, "created_at"),
    };
  }, [
    summaries.data,
    ofGroup.data,
    plain.data,
    total,
    at,
    initial,
    hasSummaries,
    isGroup,
    kind,
    id,
  ]);
}
