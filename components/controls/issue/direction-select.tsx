"use client";

import { useTranslations } from "next-intl";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import type { ControlType } from "@/lib/contract/controls.ts";
import { TypeName } from "../badges.tsx";
import { typeNames } from "../types.ts";

/** Chooses the direction of a control, each said in plain words. */
export function TypeChoice({
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
              {t(`${type}.means`)} {t(`${type}.consequence`)}
            </span>
          )}
        </>
      }
    />
  ));
}
