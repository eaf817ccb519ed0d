"use client";

import { areaOperations, type Area, type AreaOffers } from "@/lib/contract/areas.ts";
import type { AnswerOf } from "@/lib/contract/operations.ts";
import { useOperation, type Reading, type ReadingOptions } from "./use-operation.ts";

type AreaOperation<K extends keyof AreaOffers> = (typeof areaOperations)[Area["kind"]][K];

/**
 * Reads the status, history, forecast or device history of an area through the portal; `null` reads
 * nothing. The operations of zones, groups and locations differ only in the name of the id.
 */
export function useAreaOperation<K extends keyof AreaOffers>(
  area: Area | null,
  operation: K,
  query: { start?: string; end?: string } | null = {},
  options: ReadingOptions<AnswerOf<AreaOperation<K>>> = {},
): Reading<AnswerOf<AreaOperation<K>>> {
  const { param, ...operations } = areaOperations[area?.kind ?? "location"];
  const input = area && query && { params: { [param]: area.id }, query };
  return useOperation(operations[operation] as AreaOperation<K>, input as never, options);
}
