"use client";

import { useCallback, useEffect, useRef } from "react";
import { useSWRConfig } from "swr";
import type { Area } from "@/lib/contract/areas.ts";
import { useNow } from "@/components/ui/use-now.ts";
import { reopen } from "./feed-registry.ts";
import { useFreshness, type Freshness } from "./use-freshness.ts";
import { useLive } from "./use-live.ts";

const POLL_MS = 2_000;

/**
 * Follows an area live and returns the freshness of the page. Missed data is read once the page is
 * fresh again. `renderedAt` is when the page was rendered (ms).
 */
export function useLiveArea(
  area: Area,
  renderedAt: number,
): { freshness: Freshness; retry: () => void } {
  useLive(area);
  const freshness = useFreshness(area, useNow(POLL_MS, renderedAt), renderedAt);
  const { mutate } = useSWRConfig();
  const readAll = useCallback(
    () => void mutate((key) => typeof key === "string" && key.startsWith("/api/")),
    [mutate],
  );
  const isStale = freshness.stale !== null;
  const wasStale = useRef(isStale);
  useEffect(() => {
    if (wasStale.current && !isStale) readAll();
    wasStale.current = isStale;
  }, [isStale, readAll]);
  const { kind, id } = area;
  const retry = useCallback(() => {
    reopen({ kind, id });
    readAll();
  }, [kind, id, readAll]);
  return { freshness, retry };
}

/** Keeps what the page shows of an area live, and shows nothing itself. */
export function SubscribeArea({ area }: { area: Area }) {
  useLive(area);
  return null;
}
