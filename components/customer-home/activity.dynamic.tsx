"use client";

import { inPlace, later } from "@/components/ui/dynamic.tsx";

/** What a customer's installations were asked to do; its code is not fetched for staff. */
export const OwnControls = inPlace(async () => (await import("./activity.tsx")).OwnControls);

/** The way to older ones, below all else of the page; not fetched for staff either. */
export const OwnControlsPaging = later(
  async () => (await import("./activity-paging.tsx")).OwnControlsPaging,
);
