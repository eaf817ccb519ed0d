"use client";

import { useTranslations } from "next-intl";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import { ChoiceChip } from "@/components/form/choice-chip.tsx";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { zoneAbbreviation } from "@/lib/i18n/format.ts";
import {
  nextFullHours,
  quickWindows,
  toLocalDateTime,
  toWindow,
  type WindowChoice as Choice,
} from "@/components/controls/window.ts";

/** The fields for times of one's own; their code is fetched when they are chosen. */
const CustomWindow = dynamicOnVisible(
  async () => (await import("./custom-window.tsx")).CustomWindow,
  () => <Skeleton className="h-64" />,
);

const WindowTimeline = dynamicOnVisible(
  async () => (await import("./window-timeline.tsx")).WindowTimeline,
  () => <Skeleton className="h-30" />,
);

/** Chooses when a control runs: by one press, or to the minute on Amsterdam's clock. */
export function WindowSelect({
  choice,
  hasPrices,
  hasSummaries,
  now,
  problem,
  onChoose,
}: {
  choice: Choice;
  /** Whether the service has day-ahead prices. */
  hasPrices: boolean;
  /** Whether the service lists controls with their targets. */
  hasSummaries: boolean;
  now: number;
  /** What is wrong with the order; exact times say what of it is theirs. */
  problem: Problem | null;
  onChoose: (choice: Choice) => void;
}) {
  const t = useTranslations("controls.console.window");
  const f = useFormats();
  const span = (kind: (typeof quickWindows)[number]) => {
    const { from, to } = toWindow({ kind }, now)!;
    return from <= now ? t("spanNow", { to: f.time(to) }) : f.times(from, to);
  };
  const chooseExact = () => {
    const base = toWindow(choice, now) ?? toWindow({ kind: "next-quarter" }, now)!;
    onChoose({ kind: "exact", from: toLocalDateTime(base.from), to: toLocalDateTime(base.to) });
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        {quickWindows.map((kind) => (
          <ChoiceCard
            key={kind}
            name="window"
            checked={choice.kind === kind}
            onChoose={() => onChoose({ kind })}
            title={t(kind)}
            hint={span(kind)}
          />
        ))}
        <ChoiceCard
          name="window"
          checked={choice.kind === "exact"}
          onChoose={chooseExact}
          title={t("exact")}
          hint={t("exactHint")}
        />
      </div>
      <UntilSelect choice={choice} now={now} onChoose={onChoose} />
      <WindowTimeline
        window={toWindow(choice, now)}
        hasPrices={hasPrices}
        hasSummaries={hasSummaries}
        now={now}
        onChoose={onChoose}
      />
      {choice.kind === "exact" && (
        <CustomWindow choice={choice} now={now} problem={problem} onChoose={onChoose} />
      )}
      <p className="text-xs text-muted">{t("clock", { zone: zoneAbbreviation(now) })}</p>
    </>
  );
}

/** An end in hours that are coming, for a control that starts now. */
function UntilSelect({
  choice,
  now,
  onChoose,
}: {
  choice: Choice;
  now: number;
  onChoose: (choice: Choice) => void;
}) {
  const t = useTranslations("controls.console.window");
  const f = useFormats();
  const chosen = choice.kind === "until" ? (toWindow(choice, now)?.to ?? null) : null;
  const hours = nextFullHours(now);
  const ends =
    chosen === null || hours.includes(chosen) ? hours : [chosen, ...hours].sort((a, b) => a - b);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {ends.map((end) => (
        <ChoiceChip
          key={end}
          name="window"
          checked={end === chosen}
          label={t("until", { time: f.nearEnd(now, end, now) })}
          onChoose={() => onChoose({ kind: "until", to: toLocalDateTime(end) })}
        />
      ))}
    </div>
  );
}
