"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";

/** What a customer allows; its code is loaded when it comes into view. */
export const PreferencesCard = dynamicOnVisible(
  async () => (await import("./preferences-card.tsx")).PreferencesCard,
  () => <Skeleton className="h-96" />,
);

/** What a customer allows, for staff; its code is loaded when it comes into view. */
export const PreferencesSummary = dynamicOnVisible(
  async () => (await import("./preferences-summary.tsx")).PreferencesSummary,
  () => <Skeleton className="h-40" />,
);
