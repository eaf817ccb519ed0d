"use client";

import { send } from "@/components/api/operation-client.ts";
import { toFetched } from "@/components/api/request.ts";
import { useReading } from "@/components/api/use-operation.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import { operationsForTarget, type Draft } from "../control-draft.ts";
import { parseWindow, toBodyTimes, toWindow, validateWindow } from "../window.ts";

const EVERY = 60_000;

/**
 * Asks what a draft would do; nothing is recorded or sent. Asks again each minute, and at once when
 * a window that begins now begins a minute later. Until the answer, the last preview stays, marked
 * as `isOld`. `window` is the one to show beside it: the preview's own, else what the draft means.
 */
export function usePreview(
  draft: Pick<Draft, "target" | "type" | "window">,
  now: number,
  offered: boolean,
) {
  const { target, type } = draft;
  const meant = toWindow(draft.window, now);
  const window = meant && validateWindow(meant, now) === null ? meant : null;
  const order = type && window ? { type, ...toBodyTimes(window, now) } : null;
  const key =
    offered && order && target ? ["preview", target.kind, target.id, order, window?.from] : null;
  const { data, problem, isLoading, mutate } = useReading<ControlPreview>(
    key,
    async () => {
      const { preview, params } = operationsForTarget(target!);
      return toFetched(await send(preview, { params: params as never, body: order! }));
    },
    { refreshInterval: EVERY, shouldRetryOnError: false, keepPreviousData: true },
  );
  const preview = (key && data) ?? null;
  const isCurrent = preview !== null && !isLoading && !problem;
  return {
    preview,
    /** What was previewed, as it would be issued. */
    unissued: order && target && { target, body: order },
    window: isCurrent ? parseWindow(preview) : window,
    isOld: isLoading,
    problem,
    isLoading,
    retry: mutate,
  };
}
