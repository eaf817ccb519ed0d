"use client";

import { useCallback } from "react";
import useSWR, { type Key, type SWRConfiguration } from "swr";
import type { AnswerOf, ParamsOf, QueryInput } from "@/lib/contract/operations.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { request, toFetched, type Fetched, type ProblemError } from "./request.ts";
import { buildOperationUrl, type PortalOperation } from "./routes.ts";
import { useOnServiceAvailable } from "./service-availability.ts";
import { areaOperations, type Area, type AreaSeries } from "@/lib/contract/areas.ts";
import type { DeviceClass } from "@/lib/contract/historical.ts";

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

/** What was read, and its state. */
export interface Reading<T> {
  data: T | undefined;
  /** Length of the whole list, where the operation is paged. */
  total: number | null;
  /** When `data` was received, in milliseconds since 1970. */
  at: number | null;
  problem: Problem | null;
  isLoading: boolean;
  /** `data` is there, but the latest attempt to refresh it failed. */
  isStale: boolean;
  mutate: () => void;
  /** Replaces `data` with the answer of another call, until the next read. */
  put: (answer: T) => void;
}

export type ReadingOptions<T> = SWRConfiguration<Fetched<T>, ProblemError>;

/** Initial data from the server, received at a moment (ms), as options: used until the first read. */
export const fallbackData = <T>(data: T | null, at: number): { fallbackData?: Fetched<T> } =>
  data === null ? {} : { fallbackData: { data, total: null, at } };

const isClientError = ({ problem }: ProblemError) => problem.status >= 400 && problem.status < 500;

/** SWR reads within the commit of a component: the call itself is made in a task of its own. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Reads something and keeps it fresh (SWR); `null` as key reads nothing. A refusal (4xx) is not retried
 * by itself, and any failure is retried once the service is available again.
 */
export function useReading<T>(
  key: Key,
  load: () => Promise<Fetched<T>>,
  options: ReadingOptions<T> = {},
): Reading<T> {
  const { data, error, isLoading, mutate } = useSWR<Fetched<T>, ProblemError>(
    key,
    () => nextTask().then(load),
    {
      shouldRetryOnError: (failure) => !isClientError(failure),
      ...options,
    },
  );
  const hasFailed = error !== undefined;
  useOnServiceAvailable(
    useCallback(() => {
      if (hasFailed) void mutate();
    }, [hasFailed, mutate]),
  );
  return {
    data: data?.data,
    total: data?.total ?? null,
    at: data?.at ?? null,
    problem: error?.problem ?? null,
    isLoading,
    isStale: data !== undefined && hasFailed,
    mutate: () => void mutate(),
    put: (answer) => void mutate(toFetched(answer), { revalidate: false }),
  };
}

/** Reads an operation through the portal and keeps it fresh; `null` as input reads nothing. */
export function useOperation<K extends PortalOperation>(
  operation: K,
  input: { params?: ParamsOf<K>; query?: QueryInput<K> } | null,
  options?: ReadingOptions<AnswerOf<K>>,
): Reading<AnswerOf<K>> {
  const url = input && buildOperationUrl(operation, input.params, input.query).url;
  return useReading(url, () => request<AnswerOf<K>>({ method: "GET", url: url! }), options);
}
