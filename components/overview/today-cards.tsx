"use client";

import type { Area } from "@/components/api/areas.ts";
import { NextIsp } from "./next-isp.tsx";
import type { OverviewOffers } from "./not-offered.tsx";
import { SilentLocations } from "./silent-locations.tsx";

export { SinceYesterday } from "./since-yesterday.tsx";

/** What comes next in an area, and what fell silent. */
export function TodayCards({
  area,
  offers,
  now,
}: {
  area: Area;
  offers: OverviewOffers;
  now: number;
}) {
  return (
    <>
      {offers.forecast && <NextIsp area={area} now={now} />}
      {offers.lists && <SilentLocations area={area} now={now} />}
    </>
  );
}
