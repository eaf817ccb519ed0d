"use client";

import type { Area } from "@/components/api/areas.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import { NextIsp } from "./next-isp.tsx";
import type { OverviewOffers } from "./not-offered.tsx";
import { SilentLocations } from "./silent-locations.tsx";
import { SinceYesterday } from "./since-yesterday.tsx";

/** What comes next in an area, what fell silent, and how it was yesterday. */
export function TodayCards({
  area,
  offers,
  status,
  now,
}: {
  area: Area;
  offers: OverviewOffers;
  status: LiveStatus | null;
  now: number;
}) {
  return (
    <>
      {offers.forecast && <NextIsp area={area} now={now} />}
      {offers.lists && <SilentLocations area={area} now={now} />}
      {offers.history && <SinceYesterday area={area} status={status} now={now} offers={offers} />}
    </>
  );
}
