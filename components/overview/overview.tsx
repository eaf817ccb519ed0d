"use client";

import { Info } from "lucide-react";
import { useMemo } from "react";
import { useOperation } from "@/components/api/use-operation.ts";
import { HistoryChart } from "@/components/charts/history-chart.tsx";
import { shadedWindows, type ShownControl } from "@/components/controls/shown-control.ts";
import { Card } from "@/components/ui/card.tsx";
import { useNow } from "@/components/use-now.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import { RunningControls } from "./running-controls.tsx";
import { useRecentControls } from "./use-recent-controls.ts";
import { LatestQuarter, ZoneFigures } from "./zone-figures.tsx";

/** What the service can tell beyond the documented operations. */
export interface Offers {
  status: boolean;
  forecast: boolean;
  summaries: boolean;
  preview: boolean;
}

const missing: Record<keyof Offers, string> = {
  status: "how the zone stands this minute",
  forecast: "a forecast of the hours to come",
  summaries: "what a control was issued against",
  preview: "a preview of a control",
};

function NotOffered({ offers }: { offers: Offers }) {
  const parts = (Object.keys(missing) as (keyof Offers)[])
    .filter((name) => !offers[name])
    .map((name) => missing[name]);
  if (parts.length === 0) return null;
  return (
    <p className="flex items-start gap-2 rounded-lg border border-line bg-surface px-4 py-2.5 text-muted">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>The service behind this portal does not offer: {parts.join("; ")}.</span>
    </p>
  );
}

/** A bidding zone today: how it stands, its day as a chart, the controls on it. */
export function Overview({
  zone,
  offers,
  initialStatus,
  initialControls,
  serverNow,
}: {
  zone: string;
  offers: Offers;
  initialStatus: LiveStatus | null;
  initialControls: ShownControl[];
  serverNow: number;
}) {
  const now = useNow(10_000, serverNow);
  const { controls } = useRecentControls(initialControls, offers.summaries);
  const windows = useMemo(() => shadedWindows(controls), [controls]);
  const status = useOperation(
    "getBiddingZoneStatus",
    offers.status ? { params: { bidding_zone_id: zone } } : null,
  );
  return (
    <div className="flex flex-col gap-4">
      <NotOffered offers={offers} />
      {offers.status ? (
        <ZoneFigures id={zone} initial={initialStatus} />
      ) : (
        <LatestQuarter id={zone} serverNow={serverNow} />
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card title={`Net injection in ${zone}`}>
          <HistoryChart
            kind="bidding-zone"
            id={zone}
            forecast={offers.forecast}
            dataSource={(status.data ?? initialStatus)?.data_source}
            windows={windows}
          />
        </Card>
        <RunningControls controls={controls} now={now} />
      </div>
    </div>
  );
}
