"use client";

import { dynamicBlocking } from "@/components/ui/dynamic.tsx";

/** The dates. They block, as the table below them would move. */
export const DateRangeFilter = dynamicBlocking(
  async () => (await import("./date-range-filter.tsx")).DateRangeFilter,
);
