"use client";

import { useEffect, useSyncExternalStore } from "react";
import type { Problem } from "@/lib/contract/problem.ts";

let since: string | null = null;
const watchers = new Set<() => void>();

function watch(changed: () => void) {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

/** Since when the service is away, as this page knows it. */
export const serviceAway = (): string | null => since;

/** Since when the service is away, or null: it is back, and what failed may be read again. */
export function setServiceAway(moment: string | null): void {
  if (since === moment) return;
  since = moment;
  for (const changed of watchers) changed();
}

/** Takes from a problem that the service is away, where it says so. */
export function updateAvailability({ code, values }: Problem): void {
  if (code === "service-away" && values?.since !== undefined) setServiceAway(String(values.since));
}

/** Since when the service is away; `drawn` is what the page was drawn with. */
export function useServiceAway(drawn: string | null): string | null {
  useEffect(() => {
    if (drawn !== null) setServiceAway(drawn);
  }, [drawn]);
  return useSyncExternalStore(watch, serviceAway, () => drawn);
}

/** Does something once the service is back. */
export function useWhenServiceIsBack(run: () => void): void {
  useEffect(() => {
    let wasAway = since !== null;
    return watch(() => {
      if (wasAway && since === null) run();
      wasAway = since !== null;
    });
  }, [run]);
}
