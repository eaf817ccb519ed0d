"use client";

import { useCallback } from "react";
import { useOperation } from "@/components/api/use-operation.ts";
import type { Fetched } from "@/components/api/request.ts";
import { controlStateAt, isInForce } from "@/lib/controls/control-state.ts";
import { type ShownControlDetail } from "../control-view-model.ts";

const EVERY = 15_000;

const isOpen = (control: ShownControlDetail, now: number) =>
  isInForce(control, now) || controlStateAt(control, now) === "scheduled";

/**
 * A control, read again every 15 seconds until it is over, where the service tells one by its id;
 * `initial` is what the page was drawn with, `put` shows what another call just answered.
 */
export function useControl(initial: ShownControlDetail, isOffered: boolean) {
  // One function for as long as it can be: at another one SWR starts its wait anew, and a page drawn
  // more often than it waits would never read again.
  const refreshInterval = useCallback(
    (latest?: Fetched<ShownControlDetail>) =>
      isOpen(latest?.data ?? initial, Date.now()) ? EVERY : 0,
    [initial],
  );
  const { data, put, mutate, at, isStale } = useOperation(
    "getControl",
    isOffered ? { params: { control_id: initial.id } } : null,
    { refreshInterval },
  );
  const control: ShownControlDetail = data ?? initial;
  return { control, put, refresh: mutate, at, isStale };
}
