"use client";

import { Card } from "@/components/ui/card.tsx";
import type { Problem } from "@/lib/contract/problem.ts";
import { type GroupPage, GroupSelect } from "./group-select.tsx";
import { type Draft, type Target, ZONE_NL } from "../control-draft.ts";
import { TypeName } from "../type-name.tsx";
import { reasonNames, typeNames } from "@/components/controls/control-view-model.ts";
import { type ReactNode, useState } from "react";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";
import type { ControlReason, ControlType } from "@/lib/contract/controls.ts";
import { useTranslations } from "next-intl";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import { zoneAbbreviation } from "@/lib/i18n/format.ts";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import {
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

/** Chooses when a control runs: by one press, or to the minute on Amsterdam's clock. */
function WindowSelect({
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
      {choice.kind === "exact" && (
        <CustomWindow choice={choice} now={now} problem={problem} onChoose={onChoose} />
      )}
      <p className="text-xs text-muted">{t("clock", { zone: zoneAbbreviation(now) })}</p>
    </>
  );
}

/** What an order is made of, in the order it is thought of: what, which way, when, why. */
export function ControlFormFields({
  draft,
  groups,
  takesReason,
  now,
  problem,
  onChange,
}: {
  draft: Draft;
  groups: GroupPage;
  /** Whether the service keeps a reason. */
  takesReason: boolean;
  now: number;
  /** What is wrong with the order, of which its fields say their part. */
  problem: Problem | null;
  onChange: (part: Partial<Draft>) => void;
}) {
  const t = useTranslations("controls.console");
  return (
    <Card>
      <div className="flex flex-col gap-5">
        <FormStep number={1} title={t("target.title")}>
          <TargetSelect
            initialGroups={groups}
            chosen={draft.target}
            onChoose={(target) => onChange({ target })}
          />
        </FormStep>
        <FormStep number={2} title={t("direction")}>
          <DirectionSelect chosen={draft.type} onChoose={(type) => onChange({ type })} />
        </FormStep>
        <FormStep number={3} title={t("window.title")}>
          <WindowSelect
            choice={draft.window}
            now={now}
            problem={problem}
            onChoose={(window) => onChange({ window })}
          />
        </FormStep>
        {takesReason && (
          <FormStep number={4} title={t("reason.title")}>
            <ReasonSelect
              chosen={draft.reason}
              type={draft.type}
              onChoose={(reason) => onChange({ reason })}
            />
          </FormStep>
        )}
      </div>
    </Card>
  );
}

/** Selects the direction of a control, each with a plain label. */
function DirectionSelect({
  chosen,
  onChoose,
}: {
  chosen: ControlType | null;
  onChoose: (type: ControlType) => void;
}) {
  const t = useTranslations("controls.types");
  return typeNames.map((type) => (
    <ChoiceCard
      key={type}
      name="type"
      checked={type === chosen}
      onChoose={() => onChoose(type)}
      title={<TypeName type={type} />}
      hint={
        <>
          <span className="block">{t(`${type}.brief`)}</span>
          {type === chosen && (
            <span className="mt-1 block text-ink">
              {t(`${type}.description`)} {t(`${type}.consequence`)}
            </span>
          )}
        </>
      }
    />
  ));
}

/** One of the choices an order is made of, numbered in their order. */
function FormStep({
  number,
  title,
  children,
}: {
  number: number;
  title: string;
  children: ReactNode;
}) {
  return (
    <fieldset className="flex flex-col gap-2.5 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <legend className="float-left mb-2.5 flex w-full items-center gap-2.5 text-base font-semibold">
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong text-xs font-semibold text-muted"
        >
          {number}
        </span>
        {title}
      </legend>
      <div className="clear-both flex flex-col gap-2.5">{children}</div>
    </fieldset>
  );
}

/** Selects why a control is issued; no reason by default. */
export function ReasonSelect({
  chosen,
  type,
  onChoose,
}: {
  chosen: ControlReason | null;
  /** Null: no direction is chosen yet. */
  type: ControlType | null;
  onChoose: (reason: ControlReason | null) => void;
}) {
  const t = useTranslations("controls");
  const price = type ? (type === "MAX_PRODUCTION" ? "priceHigh" : "priceLow") : "price";
  const value = chosen === "price" ? price : (chosen ?? "none");
  return (
    <>
      <div className="grid grid-cols-2 gap-1.5 min-[26rem]:grid-cols-[auto_repeat(3,minmax(0,1fr))]">
        {([null, ...reasonNames] as const).map((reason) => (
          <label
            key={reason ?? "none"}
            className="relative flex min-h-10 cursor-pointer items-center justify-center rounded-md border border-line px-3 text-center whitespace-nowrap hover:border-line-strong has-checked:border-ink has-checked:bg-sunken has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              ref={syncEarlyInput}
              type="radio"
              name="reason"
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={reason === chosen}
              onChange={() => onChoose(reason)}
            />
            {t(`reasons.${reason ?? "none"}`)}
          </label>
        ))}
      </div>
      <p aria-live="polite" className="text-muted">
        {t(`console.reason.${value}`)} {chosen && t("console.reason.hint")}
      </p>
    </>
  );
}

/** Chooses what to control: one group, or else the bidding zone. */
function TargetSelect({
  initialGroups,
  chosen,
  onChoose,
}: {
  initialGroups: GroupPage;
  chosen: Target | null;
  onChoose: (target: Target | null) => void;
}) {
  const t = useTranslations("controls");
  const [kind, setKind] = useState(chosen?.kind ?? "group");
  const choose = (next: Target["kind"]) => {
    setKind(next);
    onChoose(next === "bidding_zone" ? ZONE_NL : null);
  };
  return (
    <>
      <div className="grid gap-2 sm:grid-cols-2">
        <ChoiceCard
          name="target"
          checked={kind === "group"}
          onChoose={() => choose("group")}
          title={t("console.target.group")}
          hint={t("console.target.groupHint")}
        />
        <ChoiceCard
          name="target"
          checked={kind === "bidding_zone"}
          onChoose={() => choose("bidding_zone")}
          title={t("target.zone", { id: ZONE_NL.id })}
          hint={t("console.target.zone")}
        />
      </div>
      {kind === "group" && (
        <GroupSelect initialGroups={initialGroups} chosen={chosen} onChoose={onChoose} />
      )}
    </>
  );
}
