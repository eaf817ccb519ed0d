"use client";

import { useTranslations } from "next-intl";
import { HOUR, MINUTE } from "@/components/amsterdam.ts";
import { zoneAbbreviation } from "@/components/format.ts";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useFormats } from "@/components/use-formats.ts";
import { shortDuration } from "./duration.ts";
import { MomentField } from "./moment-field.tsx";
import {
  readMoment,
  typedMoment,
  windowFault,
  windowOf,
  type WindowChoice as Choice,
} from "./window.ts";

type Exact = Extract<Choice, { kind: "exact" }>;
const quick = ["this-quarter", "next-quarter", "next-hour"] as const;
const durations = [15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];

/** Lets the end follow the start by one press. */
function Lasts({ choice, onChoose }: { choice: Exact; onChoose: (choice: Choice) => void }) {
  const t = useTranslations("controls");
  const from = readMoment(choice.from);
  const to = readMoment(choice.to);
  return (
    <div role="group" aria-label={t("console.when.lasts")} className="flex flex-wrap gap-1.5">
      {durations.map((duration) => (
        <Button
          key={duration}
          size="sm"
          disabled={!("at" in from)}
          aria-pressed={"at" in from && "at" in to && to.at - from.at === duration}
          className="aria-pressed:border-ink aria-pressed:bg-sunken"
          onClick={() =>
            "at" in from && onChoose({ ...choice, to: typedMoment(from.at + duration) })
          }
        >
          {shortDuration(duration, t)}
        </Button>
      ))}
    </div>
  );
}

function ExactTimes({
  choice,
  now,
  onChoose,
}: {
  choice: Exact;
  now: number;
  onChoose: (choice: Choice) => void;
}) {
  const t = useTranslations("controls.console.when");
  const window = windowOf(choice, now);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-canvas p-3">
      <div className="grid gap-3 sm:max-lg:grid-cols-2">
        <MomentField
          label={t("from")}
          moment={choice.from}
          fault={null}
          onChange={(from) => onChoose({ ...choice, from })}
        />
        <MomentField
          label={t("to")}
          moment={choice.to}
          end
          fault={window && windowFault(window, now)}
          onChange={(to) => onChoose({ ...choice, to })}
        />
      </div>
      <Lasts choice={choice} onChoose={onChoose} />
    </div>
  );
}

/** Chooses when a control runs: by one press, or to the minute on Amsterdam's clock. */
export function WindowChoice({
  choice,
  now,
  onChoose,
}: {
  choice: Choice;
  now: number;
  onChoose: (choice: Choice) => void;
}) {
  const t = useTranslations("controls.console.when");
  const f = useFormats();
  const span = (kind: (typeof quick)[number]) => {
    const { from, to } = windowOf({ kind }, now)!;
    return kind === "this-quarter"
      ? t("spanNow", { to: f.time(to) })
      : t("span", { from: f.time(from), to: f.time(to) });
  };
  const chooseExact = () => {
    const base = windowOf(choice, now) ?? windowOf({ kind: "next-quarter" }, now)!;
    onChoose({ kind: "exact", from: typedMoment(base.from), to: typedMoment(base.to) });
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
      {choice.kind === "exact" && <ExactTimes choice={choice} now={now} onChoose={onChoose} />}
      <p className="text-xs text-muted">{t("clock", { zone: zoneAbbreviation(now) })}</p>
    </>
  );
}
