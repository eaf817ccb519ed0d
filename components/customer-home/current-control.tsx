"use client";

import { Check, CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { startOfDay, DAY_MS } from "@/lib/time/amsterdam.ts";
import { wasCancelledBeforeStart } from "@/lib/controls/control-state.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { controlStateStyles } from "@/components/controls/state-styles.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { toneInk } from "@/components/ui/tone.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { NarrativeEntry } from "./control-narrative-entry.tsx";
import { getEffectiveIntervals, inForce, type Interval } from "@/lib/controls/precedence.ts";
import { SkipControl } from "./skip-control.dynamic.tsx";

/** A control, and from when to when it asks the same thing, with others that ask it too. */
interface AgendaItem {
  control: LocatedControl;
  during: Interval;
}

/** The control at a moment (ms), and the next within a day. */
export function agendaAt(
  controls: readonly LocatedControl[],
  now: number,
): { current: AgendaItem | undefined; next: AgendaItem | undefined } {
  const all = controls.filter((control) => !wasCancelledBeforeStart(control));
  const current = itemAt(all, now);
  const after = current ? current.during.to : now;
  const starts = all
    .map(({ time_from }) => toMillis(time_from))
    .filter((start) => start > after && start < now + DAY_MS);
  const next = (current && itemAt(all, after)) ?? itemAt(all, Math.min(...starts));
  return { current, next };
}

const controlAt = (all: readonly LocatedControl[], at: number) =>
  inForce(
    all.filter(
      ({ time_from, effective_to }) => toMillis(time_from) <= at && at < toMillis(effective_to),
    ),
  );

function itemAt(all: readonly LocatedControl[], at: number): AgendaItem | undefined {
  const control = controlAt(all, at);
  if (!control) return undefined;
  const stretchAt = (of: LocatedControl, moment: number) =>
    getEffectiveIntervals(of, all).find(({ from, to }) => from <= moment && moment < to)!;
  const { from } = stretchAt(control, at);
  let { to } = stretchAt(control, at);
  for (let after = controlAt(all, to); after?.type === control.type; after = controlAt(all, to))
    to = stretchAt(after, to).to;
  return { control, during: { from, to } };
}

/** Whether a control is active or scheduled today (at `now`, ms). */
export const hasControlToday = (controls: readonly LocatedControl[], now: number): boolean =>
  controls.some(
    (control) =>
      !wasCancelledBeforeStart(control) &&
      toMillis(control.effective_to) > now &&
      toMillis(control.time_from) < startOfDay(now, 1),
  );

function StateHeading({ title, state }: { title: string; state: "active" | "scheduled" }) {
  const { tone, icon: Icon } = controlStateStyles[state];
  return (
    <h2 className={classNames("mb-2 flex items-center gap-2 font-semibold", toneInk[tone])}>
      <Icon aria-hidden className="size-5 shrink-0" />
      {title}
    </h2>
  );
}

/** The customer's current control, or the next within a day. */
export function CurrentControl({
  controls,
  now,
  staleSince,
  optOut,
}: {
  controls: readonly LocatedControl[];
  now: number;
  /** From when the answer is (ms), where it could not be refreshed. */
  staleSince: number | null;
  /** Lets the customer opt out of a single control. */
  optOut?: { customerId: string; onChange: () => void } | undefined;
}) {
  const t = useTranslations("customerHome");
  const f = useFormats();
  const { current, next } = agendaAt(controls, now);
  const items = [
    { item: current, title: t("requestNow"), state: "active" },
    { item: next, title: t(current ? "requestNext" : "requestSoon"), state: "scheduled" },
  ] as const;
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
            ({ item, title, state }) =>
              item && (
                <section key={title}>
                  <StateHeading title={title} state={state} />
                  <NarrativeEntry {...item} brief parts={null} now={now} allControls={controls} />
                  {optOut && <SkipControl {...optOut} control={item.control} />}
                </section>
              ),
          )}
          <a className="link self-start py-1" href="#why">
            {t("why.link")}
          </a>
        </div>
      )}
    </div>
  );
}
