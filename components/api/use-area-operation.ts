"use client";

import { areaOperations, type Area, type AreaSeries } from "@/lib/contract/areas.ts";
import type { DeviceClass } from "@/lib/contract/historical.ts";
import type { AnswerOf } from "@/lib/contract/operations.ts";
import { useOperation, type Reading, type ReadingOptions } from "./use-operation.ts";

const NO_AREA: Area = { kind: "location", id: "" };

type AreaOperation<K extends AreaSeries> = (typeof areaOperations)[Area["kind"]][K];

interface AreaQuery {
  start?: string;
  end?: string;
  /** For `devices`: the class of devices. */
  device_type?: DeviceClass;
}

/** The call of an area's operation. Those of zones, groups and locations differ in the name of the id only. */
export function areaCall<K extends AreaSeries>(
  area: Area,
  operation: K,
  { device_type, ...query }: AreaQuery,
) {
  const { param, ...operations } = areaOperations[area.kind];
  const params = { [param]: area.id, ...(device_type && { device_type }) };
  return { operation: operations[operation] as AreaOperation<K>, params, query };
}

/** Reads the status, history, forecast or device history of an area; `null` reads nothing. */
export function useAreaOperation<K extends AreaSeries>(
  area: Area | null,
  operation: K,
  query: AreaQuery | null = {},
  options: ReadingOptions<AnswerOf<AreaOperation<K>>> = {},
): Reading<AnswerOf<AreaOperation<K>>> {
  const call = areaCall(area ?? NO_AREA, operation, query ?? {});
  return useOperation(call.operation, area && query && (call as never), options);
}
