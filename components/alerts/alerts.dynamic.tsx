"use client";

import { dynamicBlocking } from "@/components/ui/dynamic.tsx";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";

/** The list of alerts. */
export const AlertList = dynamicBlocking(async () => (await import("./alert-list.tsx")).AlertList);

/** The alert rules. */
export const AlertRules = dynamicBlocking(
  async () => (await import("./alert-rules.tsx")).AlertRules,
);

/** Which alerts come by e-mail. */
export const AlertMailSettings = dynamicOnVisible(
  async () => (await import("./alert-mail-settings.tsx")).AlertMailSettings,
  () => <Skeleton className="h-96" />,
);
