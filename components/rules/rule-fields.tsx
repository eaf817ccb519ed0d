"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DecimalField } from "@/components/form/decimal-field.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import type { FieldErrors } from "@/components/form/use-form.ts";
import { TargetSelect } from "@/components/groups/target-select.tsx";
import { WeeklyPeriods } from "@/components/preferences/hours-off-fields.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import type { HoursOff } from "@/lib/contract/preferences.ts";
import { ruleActions } from "@/lib/contract/rule-actions.ts";
import type { RuleAction } from "@/lib/contract/rules.ts";
import { BIDDING_ZONE } from "@/lib/contract/bidding-zones.ts";
import { ruleTypes, type RuleDraft, type ThresholdDraft } from "./rule-draft.ts";

/** The hours around noon, when low prices are usual. */
const MIDDAY: HoursOff = { days: [1, 2, 3, 4, 5, 6, 0], time_from: "10:00", time_to: "17:00" };

interface FieldsProps {
  draft: RuleDraft;
  set: <F extends keyof RuleDraft>(field: F, value: RuleDraft[F]) => void;
  errors: FieldErrors;
}

/** What a rule acts on: the bidding zone or a group. */
export function TargetField({ draft, set, errors }: FieldsProps) {
  const t = useTranslations("rules");
  return (
    <TargetSelect
      label={t("target")}
      zoneLabel={t("zone", { zone: BIDDING_ZONE })}
      value={draft.target}
      error={errors.target}
      onChange={(id) => set("target", id)}
    />
  );
}

/** The fields of a rule, with those of `children` after its name. */
export function RuleFields({
  draft,
  set,
  errors,
  children,
}: FieldsProps & { children?: ReactNode }) {
  const t = useTranslations("rules");
  return (
    <>
      <TextField form={{ draft, set, errors }} name="name" label={t("name")} autoComplete="off" />
      {children}
      <div className="grid gap-4 sm:grid-cols-2">
        <ThresholdFields
          name="export"
          value={draft.export_threshold}
          error={errors.export_threshold}
          onChange={(value) => set("export_threshold", value)}
        />
        <ThresholdFields
          name="import"
          value={draft.import_threshold}
          error={errors.import_threshold}
          onChange={(value) => set("import_threshold", value)}
        />
        <DecimalField
          label={t("minMinutes")}
          hint={t("stepHint")}
          error={errors.min_minutes}
          value={draft.min_minutes}
          onChange={(value) => set("min_minutes", value)}
        />
        <DecimalField
          label={t("minGain")}
          unit="€"
          error={errors.min_gain_eur}
          value={draft.min_gain_eur}
          onChange={(value) => set("min_gain_eur", value)}
        />
        <DecimalField
          label={t("notice")}
          hint={t("stepHint")}
          error={errors.notice_minutes}
          value={draft.notice_minutes}
          onChange={(value) => set("notice_minutes", value)}
        />
        <DecimalField
          label={t("maxHours")}
          hint={t("maxHoursHint")}
          error={errors.max_hours_per_month}
          value={draft.max_hours_per_month}
          onChange={(value) => set("max_hours_per_month", value)}
        />
        <DecimalField
          label={t("maxLoss")}
          unit="€/MWh"
          hint={t("maxLossHint")}
          error={errors.max_customer_loss_eur_per_mwh}
          value={draft.max_customer_loss_eur_per_mwh}
          onChange={(value) => set("max_customer_loss_eur_per_mwh", value)}
        />
      </div>
      <WeeklyPeriods
        title={t("hours")}
        none={t("allHours")}
        add={t("addHours")}
        hint={t("hoursHint")}
        initial={MIDDAY}
        value={draft.hours}
        error={errors.hours}
        onChange={(value) => set("hours", value)}
      />
      <Field label={t("action")} hint={t(`actionHints.${draft.action}`)}>
        <Select
          value={draft.action}
          onChange={(event) => set("action", event.target.value as RuleAction)}
        >
          {ruleActions.map((action) => (
            <option key={action} value={action}>
              {t(`actions.${action}`)}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

function ThresholdFields({
  name,
  value,
  error,
  onChange,
}: {
  name: "export" | "import";
  value: ThresholdDraft;
  error: string | undefined;
  onChange: (value: ThresholdDraft) => void;
}) {
  const t = useTranslations("rules");
  const typeNames = useTranslations("controls.types");
  return (
    <>
      <DecimalField
        label={t(name)}
        unit="€/MWh"
        hint={t(`${name}Hint`)}
        error={error}
        value={value.below}
        onChange={(below) => onChange({ ...value, below })}
      />
      <Field label={t(`${name}Type`)}>
        <Select
          value={value.type}
          onChange={(event) =>
            onChange({ ...value, type: event.target.value as ThresholdDraft["type"] })
          }
        >
          {ruleTypes.map((type) => (
            <option key={type} value={type}>
              {typeNames(`${type}.title`)}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}
