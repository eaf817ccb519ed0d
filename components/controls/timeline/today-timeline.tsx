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

/** Today's controls and requests of an area on lanes. */
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
      <ControlTimeline controls={controls} requests={requests} range={range} now={now} />
    </Card>
  );
}
