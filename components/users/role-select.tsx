"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { ChoiceCard } from "@/components/form/choice-card.tsx";
import type { PortalUser } from "@/lib/portal/users/users.ts";

export type StaffRole = NonNullable<PortalUser["level"]>;
const levels: StaffRole[] = ["viewer", "operator", "admin"];

/** What a member of staff may do, from least to most. */
export function RoleSelect({
  value,
  onChange,
}: {
  value: StaffRole;
  onChange: (level: StaffRole) => void;
}) {
  const t = useTranslations("users");
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{t("invite.level")}</legend>
      {levels.map((level) => (
        <ChoiceCard
          key={level}
          name={name}
          checked={value === level}
          onChoose={() => onChange(level)}
          title={t(`levels.${level}`)}
          hint={t(`levelHints.${level}`)}
        />
      ))}
    </fieldset>
  );
}
