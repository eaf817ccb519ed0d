"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";

/** The list of webhooks; its code is loaded when it comes into view. */
export const WebhookList = dynamicOnVisible(
  async () => (await import("./webhook-list.tsx")).WebhookList,
  () => <Skeleton className="h-96" />,
);

/** A webhook with its events. */
export const WebhookSections = dynamicOnVisible(
  async () => (await import("./webhook-sections.tsx")).WebhookSections,
  () => <Skeleton className="h-96" />,
);
