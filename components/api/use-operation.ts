"use client";

import { useCallback } from "react";
import useSWR, { type SWRConfiguration } from "swr";
import type { AnswerOf, ParamsOf, QueryInput } from "@/lib/contract/operations.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { ProblemError, request, type Fetched } from "./request.ts";
import { buildOperationUrl, type PortalOperation } from "./routes.ts";
import { useOnServiceAvailable } from "./service-availability.ts";

/** A reading of one operation and how it stands. */
export interface Reading<T> {
  data: T | undefined;
  /** Length of the whole list, where the operation is paged. */
  total: number | null;
  /** When `data` came, in milliseconds since 1970. */
  at: number | null;
  problem: Problem | null;
  isLoading: boolean;
  /** `data` is there, but the latest attempt to refresh it failed. */
  isStale: boolean;
  mutate: () => void;
  /** Shows what another call has just answered, until the next reading. */
  put: (answer: T) => void;
}

/** What the page was drawn with at a moment (ms), as options: it is shown until the first reading. */
export const fallbackData = <T>(data: T | null, at: number): { fallbackData?: Fetched<T> } =>
  data === null ? {} : { fallbackData: { data, total: null, at } };

const fetcher = (url: string) => request<unknown>({ method: "GET", url });
const permanent = (problem: Problem) => problem.status >= 400 && problem.status < 500;

/**
 * Reads an operation through the portal and keeps it fresh (SWR); `null` as input reads nothing.
 * What the portal refuses (4xx) is not tried again by itself.
 */
export function useOperation<K extends PortalOperation>(
  operation: K,
  input: { params?: ParamsOf<K>; query?: QueryInput<K> } | null,
  options: SWRConfiguration<Fetched<AnswerOf<K>>, ProblemError> = {},
): Reading<AnswerOf<K>> {
  const key = input === null ? null : buildOperationUrl(operation, input.params, input.query).url;
  const { data, error, isLoading, mutate } = useSWR<Fetched<AnswerOf<K>>, ProblemError>(
    key,
    fetcher as (url: string) => Promise<Fetched<AnswerOf<K>>>,
    { shouldRetryOnError: (failure) => !permanent(failure.problem), ...options },
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
    isStale: data !== undefined && error !== undefined,
    mutate: () => void mutate(),
    put: (answer) =>
      void mutate({ data: answer, total: null, at: Date.now() }, { revalidate: false }),
  };
}
