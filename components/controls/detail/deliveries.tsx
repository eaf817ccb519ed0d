"use client";

import { useTranslations } from "next-intl";
import { floorQuarter, MINUTE_MS, QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { type Timed, wasCancelledBeforeStart } from "@/lib/controls/control-state.ts";
import { type ControlSummaryView } from "@/components/controls/control-view-model.ts";
import { Card } from "@/components/ui/card.tsx";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { DeliveriesLoading } from "./deliveries-loading.tsx";
import { DeliveryPanel, TABLE_ID } from "./delivery-panel.tsx";
import { toMillis } from "@/lib/time/instant.ts";

/** When the first quarter of an hour of a control is over (ms): sums before that are of nothing. */
export const getFirstIntervalEnd = ({ time_from }: Pick<Timed, "time_from">): number =>
  floorQuarter(toMillis(time_from)) + QUARTER_MS;

const DeliveriesTable = dynamicOnVisible(
  async () => (await import("./deliveries-table.tsx")).DeliveriesTable,
  DeliveriesLoading,
);

const SETTLES_MS = 20 * MINUTE_MS;

/** Whether a control's delivery may still change: while it runs and 20 minutes after. */
export const isUnsettled = ({ time_from, effective_to }: Timed, now: number): boolean =>
  now >= toMillis(time_from) && now < toMillis(effective_to) + SETTLES_MS;

function NothingSentYet({ control, now }: { control: ControlSummaryView; now: number }) {
  const t = useTranslations("deliveries");
  const f = useFormats();
  const what = wasCancelledBeforeStart(control) ? "nothingDispatched" : "nothingYet";
  const when = f.amidMoment(control.time_from, now);
  return (
    <Card title={t("title")}>
      <Empty title={t(`${what}.title`)} hint={t(`${what}.hint`, { when })} />
    </Card>
  );
}

/** The delivery of a control: totals, and per location where `query` is given. */
export function Deliveries({
  control,
  now,
  query,
}: {
  control: ControlSummaryView;
  now: number;
  /** Null where the service provides no deliveries per location. */
  query: QueryOf<"listControlDeliveries"> | null;
}) {
  if (wasCancelledBeforeStart(control) || now < toMillis(control.time_from)) {
    return <NothingSentYet control={control} now={now} />;
  }
  const common = {
    controlId: control.id,
    firstEnds: getFirstIntervalEnd(control),
    isLive: isUnsettled(control, now),
  };
  return (
    <>
      <DeliveryPanel {...common} now={now} listsLocations={query !== null} />
      {query && (
        <div id={TABLE_ID} className="scroll-mt-20">
          <DeliveriesTable {...common} query={query} />
        </div>
      )}
    </>
  );
}
