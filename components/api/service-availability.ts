"use client";

import { useEffect, useSyncExternalStore } from "react";
import type { Problem } from "@/lib/contract/problem.ts";

let since: string | null = null;
const listeners = new Set<() => void>();

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** Since when the service is away, as this page knows it. */
export const unavailableSince = (): string | null => since;

/** Since when the service is away, or null: it is back, and what failed may be read again. */
export function setUnavailableSince(moment: string | null): void {
  if (since === moment) return;
  since = moment;
  for (const changed of listeners) changed();
}

/** Marks the service as unavailable if a problem reports that. */
export function updateAvailability({ code, values }: Problem): void {
  if (code === "service-away" && values?.since !== undefined)
    setUnavailableSince(String(values.since));
}

/** Since when the service is unavailable; `initialSince` is the value that came with the page. */
export function useServiceUnavailable(initialSince: string | null): string | null {
  useEffect(() => {
    if (initialSince !== null) setUnavailableSince(initialSince);
  }, [initialSince]);
  return useSyncExternalStore(subscribe, unavailableSince, () => initialSince);
}

/** Does something once the service is back. */
export function useOnServiceAvailable(run: () => void): void {
  useEffect(() => {
    let wasUnavailable = since !== null;
    return subscribe(() => {
      if (wasUnavailable && since === null) run();
      wasUnavailable = since !== null;
    });
  }, [run]);
}
