"use client";

import useSWR from "swr";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import { ProblemError, send } from "@/components/api/operation-client.ts";
import { operationsOf, type Draft } from "../control-draft.ts";
import { orderTimes, toldWindow, windowFault, windowOf } from "../window.ts";

const EVERY = 60_000;

/**
 * Asks what a draft would do; nothing is recorded or sent. Asks again each minute, and at once when
 * a window that begins now begins a minute later. Until the answer, the last preview stays, marked
 * as `isOld`. `window` is the one to show beside it: the preview's own, else what the draft means.
 */
export function usePreview(draft: Draft, now: number, offered: boolean) {
  const { target, type } = draft;
  const meant = windowOf(draft.window, now);
  const window = meant && windowFault(meant, now) === null ? meant : null;
  const order = type && window ? { type, ...orderTimes(window, now) } : null;
  const key =
    offered && order && target ? ["preview", target.kind, target.id, order, window?.from] : null;
  const { data, error, isLoading, mutate } = useSWR<ControlPreview, ProblemError>(
    key,
    async () => {
      const { preview, params } = operationsOf(target!);
      return send(preview, { params: params as never, body: order! });
    },
    { refreshInterval: EVERY, shouldRetryOnError: false, keepPreviousData: true },
  );
  const preview = (key && data) ?? null;
  const isCurrent = preview !== null && !isLoading && !error;
  return {
    preview,
    window: isCurrent ? toldWindow(preview) : window,
    isOld: isLoading,
    problem: error?.problem ?? null,
    isLoading,
    retry: () => void mutate(),
  };
}
