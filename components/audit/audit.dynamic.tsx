"use client";

import { dynamicBlocking, dynamic } from "@/components/ui/dynamic.tsx";

/** The service's call log, loaded only on its own tab. */
export const CallsTable = dynamic(async () => (await import("./calls-table.tsx")).CallsTable);

/** The date filter. It blocks, as the table below it would move. */
export const DateRangeFilter = dynamicBlocking(
  async () => (await import("./date-range-filter.tsx")).DateRangeFilter,
);
