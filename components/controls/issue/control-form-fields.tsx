"use client";

import { Card } from "@/components/ui/card.tsx";
import type { Problem } from "@/lib/contract/problem.ts";
import { type GroupPage, GroupSelect } from "./group-select.tsx";
import { type Draft, type Target, ZONE_TARGET } from "../control-draft.ts";
import { TypeName } from "../type-name.tsx";
import { reasonNames, typeNames } from "@/components/controls/control-view-model.ts";
import { type ReactNode, useState } from "react";
import type { ControlReason, ControlType } from "@/lib/contract/controls.ts";
import { useTranslations } from "next-intl";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import { ChoiceChip } from "@/components/form/choice-chip.tsx";
import { WindowSelect } from "./window-select.tsx";

/** What an order is made of, in the order it is thought of: what, which way, when, why. */
export function ControlFormFields({
  draft,
  groups,
  takesReason,
  hasPrices,
  hasSummaries,
  now,
  problem,
  onChange,
}: {
  draft: Draft;
  groups: GroupPage;
  /** Whether the service keeps a reason. */
  takesReason: boolean;
  /** Whether the service has day-ahead prices. */
  hasPrices: boolean;
  /** Whether the service lists controls with their targets. */
  hasSummaries: boolean;
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
            hasPrices={hasPrices}
            hasSummaries={hasSummaries}
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
          <ChoiceChip
            key={reason ?? "none"}
            name="reason"
            checked={reason === chosen}
            label={t(`reasons.${reason ?? "none"}`)}
            onChoose={() => onChoose(reason)}
          />
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
  const [selectedKind, setKind] = useState(chosen?.kind ?? "group");
  const kind = chosen?.kind ?? selectedKind;
  const choose = (next: Target["kind"]) => {
    setKind(next);
    onChoose(next === "bidding_zone" ? ZONE_TARGET : null);
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
          title={t("target.zone", { id: ZONE_TARGET.id })}
          hint={t("console.target.zone")}
        />
      </div>
      {kind === "group" && (
        <GroupSelect initialGroups={initialGroups} chosen={chosen} onChoose={onChoose} />
      )}
    </>
  );
}
