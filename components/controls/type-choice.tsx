"use client";

import type { ControlType } from "@/lib/contract/controls.ts";
import { TypeName } from "./badges.tsx";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import { controlTypes, typeNames } from "./types.ts";

/** Chooses the direction of a control, each said in plain words. */
export function TypeChoice({
  chosen,
  onChoose,
}: {
  chosen: ControlType;
  onChoose: (type: ControlType) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">Direction</legend>
      {typeNames.map((type) => (
        <ChoiceCard
          key={type}
          name="type"
          checked={type === chosen}
          onChoose={() => onChoose(type)}
          title={<TypeName type={type} />}
          hint={
            <>
              {controlTypes[type].brief} {controlTypes[type].means}
              {type === chosen && (
                <span className="mt-1 block text-ink">{controlTypes[type].consequence}</span>
              )}
            </>
          }
        />
      ))}
    </fieldset>
  );
}
