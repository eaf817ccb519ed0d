"use client";

import type { LiveStatus } from "@/lib/contract/historical.ts";
import { areaOperations, type Area } from "./areas.ts";
import { useOperation, type Reading } from "./use-operation.ts";

const EVERY = 15_000;

/** How an area stands this minute, read again every 15 seconds; null reads nothing. */
export function useStatus(area: Area | null): Reading<LiveStatus> {
  const { status, param } = areaOperations[area?.kind ?? "location"];
  const params = area && { [param]: area.id };
  return useOperation(status, params && ({ params } as never), { refreshInterval: EVERY });
}
