"use client";

import useSWR from "swr";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import { ProblemError, send } from "@/components/api/send.ts";
import { operationsOf, type Draft } from "./order.ts";
import { orderTimes, windowFault, windowOf } from "./window.ts";

const EVERY = 60_000;

/**
 * Asks what a draft would do; nothing is recorded or sent. Asks again each minute. While another
 * draft is asked for, the last preview stays, marked as `isOld`.
 */
export function usePreview(draft: Draft, now: number, offered: boolean) {
  const { target, type } = draft;
  const window = windowOf(draft.window, now);
  const complete = target !== null && window !== null && windowFault(window, now) === null;
  const order = complete ? { type, ...orderTimes(window, now) } : null;
  const key = offered && order && target ? ["preview", target.kind, target.id, order] : null;
  const { data, error, isLoading, mutate } = useSWR<ControlPreview, ProblemError>(
    key,
    async () => {
      const { preview, params } = operationsOf(target!);
      return send(preview, { params: params as never, body: order! });
    },
    { refreshInterval: EVERY, shouldRetryOnError: false, keepPreviousData: true },
  );
  return {
    preview: (key && data) ?? null,
    isOld: isLoading,
    problem: error?.problem ?? null,
    isLoading,
    retry: () => void mutate(),
  };
}
