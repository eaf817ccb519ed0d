"use client";

import { dynamicBlocking } from "@/components/ui/dynamic.tsx";

/** The list of webhooks. */
export const WebhookList = dynamicBlocking(
  async () => (await import("./webhook-list.tsx")).WebhookList,
);

/** A webhook with its events. */
export const WebhookSections = dynamicBlocking(
  async () => (await import("./webhook-sections.tsx")).WebhookSections,
);
