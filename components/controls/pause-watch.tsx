"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { ControlPause } from "@/lib/contract/control-pause.ts";

const EVERY_MS = 10_000;

/** What tells one pause from another, and from none; null where it is not known. */
const nameOf = (pause: ControlPause | null) => pause && (pause.paused ? (pause.since ?? "") : "no");

/** Has the page drawn anew once controls are paused or taken again by somebody else. */
export function PauseWatch({ drawn }: { drawn: ControlPause | null }) {
  const { refresh } = useRouter();
  const known = nameOf(drawn);
  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.visibilityState !== "visible") return;
      const { request } = await import("@/components/api/request.ts");
      const call = { method: "GET", url: "/api/control-pause" };
      const read = await request<ControlPause>(call).catch(() => null);
      if (read && nameOf(read.data) !== known) refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [known, refresh]);
  return null;
}
