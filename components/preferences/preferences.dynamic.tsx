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

/** What the customers of a group may choose; its code is loaded when it comes into view. */
export const LimitsCard = dynamicOnVisible(
  async () => (await import("./limits-card.tsx")).LimitsCard,
  () => <Skeleton className="h-80" />,
);
