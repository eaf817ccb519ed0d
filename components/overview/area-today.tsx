"use client";

import { useMemo } from "react";
import type { Area } from "@/components/api/areas.ts";
import { HistoryChart } from "@/components/charts/history-chart.tsx";
import { RecentControls } from "@/components/controls/recent-controls.tsx";
import { shadedWindows, type ShownControl } from "@/components/controls/shown-control.ts";
import { useRecentControls } from "@/components/controls/use-recent-controls.ts";
import { StatusFigures } from "@/components/status/status-figures.tsx";
import { Card } from "@/components/ui/card.tsx";
import { useNow } from "@/components/use-now.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import { LatestQuarter } from "./latest-quarter.tsx";
import type { OverviewOffers } from "./not-offered.tsx";

/** A zone or a group today: how it stands, its day as a chart, the controls on it. */
export function AreaToday({
  area,
  title,
  offers,
  initialStatus,
  initialControls,
  serverNow,
}: {
  area: Area;
  title: string;
  offers: OverviewOffers;
  initialStatus: LiveStatus | null;
  initialControls: ShownControl[];
  serverNow: number;
}) {
  const now = useNow(10_000, serverNow);
  const controls = useRecentControls(area, initialControls, offers.summaries);
  const windows = useMemo(() => shadedWindows(controls), [controls]);
  return (
    <div className="flex flex-col gap-4">
      {offers.status && <StatusFigures area={area} initial={initialStatus} />}
      {!offers.status && area.kind === "bidding-zone" && <LatestQuarter id={area.id} now={now} />}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
        {offers.history && (
          <Card title={title}>
            <HistoryChart area={area} offers={offers} windows={windows} />
          </Card>
        )}
        <RecentControls controls={controls} now={now} />
      </div>
    </div>
  );
}
