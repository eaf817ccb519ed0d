"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";

/** The settings of a group; their code is loaded when they come into view. */
export const GroupSettings = dynamicOnVisible(
  async () => (await import("./group-settings.tsx")).GroupSettings,
  () => <Skeleton className="h-96" />,
);
