"use client";

import type { Area } from "@/lib/contract/areas.ts";
import { useLive } from "./use-live.ts";

/** Keeps what the page shows of an area live, and shows nothing itself. */
export function SubscribeArea({ area }: { area: Area }) {
  useLive(area);
  return null;
}
