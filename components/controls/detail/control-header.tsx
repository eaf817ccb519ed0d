"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MINUTE_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { ControlBadge, TypeName } from "../badges.tsx";
import { describeDuration } from "../duration.ts";
import { controlStateAt } from "@/lib/controls/control-state.ts";
import { targetTitle, describeWindow, type ControlSummaryView } from "../control-view-model.ts";

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
export function ControlHeader({
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
          <ControlBadge control={control} superseded={control.superseded} now={now} />
          <span>{targetTitle(control.target, t)}</span>
          <span>{describeWindow(control, now, { t, f })}</span>
          <Countdown control={control} now={now} />
        </span>
      }
    />
  );
}
