"use client";

import { dynamicBlocking, dynamic } from "@/components/ui/dynamic.tsx";

/** A customer's activity; its code is not loaded for staff. */
export const Activity = dynamicBlocking(async () => (await import("./activity.tsx")).Activity);

/** The way to older ones, below all else of the page; not fetched for staff either. */
export const ActivityPaging = dynamic(
  async () => (await import("./activity-paging.tsx")).ActivityPaging,
);
