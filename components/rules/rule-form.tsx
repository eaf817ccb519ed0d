"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useOperation } from "@/components/api/use-operation.ts";
import { DecimalField, parseOptionalDecimal } from "@/components/form/decimal-field.tsx";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Field, Select } from "@/components/ui/field.tsx";
import { ruleActions, type RuleAction } from "@/lib/contract/rules.ts";

const ZONE = "NL";
const types = ["ZERO_EXPORT", "MAX_CONSUMPTION"] as const;
type Type = (typeof types)[number];

const initial = {
  name: "",
  target: ZONE,
  exportBelow: "0",
  exportType: "ZERO_EXPORT" as Type,
  importBelow: "",
  importType: "MAX_CONSUMPTION" as Type,
  min_minutes: "30",
  min_gain_eur: "0",
  max_hours_per_month: "",
  notice_minutes: "60",
  action: "suggest" as RuleAction,
};
type RuleDraft = typeof initial;

const toThreshold = (text: string, type: Type) =>
  text.trim() === "" ? null : { below_eur_per_mwh: parseOptionalDecimal(text, 0), type };

const toBody = (draft: RuleDraft) => ({
  name: draft.name.trim(),
  target:
    draft.target === ZONE
      ? { kind: "bidding_zone", id: ZONE }
      : { kind: "group", id: draft.target },
  export_threshold: toThreshold(draft.exportBelow, draft.exportType),
  import_threshold: toThreshold(draft.importBelow, draft.importType),
  min_minutes: parseOptionalDecimal(draft.min_minutes, 15),
  min_gain_eur: parseOptionalDecimal(draft.min_gain_eur, 0),
  max_hours_per_month: parseOptionalDecimal(draft.max_hours_per_month, null),
  notice_minutes: parseOptionalDecimal(draft.notice_minutes, 0),
  action: draft.action,
});

/** Creates a rule and opens it. */
export function RuleForm() {
  const t = useTranslations("rules");
  const typeNames = useTranslations("controls.types");
  const router = useRouter();
  const { data: groups } = useOperation("listGroups", { query: { page_size: 100 } });
  const form = useOperationForm({
    operation: "createRule",
    initial,
    toBody,
    onDone: ({ id }) => router.push(`/rules/${encodeURIComponent(id)}`),
  });
  const { draft, set, errors } = form;
  const typeSelect = (name: "exportType" | "importType") => (
    <Field label={t(name)}>
      <Select value={draft[name]} onChange={(event) => set(name, event.target.value as Type)}>
        {types.map((type) => (
          <option key={type} value={type}>
            {typeNames(`${type}.title`)}
          </option>
        ))}
      </Select>
    </Field>
  );
  return (
    <FormFrame form={form} action={t("create")} cancelHref="/rules">
      <TextField form={form} name="name" label={t("name")} autoComplete="off" />
      <Field label={t("target")} error={errors.target}>
        <Select value={draft.target} onChange={(event) => set("target", event.target.value)}>
          <option value={ZONE}>{t("zone", { zone: ZONE })}</option>
          {(groups?.data ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <DecimalField
          label={t("export")}
          unit="€/MWh"
          hint={t("exportHint")}
          error={errors.export_threshold}
          value={draft.exportBelow}
          onChange={(value) => set("exportBelow", value)}
        />
        {typeSelect("exportType")}
        <DecimalField
          label={t("import")}
          unit="€/MWh"
          hint={t("importHint")}
          error={errors.import_threshold}
          value={draft.importBelow}
          onChange={(value) => set("importBelow", value)}
        />
        {typeSelect("importType")}
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
      </div>
      <Field label={t("action")}>
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
    </FormFrame>
  );
}
