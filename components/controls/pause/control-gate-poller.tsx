"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { ControlGate } from "./control-gate.ts";
import { hasControlGateChanged } from "./control-gate-reading.ts";

const EVERY_MS = 10_000;

/**
 * Refreshes the page once the pause or the pending requests differ from those it was rendered with.
 * A part that is absent is not polled.
 */
export function ControlGatePoller({ pause, waiting }: ControlGate) {
  const { refresh } = useRouter();
  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.visibilityState !== "visible") return;
      if (await hasControlGateChanged({ pause, waiting })) refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [pause, waiting, refresh]);
  return null;
}
