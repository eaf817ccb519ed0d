"use client";

import { useSyncExternalStore } from "react";
import type { Problem } from "@/lib/contract/problem.ts";
import type { Area } from "@/lib/contract/areas.ts";
import { useStatus, useLiveState } from "./use-live.ts";

/** The maximum age of displayed data before it is reported as stale (ms). */
const OLD_AFTER = 45_000;
/** The same when it is known that it could not be refreshed: one try may fail. */
const OLD_AFTER_FAILING = 12_000;

/** When the displayed data was last confirmed, and why it is stale since. */
export interface Freshness {
  /** Milliseconds since 1970. */
  at: number;
  isLive: boolean;
  stale: { why: "offline" | "silence" } | { why: "problem"; problem: Problem } | null;
}

/** Whether what was known at a moment has to be called old now. */
export function staleness(
  now: number,
  {
    at,
    watchedFrom,
    problem,
    online,
  }: {
    at: number;
    watchedFrom: number;
    problem: Problem | null;
    online: boolean;
  },
): Freshness["stale"] {
  if (!online) return { why: "offline" };
  const isSignedOut = problem?.status === 401;
  if (problem && (isSignedOut || now - at > OLD_AFTER_FAILING)) return { why: "problem", problem };
  return now - Math.max(at, watchedFrom) > OLD_AFTER ? { why: "silence" } : null;
}

/** How fresh an area's figures are at a moment (ms); `renderedAt` is when the page was made. */
export function useFreshness(area: Area, now: number, renderedAt: number): Freshness {
  const { at, problem } = useStatus(area);
  const live = useLiveState(area);
  const online = useSyncExternalStore(
    watchOnline,
    () => navigator.onLine,
    () => true,
  );
  const current = { at: at ?? renderedAt, watchedFrom: live?.watchedFrom ?? now, problem, online };
  return { at: current.at, isLive: live?.mode === "live", stale: staleness(now, current) };
}

function watchOnline(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}
