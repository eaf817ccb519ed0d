"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { fallbackData, useOperation } from "@/components/api/use-operation.ts";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Card } from "@/components/ui/card.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import type { CustomerPreferences } from "@/lib/contract/preferences.ts";
import { HoursOffFields } from "./hours-off-fields.tsx";
import { CheckField, HoursSelect, ShareSelect } from "./preference-fields.tsx";

/** What a customer allows; for the customer. */
export function PreferencesCard({
  customerId,
  initial,
  hasMailServer,
  serverNow,
}: {
  customerId: string;
  initial: CustomerPreferences | null;
  /** Whether the portal can send e-mail. */
  hasMailServer: boolean;
  serverNow: number;
}) {
  const t = useTranslations("preferences");
  const f = useFormats();
  const now = useNow(60_000, serverNow);
  const params = { customer_id: customerId };
  const { data, problem, mutate } = useOperation(
    "getCustomerPreferences",
    { params },
    fallbackData(initial, serverNow),
  );
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-96" />;
  }
  return (
    <Card title={t("title")} subtitle={t("hint")}>
      {data.paused?.map(({ location_id, until }) => (
        <div
          key={location_id}
          role="status"
          className="mb-4 rounded-md border border-warn/30 bg-warn/10 px-3 py-2"
        >
          <p className="font-medium">{t("paused", { until: f.nearMoment(until, now) })}</p>
          <p>{t("pausedHint")}</p>
        </div>
      ))}
      <PreferencesForm customerId={customerId} preferences={data} hasMailServer={hasMailServer} />
    </Card>
  );
}

const toDraft = ({
  opted_out,
  battery_reserve,
  hours_off,
  max_hours_per_month,
  email_notices,
}: CustomerPreferences) => ({
  opted_out,
  battery_reserve,
  hours_off,
  max_hours_per_month,
  email_notices,
});

const MONTH_HOURS = [5, 10, 20, 40, 80];

function PreferencesForm({
  customerId,
  preferences,
  hasMailServer,
}: {
  customerId: string;
  preferences: CustomerPreferences;
  hasMailServer: boolean;
}) {
  const t = useTranslations("preferences");
  const { allowed } = preferences;
  const params = { customer_id: customerId };
  const form = useOperationForm({
    operation: "updateCustomerPreferences",
    params,
    initial: toDraft(preferences),
    toBody: (draft) => draft,
    changesOnly: true,
    toSavedDraft: toDraft,
    onDone: () => undefined,
  });
  const { draft, errors, set } = form;
  const minimum = allowed.min_hours_per_month;
  return (
    <FormFrame form={form} action={t("save")}>
      {allowed.opt_out && (
        <CheckField
          label={t("optedOut")}
          hint={t("optedOutHint")}
          isChecked={draft.opted_out}
          onChange={(value) => set("opted_out", value)}
        />
      )}
      {allowed.max_battery_reserve > 0 && (
        <ShareSelect
          label={t("reserve")}
          hint={t("reserveHint")}
          max={allowed.max_battery_reserve}
          error={errors.battery_reserve}
          value={draft.battery_reserve}
          onChange={(value) => set("battery_reserve", value)}
        />
      )}
      {minimum !== null && (
        <HoursSelect
          label={t("maxHours")}
          hint={t("maxHoursHint")}
          error={errors.max_hours_per_month}
          none={t("noMaximum")}
          choices={[...MONTH_HOURS.filter((hours) => hours >= minimum), null]}
          value={draft.max_hours_per_month}
          onChange={(value) => set("max_hours_per_month", value)}
        />
      )}
      {allowed.max_hours_off_per_week > 0 && (
        <HoursOffFields
          value={draft.hours_off}
          maxHours={allowed.max_hours_off_per_week}
          error={errors.hours_off}
          onChange={(value) => set("hours_off", value)}
        />
      )}
      <CheckField
        label={t("emailNotices")}
        hint={t(hasMailServer ? "emailNoticesHint" : "noMailServer")}
        isChecked={draft.email_notices}
        onChange={(value) => set("email_notices", value)}
      />
    </FormFrame>
  );
}
