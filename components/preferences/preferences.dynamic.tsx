"use client";

import { dynamicBlocking } from "@/components/ui/dynamic.tsx";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";

/** What a customer allows. */
export const PreferencesCard = dynamicBlocking(
  async () => (await import("./preferences-card.tsx")).PreferencesCard,
);

/** What a customer allows, for staff; its code is loaded when it comes into view. */
export const PreferencesSummary = dynamicOnVisible(
  async () => (await import("./preferences-summary.tsx")).PreferencesSummary,
  () => <Skeleton className="h-49 sm:h-36" />,
);
