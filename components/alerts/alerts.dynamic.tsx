"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";

/** The list of alerts. */
export const AlertList = dynamicOnVisible(
  async () => (await import("./alert-list.tsx")).AlertList,
  () => <Skeleton className="h-96" />,
);

/** The alert rules. */
export const AlertRules = dynamicOnVisible(
  async () => (await import("./alert-rules.tsx")).AlertRules,
  () => <Skeleton className="h-96" />,
);

/** Which alerts come by e-mail. */
export const AlertMailSettings = dynamicOnVisible(
  async () => (await import("./alert-mail-settings.tsx")).AlertMailSettings,
  () => <Skeleton className="h-96" />,
);
