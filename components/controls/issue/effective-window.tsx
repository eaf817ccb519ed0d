"use client";

import { describeDuration } from "@/components/controls/duration.ts";
import { useTranslations } from "next-intl";
import { localDate } from "@/lib/time/amsterdam.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import {
  validateChoice,
  findClockChange,
  coveredQuarters,
  type CoveredQuarter,
  type Window,
  type WindowChoice,
} from "@/components/controls/window.ts";
import type { Labels } from "@/components/controls/control-view-model.ts";

const MAX_RENDERED = 24;
const MAX_NUMBERED = 12;

/** The quarters of a window side by side, filled as far as they are covered. */
function IntervalRuler({ quarters }: { quarters: CoveredQuarter[] }) {
  if (quarters.length > MAX_RENDERED) return null;
  const numbered = quarters.length <= MAX_NUMBERED;
  return (
    <div aria-hidden className="flex gap-px overflow-hidden rounded forced-color-adjust-none">
      {quarters.map(({ from, isp, start, end }) => (
        <span key={from} className="relative h-7 min-w-1 flex-1 bg-sunken">
          <span
            className="absolute inset-y-0 bg-curtailed/20"
            style={{ left: `${start * 100}%`, right: `${(1 - end) * 100}%` }}
          />
          {numbered && (
            <span className="absolute inset-0 grid place-items-center text-xs font-medium">
              {isp}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}

/** Notes on a window: clock changes and partial intervals. */
function createNotes(window: Window, quarters: CoveredQuarter[], now: number, { t, f }: Labels) {
  const first = quarters[0]!;
  const last = quarters.at(-1)!;
  const partFirst = first.start > 0;
  const partLast = last.end < 1;
  const isOne = first === last;
  const change = findClockChange(window);
  return [
    window.from <= now && t("effective.now", { time: f.time(window.from) }),
    isOne && (partFirst || partLast) && t("effective.partOnly"),
    !isOne && partFirst && t("effective.partFirst"),
    !isOne && partLast && t("effective.partLast"),
    !partFirst && !partLast && t("effective.whole"),
    change < 0 && t("effective.clockBack"),
    change > 0 && t("effective.clockForward"),
    t("effective.ends"),
  ].filter((note) => note !== false);
}

/** The settlement periods from the first quarter to the last, which names its day where that is another. */
function formatIsps(quarters: CoveredQuarter[], now: number, { t, f }: Labels): string {
  const [first, last] = [quarters[0]!, quarters.at(-1)!];
  const values = { name: f.ispName, first: first.isp, last: last.isp };
  if (first === last) return t("effective.isp", values);
  if (localDate(first.from) === localDate(last.from)) return t("effective.isps", values);
  return t("effective.ispsOfDays", { ...values, day: f.relativeDay(last.from, now) });
}

/** The message for why there is no window yet. */
function describeFault(choice: WindowChoice, now: number, { t }: Pick<Labels, "t">): string {
  const fault = validateChoice(choice, now) ?? "missing";
  if (fault === "missing" || fault === "unreadable") return t(`effective.${fault}`);
  return t(`console.faults.${fault}`);
}

/**
 * When a control would really run, rounded as the service rounds it: in Amsterdam's time, how long,
 * and which settlement periods it touches; or why it cannot.
 */
export function EffectiveWindow({
  window,
  choice,
  now,
}: {
  window: Window | null;
  /** The choice, which explains why there is no window. */
  choice: WindowChoice;
  now: number;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  if (!window) return <p className="text-muted">{describeFault(choice, now, { t })}</p>;
  const quarters = coveredQuarters(window);
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="text-lg font-semibold">{f.nearWindow(window.from, window.to, now)}</span>
        <span className="text-muted">
          {[
            describeDuration(window.to - window.from, t),
            formatIsps(quarters, now, { t, f }),
            t("effective.quarters", { count: quarters.length }),
          ].join(" · ")}
        </span>
      </p>
      <IntervalRuler quarters={quarters} />
      <p className="text-xs text-muted">{createNotes(window, quarters, now, { t, f }).join(" ")}</p>
    </div>
  );
}
