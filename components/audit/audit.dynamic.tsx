"use client";

import { inPlace, later } from "@/components/ui/dynamic.tsx";

/** The service's own record of calls; its code is not fetched by who looks at the portal's trail. */
export const CallsTable = later(async () => (await import("./calls-table.tsx")).CallsTable);

/** From when until when; above the trail, which would move if it came later. */
export const PeriodChoice = inPlace(
  async () => (await import("./date-range-filter.tsx")).PeriodChoice,
);
