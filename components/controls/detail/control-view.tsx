"use client";

import type { ControlCapabilities } from "@/lib/portal/queries/control-capabilities.ts";
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { Deliveries, isUnsettled } from "@/components/controls/detail/deliveries.tsx";
import { ValueCard } from "@/components/value/value.dynamic.tsx";
import { Freshness } from "@/components/status/data-source.tsx";
import { useNow } from "@/components/ui/use-now.ts";
import type { ControlDetail } from "@/lib/contract/controls.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { takeJustIssued } from "../just-issued-flag.ts";
import {
  CancellationSummary,
  ControlFigures,
  ControlIntroduction,
  ControlPlan,
} from "./control-result.tsx";
import { PlanHistoryFold } from "./plan-history-fold.tsx";
import {
  controlStateAt,
  isCancellable,
  isInForce,
  wasCancelledBeforeStart,
} from "@/lib/controls/control-state.ts";
import { Ban, Clock, RotateCcw } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { toRepeatable, toRepeatHref } from "../control-draft.ts";
import { dynamic } from "@/components/ui/dynamic.tsx";
import type { CancelDialogProps } from "./cancel-dialog.tsx";
import type { ChangeEndProps } from "./change-end.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import type { Fetched } from "@/components/api/request.ts";
import {
  type ControlDetailView,
  targetTitle,
  describeWindow,
  type ControlSummaryView,
} from "../control-view-model.ts";
import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import { MINUTE_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { ControlBadge } from "@/components/controls/badges.tsx";
import { TypeName } from "@/components/controls/type-name.tsx";
import { describeDuration } from "@/components/controls/duration.ts";

const EVERY = 15_000;

const isOpen = (control: ControlDetailView, now: number) =>
  isInForce(control, now) || controlStateAt(control, now) === "scheduled";

/**
 * A control, polled every 15 seconds until it is over, where the service offers reads by id.
 * `initial` is the control the page was rendered with; `put` sets the response of another call.
 */
function useControl(initial: ControlDetailView, isOffered: boolean) {
  // One function for as long as it can be: at another one SWR starts its wait anew, and a page drawn
  // more often than it waits would never read again.
  const refreshInterval = useCallback(
    (latest?: Fetched<ControlDetailView>) =>
      isOpen(latest?.data ?? initial, Date.now()) ? EVERY : 0,
    [initial],
  );
  const { data, put, mutate, at, isStale } = useOperation(
    "getControl",
    isOffered ? { params: { control_id: initial.id } } : null,
    { refreshInterval },
  );
  const control: ControlDetailView = data ?? initial;
  return { control, put, refresh: mutate, at, isStale };
}

const CancelDialog = dynamic(async () => (await import("./cancel-dialog.tsx")).CancelDialog);

/** Cancels a control that is to come or under way, after a question that names what it changes. */
function CancelControl(cancelling: CancelDialogProps) {
  const t = useTranslations("controls.cancel");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Ban aria-hidden className="size-4" />
        {t("action")}
      </Button>
      {open && <CancelDialog {...cancelling} onClose={() => setOpen(false)} />}
    </>
  );
}

const ChangeEnd = dynamic(async () => (await import("./change-end.tsx")).ChangeEnd);

/** Extends or shortens a control while it is active. */
function ChangeEndButton({
  control,
  ...rest
}: Omit<ChangeEndProps, "control"> & { control: ControlSummaryView }) {
  const t = useTranslations("controls.changeEnd");
  const [open, setOpen] = useState(false);
  const { target } = control;
  if (!target || controlStateAt(control, rest.now) !== "active") return null;
  return (
    <>
      <Button size="sm" className="max-sm:min-h-11" onClick={() => setOpen(true)}>
        <Clock aria-hidden className="size-4" />
        {t("action")}
      </Button>
      {open && (
        <ChangeEnd control={{ ...control, target }} {...rest} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** Leads to the form, filled in to issue the same control from now on. */
function RepeatLink({ control }: { control: ControlSummaryView }) {
  const t = useTranslations("controls.page");
  const order = toRepeatable(control);
  if (!order) return null;
  return (
    <ButtonLink size="sm" className="max-sm:min-h-11" href={`/controls/new${toRepeatHref(order)}`}>
      <RotateCcw aria-hidden className="size-4" />
      {t("repeat")}
    </ButtonLink>
  );
}

/**
 * The result message takes the focus, since the button that had it is gone: the acceptance message
 * after issuing, the cancellation message after cancelling.
 */
function useJustCancelled(id: string) {
  const [isCancelled, setCancelled] = useState(false);
  const accepted = useRef<HTMLParagraphElement>(null);
  const cancelled = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takeJustIssued(id)) accepted.current?.focus();
  }, [id]);
  useEffect(() => {
    if (isCancelled) cancelled.current?.focus();
  }, [isCancelled]);
  return { accepted, cancelled, showCancelled: () => setCancelled(true) };
}

/** A control's page: its state, delivery and plan, polled. */
export function ControlView({
  initial,
  capabilities,
  by,
  query,
  serverNow,
}: {
  /** The control that came with the page. */
  initial: ControlDetailView;
  capabilities: ControlCapabilities;
  /** The id of the current user. */
  by: string;
  /** Which of its locations the address asks for. */
  query: QueryOf<"listControlDeliveries">;
  serverNow: number;
}) {
  const now = useNow(10_000, serverNow);
  const { control, put, refresh, at, isStale } = useControl(initial, capabilities.detail);
  const { showCancelled, ...focusRefs } = useJustCancelled(initial.id);
  const onCancelled = (answer: ControlDetail) => {
    put(answer);
    showCancelled();
  };
  const hasBegun =
    capabilities.delivery &&
    now >= toMillis(control.time_from) &&
    !wasCancelledBeforeStart(control);
  return (
    <>
      <ControlHeader
        control={control}
        now={now}
        actions={
          <>
            {capabilities.detail && <Freshness at={at} isStale={isStale} />}
            {capabilities.cancel && isCancellable(control, now) && (
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
      {capabilities.issue && (
        <div className="-mt-1 mb-4 flex flex-wrap gap-2">
          <ChangeEndButton control={control} now={now} by={by} capabilities={capabilities.issue} />
          <RepeatLink control={control} />
        </div>
      )}
      <div className="flex flex-col gap-4">
        <ControlIntroduction control={control} focusRefs={focusRefs} />
        {!hasBegun && <ControlFigures control={control} isHeadline />}
        {capabilities.delivery && (
          <Deliveries control={control} now={now} query={capabilities.deliveries ? query : null} />
        )}
        {capabilities.value && (
          <ValueCard controlId={control.id} isLive={isUnsettled(control, now)} />
        )}
        <CancellationSummary control={control} />
        {hasBegun && <ControlFigures control={control} isHeadline={false} />}
        <PlanHistoryFold control={control} hasDelivery={hasBegun} />
        <ControlPlan control={control} serverNow={serverNow} capabilities={capabilities.area} />
      </div>
    </>
  );
}

/** How long until a control starts or ends, and a bar of how far its window is. */
function Countdown({ control, now }: { control: ControlSummaryView; now: number }) {
  const t = useTranslations("controls");
  const state = controlStateAt(control, now);
  const from = toMillis(control.time_from);
  const to = toMillis(control.effective_to);
  if (state !== "scheduled" && state !== "active") return null;
  const left = (state === "scheduled" ? from : to) - now;
  const time =
    left < MINUTE_MS ? t("page.underMinute") : describeDuration(left - (left % MINUTE_MS), t);
  const share = Math.round(((now - from) / (to - from)) * 100);
  return (
    <span className="inline-flex items-center gap-2">
      {state === "active" && (
        <progress
          aria-label={t("page.progress")}
          value={share}
          max={100}
          className="h-1.5 w-24 appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-curtailed [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-curtailed"
        />
      )}
      <span className="text-ink">
        {t(`page.${state === "active" ? "endsIn" : "startsIn"}`, { time })}
      </span>
    </span>
  );
}

/** The heading of a control's page at `now` (ms), with its actions. */
function ControlHeader({
  control,
  now,
  actions,
}: {
  control: ControlSummaryView;
  now: number;
  actions: ReactNode;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  return (
    <PageHeader
      backHref="/controls"
      backLabel={t("title")}
      actions={actions}
      title={<TypeName type={control.type} />}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ControlBadge control={control} now={now} />
          <span>{targetTitle(control.target, t)}</span>
          <span>{describeWindow(control, now, { t, f })}</span>
          <Countdown control={control} now={now} />
        </span>
      }
    />
  );
}
