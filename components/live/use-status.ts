"use client";

import type { SWRConfiguration } from "swr";
import { useLiveState } from "@/components/live/use-live.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import { areaOperations, type Area } from "@/lib/contract/areas.ts";
import type { Fetched, ProblemError } from "../api/request.ts";
import { useOperation, type Reading } from "../api/use-operation.ts";

const EVERY = 15_000;

/** An unreachable service is polled as often as a reachable one. */
const onErrorRetry: SWRConfiguration<Fetched<LiveStatus>, ProblemError>["onErrorRetry"] = (
  _error,
  _key,
  _config,
  revalidate,
  options,
) => void setTimeout(() => void revalidate(options), EVERY);

/**
 * How an area stands this minute: told by the portal where the page follows the area live, else
 * read again every 15 seconds; null reads nothing.
 */
export function useStatus(area: Area | null): Reading<LiveStatus> {
  const live = useLiveState(area);
  const { status, param } = areaOperations[area?.kind ?? "location"];
  const params = area && { [param]: area.id };
  const reading: Reading<LiveStatus> = useOperation(status, params && ({ params } as never), {
    refreshInterval: live?.mode === "live" ? 0 : EVERY,
    onErrorRetry,
  });
  if (!live?.problem) return reading;
  return { ...reading, problem: live.problem, isStale: reading.data !== undefined };
}
