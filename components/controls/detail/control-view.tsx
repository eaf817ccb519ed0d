"use client";

import type { ControlOffers } from "@/lib/portal/queries/control-capabilities.ts";
import { useEffect, useRef, useState } from "react";
import { Deliveries } from "@/components/controls/detail/deliveries.tsx";
import { Freshness } from "@/components/status/freshness.tsx";
import { useNow } from "@/components/ui/use-now.ts";
import type { ControlDetail } from "@/lib/contract/controls.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { wasAcceptedHere } from "../just-issued-flag.ts";
import { CancelControl } from "./cancel-control.tsx";
import { ControlHeader } from "./control-header.tsx";
import { ControlFigures, ControlPlan } from "./control-result.tsx";
import { GivenBack } from "./cancellation-summary.tsx";
import { isCancellable } from "@/lib/controls/control-state.ts";
import { type ShownControlDetail } from "../control-view-model.ts";
import { useControl } from "./use-control.ts";

/**
 * The words that tell of what was done here take the focus of whoever did it, since the button is
 * gone: of the acceptance after issuing, of the cancelling after cancelling.
 */
function useDoneHere(id: string) {
  const [isCancelled, setCancelled] = useState(false);
  const accepted = useRef<HTMLParagraphElement>(null);
  const cancelled = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (wasAcceptedHere(id)) accepted.current?.focus();
  }, [id]);
  useEffect(() => {
    if (isCancelled) cancelled.current?.focus();
  }, [isCancelled]);
  return { accepted, cancelled, tellCancelled: () => setCancelled(true) };
}

/** A control's page: how it stands, what it delivered and what was planned, as time goes on. */
export function ControlView({
  initial,
  offers,
  query,
  serverNow,
}: {
  /** The control as the page was drawn with it. */
  initial: ShownControlDetail;
  offers: ControlOffers;
  /** Which of its locations the address asks for. */
  query: QueryOf<"listControlDeliveries">;
  serverNow: number;
}) {
  const now = useNow(10_000, serverNow);
  const { control, put, refresh, at, isStale } = useControl(initial, offers.detail);
  const { tellCancelled, ...words } = useDoneHere(initial.id);
  const onCancelled = (answer: ControlDetail) => {
    put(answer);
    tellCancelled();
  };
  return (
    <>
      <ControlHeader
        control={control}
        now={now}
        actions={
          <>
            {offers.detail && <Freshness at={at} isStale={isStale} />}
            {offers.cancel && isCancellable(control, now) && (
              <CancelControl
                control={control}
                now={now}
                onCancelled={onCancelled}
                onAnswered={refresh}
              />
            )}
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <ControlFigures control={control} words={words} />
        {offers.delivery && (
          <Deliveries control={control} now={now} query={offers.deliveries ? query : null} />
        )}
        <GivenBack control={control} />
        <ControlPlan control={control} serverNow={serverNow} offers={offers.area} />
      </div>
    </>
  );
}
