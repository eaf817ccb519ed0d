"use client";

import { useTranslations } from "next-intl";
import { zoneAbbreviation } from "@/lib/i18n/format.ts";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { toLocalDateTime, toWindow, type WindowChoice as Choice } from "../window.ts";

const quick = ["this-quarter", "next-quarter", "next-hour"] as const;

/** The fields for times of one's own; their code is fetched when they are chosen. */
const CustomWindow = dynamicOnVisible(
  async () => (await import("./custom-window.tsx")).CustomWindow,
  () => <Skeleton className="h-64" />,
);

/** Chooses when a control runs: by one press, or to the minute on Amsterdam's clock. */
export function WindowSelect({
  choice,
  now,
  problem,
  onChoose,
}: {
  choice: Choice;
  now: number;
  /** What is wrong with the order; exact times say what of it is theirs. */
  problem: Problem | null;
  onChoose: (choice: Choice) => void;
}) {
  const t = useTranslations("controls.console.window");
  const f = useFormats();
  const span = (kind: (typeof quick)[number]) => {
    const { from, to } = toWindow({ kind }, now)!;
    return kind === "this-quarter" ? t("spanNow", { to: f.time(to) }) : f.times(from, to);
  };
  const chooseExact = () => {
    const base = toWindow(choice, now) ?? toWindow({ kind: "next-quarter" }, now)!;
    onChoose({ kind: "exact", from: toLocalDateTime(base.from), to: toLocalDateTime(base.to) });
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        {quick.map((kind) => (
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
      {choice.kind === "exact" && (
        <CustomWindow choice={choice} now={now} problem={problem} onChoose={onChoose} />
      )}
      <p className="text-xs text-muted">{t("clock", { zone: zoneAbbreviation(now) })}</p>
    </>
  );
}
