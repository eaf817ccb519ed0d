"use client";

import { dynamicBlocking, dynamic } from "@/components/ui/dynamic.tsx";

/** The service's own record of calls; its code is not fetched by who looks at the portal's trail. */
export const CallsTable = dynamic(async () => (await import("./calls-table.tsx")).CallsTable);

/** From when until when; above the trail, which would move if it came later. */
export const DateRangeFilter = dynamicBlocking(
  async () => (await import("./date-range-filter.tsx")).DateRangeFilter,
);
