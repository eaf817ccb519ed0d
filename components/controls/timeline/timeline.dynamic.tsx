"use client";

import { dynamicBlocking } from "@/components/ui/dynamic.tsx";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";

/** The page of the timeline. */
export const TimelinePage = dynamicBlocking(
  async () => (await import("./timeline-page.tsx")).TimelinePage,
);

/** The timeline of today on the overview; its code is loaded when it comes into view. */
export const TodayTimeline = dynamicOnVisible(
  async () => (await import("./today-timeline.tsx")).TodayTimeline,
  () => <Skeleton className="h-40" />,
);
