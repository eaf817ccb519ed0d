"use client";

import type { Area } from "@/lib/contract/areas.ts";
import { NextIsp } from "./next-isp.tsx";
import type { OverviewCapabilities } from "@/lib/portal/queries/overview.ts";
import { SilentLocations } from "./silent-locations.tsx";

export { DayOverDayCard } from "./day-over-day-card.tsx";

/** What comes next in an area, and what fell silent. */
export function TodayCards({
  area,
  capabilities,
  now,
}: {
  area: Area;
  capabilities: OverviewCapabilities;
  now: number;
}) {
  return (
    <>
      {capabilities.forecast && <NextIsp area={area} now={now} />}
      {capabilities.lists && <SilentLocations area={area} now={now} />}
    </>
  );
}
