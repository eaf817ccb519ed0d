"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { ChartDataTable } from "@/components/chart/chart-data-table.tsx";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Card } from "@/components/ui/card.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Empty, Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import type { RuleDecision } from "@/lib/contract/advice.ts";
import type { Rule } from "@/lib/contract/rules.ts";
import { ReplayCard } from "./replay-card.tsx";
import { useConditions } from "./use-conditions.ts";

/** A rule: its conditions, what it decided and what it would have gained. */
export function RuleSections({ ruleId, mayChange }: { ruleId: string; mayChange: boolean }) {
  const params = { rule_id: ruleId };
  const { data, problem, mutate, put } = useOperation("getRule", { params });
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-96" />;
  }
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
  const { target, thresholds } = useConditions(rule);
  return (
    <Card title={t("conditions")}>
      <div className="flex flex-col gap-4">
        <DescriptionList
          roomy
          entries={[
            [t("target"), target],
            [t("action"), t(`actions.${rule.action}`)],
            ...thresholds.map((text): [string, string] => [t("decisions.prices"), text]),
            [t("minMinutes"), t("minutes", { count: rule.min_minutes })],
            [t("minGain"), f.eur(rule.min_gain_eur)],
            [t("notice"), t("minutes", { count: rule.notice_minutes })],
            [
              t("hours"),
              rule.hours.length === 0
                ? t("allHours")
                : t("someHours", { count: rule.hours.length }),
            ],
            [
              t("maxHours"),
              rule.max_hours_per_month === null
                ? t("noCap")
                : t("hoursValue", { hours: f.number(rule.max_hours_per_month, { decimals: 0 }) }),
            ],
            [t("createdBy"), rule.created_by],
            [t("updatedBy"), rule.updated_by],
          ]}
        />
        <p className="text-muted">{t("editors")}</p>
        {mayChange && <SwitchForm rule={rule} onChange={onChange} />}
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

function DecisionsCard({ ruleId }: { ruleId: string }) {
  const t = useTranslations("rules.decisions");
  const { data, problem, mutate } = useOperation("listRuleDecisions", {
    params: { rule_id: ruleId },
    query: { page_size: 50 },
  });
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-48" />;
  }
  return (
    <Card title={t("title")} subtitle={t("hint")}>
      {data.data.length === 0 ? (
        <Empty title={t("empty")} />
      ) : (
        <DecisionsTable decisions={data.data} />
      )}
    </Card>
  );
}

function DecisionsTable({ decisions }: { decisions: readonly RuleDecision[] }) {
  const t = useTranslations("rules");
  const f = useFormats();
  const now = useNow(60_000, Date.now());
  const priceOf = ({ intervals: [first] }: RuleDecision) =>
    first ? `${f.eur(first.eur_per_mwh)} (${t(`markets.${first.market}`)})` : "–";
  return (
    <ChartDataTable
      caption={t("decisions.caption")}
      columns={[
        t("decisions.time"),
        t("decisions.outcome"),
        t("decisions.window"),
        t("decisions.why"),
        t("decisions.prices"),
        t("decisions.volume"),
        t("decisions.gain"),
      ]}
      names={4}
      rows={decisions.map((one) => ({
        key: one.id,
        cells: [
          f.besideTime(one.time, now),
          <Outcome key="outcome" decision={one} />,
          f.nearWindow(one.time_from, one.time_to, now),
          one.detail ?? one.reasons.map((reason) => t(`reasons.${reason}`)).join(", "),
          priceOf(one),
          f.number(one.volume_kwh),
          f.eur(one.gain_eur, { signed: true }),
        ],
      }))}
    />
  );
}

function Outcome({ decision: { outcome, control_id } }: { decision: RuleDecision }) {
  const t = useTranslations("rules.outcomes");
  if (!control_id) return t(outcome);
  return <Link href={`/controls/${encodeURIComponent(control_id)}`}>{t(outcome)}</Link>;
}
