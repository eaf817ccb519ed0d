"use client";

import { Card } from "@/components/ui/card.tsx";
import type { Problem } from "@/lib/contract/problem.ts";
import type { GroupPage } from "./group-select.tsx";
import type { Draft } from "../control-draft.ts";
import { ReasonSelect } from "./reason-select.tsx";
import { TargetSelect } from "./target-select.tsx";
import { WindowSelect } from "./window-select.tsx";
import { useTranslations } from "next-intl";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import type { ControlType } from "@/lib/contract/controls.ts";
import { TypeName } from "../badges.tsx";
import { typeNames } from "../types.ts";
import type { ReactNode } from "react";

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
            known={groups}
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
