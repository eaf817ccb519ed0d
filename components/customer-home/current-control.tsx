"use client";

import { Check, CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { startOfDay } from "@/lib/time/amsterdam.ts";
import { wasCancelledBeforeStart } from "@/lib/controls/control-state.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { agendaAt } from "./agenda.ts";
import { NarrativeEntry } from "./control-narrative-entry.tsx";

/** Whether a control is active or scheduled today (at `now`, ms). */
export const hasControlToday = (controls: readonly LocatedControl[], now: number): boolean =>
  controls.some(
    (control) =>
      !wasCancelledBeforeStart(control) &&
      toMillis(control.effective_to) > now &&
      toMillis(control.time_from) < startOfDay(now, 1),
  );

/** The customer's current control, or the next within a day. */
export function CurrentControl({
  controls,
  now,
  staleSince,
}: {
  controls: readonly LocatedControl[];
  now: number;
  /** From when the answer is (ms), where it could not be refreshed. */
  staleSince: number | null;
}) {
  const t = useTranslations("customerHome");
  const f = useFormats();
  const { current, next } = agendaAt(controls, now);
  const items = [
    { item: current, title: t("requestNow") },
    { item: next, title: t(current ? "requestNext" : "requestSoon") },
  ];
  return (
    <div className="flex flex-col gap-2">
      {staleSince !== null && (
        <p
          role="status"
          className="flex items-center gap-2 rounded-md bg-warn/10 px-3 py-2 text-warn"
        >
          <CloudOff aria-hidden className="size-4 shrink-0" />
          {t("controlsStale", { time: f.time(staleSince) })}
        </p>
      )}
      {!current && staleSince === null && (
        <p className="flex items-center gap-2 text-base">
          <Check aria-hidden className="size-5 shrink-0 text-good" />
          {t("calm")}
        </p>
      )}
      {(current ?? next) && (
        <div className="flex flex-col gap-4 rounded-lg border border-curtailed/50 bg-surface p-4 sm:p-5">
          {items.map(
            ({ item, title }) =>
              item && (
                <section key={title}>
                  <h2 className="mb-2 font-semibold text-curtailed">{title}</h2>
                  <NarrativeEntry {...item} brief parts={null} now={now} allControls={controls} />
                </section>
              ),
          )}
        </div>
      )}
    </div>
  );
}
