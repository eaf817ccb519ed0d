"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { fallbackData, useOperation } from "@/components/api/use-operation.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Empty, Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { MIN_SHORT_KWH } from "@/lib/contract/alert-kinds.ts";
import type { AlertRule } from "@/lib/contract/alerts.ts";
import type { AnswerOf } from "@/lib/contract/operations.ts";
import { EditAlertRule, NewAlertRule } from "./alert-rule-dialog.tsx";

/** The alert rules, and what changes them. */
export function AlertRules({
  mayChange,
  initial,
  serverNow,
}: {
  mayChange: boolean;
  initial: AnswerOf<"listAlertRules"> | null;
  serverNow: number;
}) {
  const t = useTranslations("alerts.rule");
  const [isAdding, setAdding] = useState(false);
  const { data, problem, mutate } = useOperation(
    "listAlertRules",
    { query: { page_size: 100 } },
    fallbackData(initial, serverNow),
  );
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-96" />;
  }
  return (
    <Card>
      {mayChange && (
        <div className="flex justify-end pb-2">
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-4" />
            {t("new")}
          </Button>
        </div>
      )}
      {isAdding && <NewAlertRule onClose={() => setAdding(false)} onDone={mutate} />}
      {data.data.length === 0 && <Empty title={t("empty")} />}
      <ul className="divide-y divide-line">
        {data.data.map((rule) => (
          <RuleRow key={rule.id} rule={rule} mayChange={mayChange} onChange={mutate} />
        ))}
      </ul>
    </Card>
  );
}

function RuleRow({
  rule,
  mayChange,
  onChange,
}: {
  rule: AlertRule;
  mayChange: boolean;
  onChange: () => void;
}) {
  const t = useTranslations("alerts");
  const f = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { kind, target, enabled, thresholds } = rule;
  const values = {
    belowShare: f.percent(thresholds.below_share),
    minShort: f.tick(MIN_SHORT_KWH),
    minLocations: thresholds.min_locations ?? 1,
    minShare: f.percent(thresholds.min_share ?? 0),
    minutes: f.count(thresholds.for_minutes),
    forMinutes: thresholds.for_minutes ?? 0,
    dueAt: thresholds.due_at ?? "",
    imbalanceHours: f.count(thresholds.imbalance_hours),
    isImbalanceWatched: thresholds.imbalance_hours ? "yes" : "no",
    hours: f.count(thresholds.older_than_hours),
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-3">
      <div className="min-w-0">
        <p className="font-medium">{`${t(`kinds.${kind}`)} · ${target.name}`}</p>
        <p className="text-muted">{t(`rule.summary.${kind}`, values)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={enabled ? "good" : "neutral"}>
          {t(enabled ? "rule.enabled" : "rule.disabled")}
        </Badge>
        {mayChange && (
          <Button
            size="sm"
            aria-label={t("rule.editOne", { kind: t(`kinds.${kind}`), target: target.name })}
            onClick={() => setOpen(true)}
          >
            {t("rule.edit")}
          </Button>
        )}
      </div>
      {isOpen && <EditAlertRule rule={rule} onClose={() => setOpen(false)} onDone={onChange} />}
    </li>
  );
}
