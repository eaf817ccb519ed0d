"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card.tsx";
import type { Problem } from "@/lib/contract/problem.ts";
import { ConsoleSection } from "./form-step.tsx";
import type { KnownGroups } from "./group-select.tsx";
import type { Draft } from "../control-draft.ts";
import { ReasonChoice } from "./reason-select.tsx";
import { TargetChoice } from "./target-select.tsx";
import { TypeChoice } from "./direction-select.tsx";
import { WindowChoice } from "./window-select.tsx";

/** What an order is made of, in the order it is thought of: what, which way, when, why. */
export function OrderFields({
  draft,
  groups,
  takesReason,
  now,
  problem,
  onChange,
}: {
  draft: Draft;
  groups: KnownGroups;
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
        <ConsoleSection number={1} title={t("target.title")}>
          <TargetChoice
            known={groups}
            chosen={draft.target}
            onChoose={(target) => onChange({ target })}
          />
        </ConsoleSection>
        <ConsoleSection number={2} title={t("direction")}>
          <TypeChoice chosen={draft.type} onChoose={(type) => onChange({ type })} />
        </ConsoleSection>
        <ConsoleSection number={3} title={t("when.title")}>
          <WindowChoice
            choice={draft.window}
            now={now}
            problem={problem}
            onChoose={(window) => onChange({ window })}
          />
        </ConsoleSection>
        {takesReason && (
          <ConsoleSection number={4} title={t("why.title")}>
            <ReasonChoice
              chosen={draft.reason}
              type={draft.type}
              onChoose={(reason) => onChange({ reason })}
            />
          </ConsoleSection>
        )}
      </div>
    </Card>
  );
}
