"use client";

import { useNow } from "@/components/use-now.ts";
import { StateBadge } from "./badges.tsx";
import { controlStateAt, type ShownControl } from "./shown-control.ts";

/** Where a control stands, moving on as time does. */
export function LiveState({
  control,
  serverNow,
}: {
  control: Pick<ShownControl, "time_from" | "time_to">;
  serverNow: number;
}) {
  return <StateBadge state={controlStateAt(control, useNow(10_000, serverNow))} />;
}
