"use client";

import { useTranslations } from "next-intl";
import { useOperation } from "@/components/api/use-operation.ts";
import type { Range } from "@/components/chart/ranges.ts";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import { pendingRequests } from "@/lib/controls/approval-queries.ts";
import { localDate, startOfDay } from "@/lib/time/amsterdam.ts";
import type { ControlSummaryView } from "../control-view-model.ts";
import { ControlTimeline } from "./timeline.tsx";

const EVERY = 15_000;
const iso = (ms: number) => new Date(ms).toISOString();
const hrefOf = (ms: number, days: number) =>
  `/controls/timeline?day=${localDate(startOfDay(ms, days))}`;

/** A day of controls and requests on lanes, kept fresh; with the way to other days. */
export function TimelinePage({
  range,
  controls,
  total,
  requests,
  hasSummaries,
  hasRequests,
  serverNow,
}: {
  /** The local day. */
  range: Range;
  controls: ControlSummaryView[];
  total: number;
  requests: ApprovalRequest[];
  hasSummaries: boolean;
  hasRequests: boolean;
  serverNow: number;
}) {
  const t = useTranslations("controls.timeline");
  const f = useFormats();
  const now = useNow(10_000, serverNow);
  const query = { from: iso(range.from), to: iso(range.to), sort: "time_from", page_size: 100 };
  const listed = useOperation("listControlSummaries", hasSummaries ? { query } : null, {
    refreshInterval: EVERY,
  });
  const waiting = useOperation("listControlRequests", hasRequests ? pendingRequests : null, {
    refreshInterval: EVERY,
  });
  const latest: ControlSummaryView[] = listed.data?.data ?? controls;
  const pending = waiting.data?.data ?? requests;
  const all = listed.total ?? total;
  return (
    <Card
      title={f.day(range.from)}
      actions={
        <nav aria-label={t("days")} className="flex flex-wrap gap-2">
          <ButtonLink size="sm" href={hrefOf(range.from, -1)}>
            {t("previous")}
          </ButtonLink>
          <ButtonLink size="sm" href="/controls/timeline">
            {t("today")}
          </ButtonLink>
          <ButtonLink size="sm" href={hrefOf(range.from, 1)}>
            {t("next")}
          </ButtonLink>
        </nav>
      }
    >
      {all > latest.length && (
        <p className="mb-2 text-warn">
          {t("some", { shown: f.count(latest.length), all: f.count(all) })}
        </p>
      )}
      <ControlTimeline controls={latest} requests={pending} range={range} now={now} />
    </Card>
  );
}
