"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Card } from "@/components/ui/card.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import type { PreferenceLimits } from "@/lib/contract/preferences.ts";
import { CheckField, HoursSelect, ShareSelect } from "./preference-fields.tsx";

/** What the customers of a group may choose; for staff. */
export function LimitsCard({ groupId }: { groupId: string }) {
  const t = useTranslations("preferences.limits");
  const params = { group_id: groupId };
  const { data, problem, mutate } = useOperation("getGroupPreferenceLimits", { params });
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-80" />;
  }
  return (
    <Card title={t("title")} subtitle={t("hint")}>
      <LimitsForm groupId={groupId} limits={data} />
    </Card>
  );
}

const WEEK_HOURS = [0, 12, 24, 40, 60, 100, 168];
const MONTH_HOURS = [0, 5, 10, 20, 40, 80, null];

function LimitsForm({ groupId, limits }: { groupId: string; limits: PreferenceLimits }) {
  const t = useTranslations("preferences.limits");
  const form = useOperationForm({
    operation: "updateGroupPreferenceLimits",
    params: { group_id: groupId },
    initial: limits,
    toBody: (draft) => draft,
    toSavedDraft: (saved) => saved,
    onDone: () => undefined,
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
