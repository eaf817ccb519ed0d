"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useOperation } from "@/components/api/use-operation.ts";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import type { Area } from "@/lib/contract/areas.ts";
import { pendingRequests } from "@/lib/controls/approval-queries.ts";
import { startOfDay } from "@/lib/time/amsterdam.ts";
import { appliesTo } from "../area-controls.ts";
import type { ControlSummaryView } from "../control-view-model.ts";
import { ControlTimeline } from "./timeline.tsx";

const EVERY = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** Today's controls and requests of an area on lanes; `controls` may lack some that ended. */
export function TodayTimeline({
  area,
  controls,
  hasRequests,
  now,
}: {
  area: Area;
  controls: ControlSummaryView[];
  hasRequests: boolean;
  now: number;
}) {
  const t = useTranslations("controls.timeline");
  const { data } = useOperation("listControlRequests", hasRequests ? pendingRequests : null);
  const day = startOfDay(now);
  const range = useMemo(() => ({ from: day, to: startOfDay(day, 1) }), [day]);
  const query = { from: iso(range.from), to: iso(range.to), sort: "time_from", page_size: 100 };
  const ofToday = useOperation("listControlSummaries", { query }, { refreshInterval: EVERY });
  const listed = ofToday.data?.data.filter((control) => appliesTo(control, area)) ?? [];
  const byId = new Map([...listed, ...controls].map((control) => [control.id, control]));
  const requests = (data?.data ?? []).filter((request) => appliesTo(request, area));
  return (
    <Card
      title={t("ofToday")}
      actions={
        <Link className="link py-1 text-muted" href="/controls/timeline">
          {t("open")}
        </Link>
      }
    >
      <ControlTimeline controls={[...byId.values()]} requests={requests} range={range} now={now} />
    </Card>
  );
}
