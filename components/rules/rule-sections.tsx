"use client";

import { useTranslations } from "next-intl";
import { fallbackData, useOperation } from "@/components/api/use-operation.ts";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Rule } from "@/lib/contract/rules.ts";
import { DeleteRule } from "./delete-rule.tsx";
import { ReplayCard } from "./replay-card.tsx";
import { DecisionsCard } from "./rule-decisions.tsx";
import { formatUnitPrice } from "@/lib/i18n/unit-price.ts";
import { useConditions } from "./use-conditions.ts";

/** A rule: its conditions, what it decided and what it would have gained. */
export function RuleSections({
  initial,
  mayChange,
  serverNow,
}: {
  initial: Rule;
  mayChange: boolean;
  serverNow: number;
}) {
  const { id: ruleId } = initial;
  const params = { rule_id: ruleId };
  const loaded = fallbackData(initial, serverNow);
  const { data = initial, put } = useOperation("getRule", { params }, loaded);
  return (
    <div className="grid grid-cols-1 gap-4">
      <ConditionsCard rule={data} mayChange={mayChange} onChange={put} />
      <ReplayCard ruleId={ruleId} />
      <DecisionsCard ruleId={ruleId} />
    </div>
  );
}

interface ConditionsProps {
  rule: Rule;
  mayChange: boolean;
  onChange: (rule: Rule) => void;
}

function ConditionsCard({ rule, mayChange, onChange }: ConditionsProps) {
  const t = useTranslations("rules");
  const f = useFormats();
  const { target, thresholds, hours } = useConditions(rule);
  const toName = (by: string) => (by === "configured" ? t("portalKey") : by);
  const edit = (
    <ButtonLink href={`/rules/${encodeURIComponent(rule.id)}/edit`}>{t("edit")}</ButtonLink>
  );
  return (
    <Card title={t("conditions")} actions={mayChange && edit}>
      <div className="flex flex-col gap-4">
        <DescriptionList
          roomy
          entries={[
            [
              t("state"),
              <Badge key="state" tone={rule.enabled ? "good" : "neutral"}>
                {t(rule.enabled ? "enabled" : "disabled")}
              </Badge>,
            ],
            [t("target"), target],
            [t("action"), t(`actions.${rule.action}`)],
            ...thresholds.map((text): [string, string] => [t("prices"), text]),
            [t("shown.minMinutes"), t("minutes", { count: rule.min_minutes })],
            [t("minGain"), f.eur(rule.min_gain_eur)],
            [t("shown.notice"), t("minutes", { count: rule.notice_minutes })],
            [t("hours"), hours.length === 0 ? t("allHours") : hours.join("; ")],
            [
              t("shown.maxHours"),
              rule.max_hours_per_month === null
                ? t("noCap")
                : t("hoursValue", { hours: f.number(rule.max_hours_per_month, { decimals: 0 }) }),
            ],
            [
              t("maxLoss"),
              rule.max_customer_loss_eur_per_mwh === null
                ? t("noCap")
                : formatUnitPrice(f.locale, rule.max_customer_loss_eur_per_mwh, "MWh"),
            ],
            [t("createdBy"), `${toName(rule.created_by)}, ${f.moment(rule.created_at)}`],
            [t("updatedBy"), `${toName(rule.updated_by)}, ${f.moment(rule.updated_at)}`],
          ]}
        />
        <p className="text-muted">{t("editors")}</p>
        {!rule.enabled && <p>{t("offHint")}</p>}
        {mayChange && (
          <div className="flex flex-wrap items-start justify-between gap-3">
            <SwitchForm rule={rule} onChange={onChange} />
            <DeleteRule rule={rule} />
          </div>
        )}
      </div>
    </Card>
  );
}

/** Switches a rule on or off. */
function SwitchForm({ rule, onChange }: Omit<ConditionsProps, "mayChange">) {
  const t = useTranslations("rules");
  const form = useOperationForm({
    operation: "updateRule",
    params: { rule_id: rule.id },
    initial: {},
    toBody: () => ({ enabled: !rule.enabled }),
    onDone: onChange,
  });
  return (
    <FormFrame form={form} action={t(rule.enabled ? "disable" : "enable")}>
      {null}
    </FormFrame>
  );
}
