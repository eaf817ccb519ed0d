"use client";

import { inPlace, later } from "@/components/ui/dynamic.tsx";

/** What a customer's installations were asked to do; its code is not fetched for staff. */
export const Activity = inPlace(async () => (await import("./activity.tsx")).Activity);

/** The way to older ones, below all else of the page; not fetched for staff either. */
export const ActivityPaging = later(
  async () => (await import("./activity-paging.tsx")).ActivityPaging,
);
