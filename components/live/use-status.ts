"use client";

import type { SWRConfiguration } from "swr";
import { useLiveState } from "@/components/live/use-live.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import type { Area } from "@/lib/contract/areas.ts";
import type { Fetched, ProblemError } from "../api/request.ts";
import { useAreaOperation } from "../api/use-area-operation.ts";
import type { Reading } from "../api/use-operation.ts";

const EVERY = 15_000;

/** While the service is unreachable it is polled at the same interval. */
const onErrorRetry: SWRConfiguration<Fetched<LiveStatus>, ProblemError>["onErrorRetry"] = (
  _error,
  _key,
  _config,
  revalidate,
  options,
) => void setTimeout(() => void revalidate(options), EVERY);

/**
 * The status of an area this minute: pushed where the page subscribes to the area, otherwise polled
 * every 15 seconds; null reads nothing.
 */
export function useStatus(area: Area | null): Reading<LiveStatus> {
  const live = useLiveState(area);
  const reading: Reading<LiveStatus> = useAreaOperation(area, "status", undefined, {
    refreshInterval: live?.mode === "live" ? 0 : EVERY,
    onErrorRetry,
  });
  if (!live?.problem) return reading;
  return { ...reading, problem: live.problem, isStale: reading.data !== undefined };
}
