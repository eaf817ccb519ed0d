"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";

/** Who of a group carried its lost energy; its code is loaded when it comes into view. */
export const RotationCard = dynamicOnVisible(
  async () => (await import("./rotation-card.tsx")).RotationCard,
  () => <Skeleton className="h-80" />,
);
