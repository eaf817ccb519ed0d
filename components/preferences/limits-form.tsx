"use client";

import { useTranslations } from "next-intl";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import type { PreferenceLimits } from "@/lib/contract/preferences.ts";
import { CheckField, HoursSelect, ShareSelect } from "./preference-fields.tsx";

const WEEK_HOURS = [0, 12, 24, 40, 60, 100, 168];
const MONTH_HOURS = [0, 5, 10, 20, 40, 80, null];

/** The form of what the customers of a group may choose. */
export function LimitsForm({
  groupId,
  limits,
  onSaved,
}: {
  groupId: string;
  limits: PreferenceLimits;
  onSaved: (saved: PreferenceLimits) => void;
}) {
  const t = useTranslations("preferences.limits");
  const params = { group_id: groupId };
  const form = useOperationForm({
    operation: "updateGroupPreferenceLimits",
    params,
    initial: limits,
    toBody: (draft) => draft,
    changesOnly: true,
    toSavedDraft: (saved) => saved,
    onDone: onSaved,
  });
  const { draft, errors, set } = form;
  return (
    <FormFrame form={form} action={t("save")}>
      <CheckField
        label={t("optOut")}
        isChecked={draft.opt_out}
        onChange={(value) => set("opt_out", value)}
      />
      <CheckField
        label={t("controlOptOut")}
        isChecked={draft.control_opt_out}
        onChange={(value) => set("control_opt_out", value)}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <ShareSelect
          label={t("reserve")}
          error={errors.max_battery_reserve}
          value={draft.max_battery_reserve}
          onChange={(value) => set("max_battery_reserve", value)}
        />
        <HoursSelect
          label={t("hoursOff")}
          error={errors.max_hours_off_per_week}
          choices={WEEK_HOURS}
          value={draft.max_hours_off_per_week}
          onChange={(value) => set("max_hours_off_per_week", value)}
        />
        <HoursSelect
          label={t("maximum")}
          hint={t("maximumHint")}
          error={errors.min_hours_per_month}
          none={t("noMaximum")}
          choices={MONTH_HOURS}
          value={draft.min_hours_per_month}
          onChange={(value) => set("min_hours_per_month", value)}
        />
      </div>
    </FormFrame>
  );
}
