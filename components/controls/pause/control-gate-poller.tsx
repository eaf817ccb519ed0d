"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { ControlGate } from "./control-gate.ts";

const EVERY_MS = 10_000;

/**
 * Has the page drawn anew once controls are paused or taken again, or other requests wait than those
 * it was drawn with. A part that is absent is not looked at.
 */
export function ControlGatePoller({ pause, waiting }: ControlGate) {
  const { refresh } = useRouter();
  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.visibilityState !== "visible") return;
      const { hasControlGateChanged } = await import("./control-gate-reading.ts");
      if (await hasControlGateChanged({ pause, waiting })) refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [pause, waiting, refresh]);
  return null;
}
