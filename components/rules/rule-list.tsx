"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { fallbackData, useOperation } from "@/components/api/use-operation.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Empty, Skeleton } from "@/components/ui/states.tsx";
import type { AnswerOf } from "@/lib/contract/operations.ts";
import type { Rule } from "@/lib/contract/rules.ts";
import { useConditions } from "./use-conditions.ts";

/** The rules, newest first. */
export function RuleList({
  initial,
  serverNow,
}: {
  initial: AnswerOf<"listRules"> | null;
  serverNow: number;
}) {
  const t = useTranslations("rules");
  const { data, problem, mutate } = useOperation(
    "listRules",
    { query: { page_size: 100 } },
    fallbackData(initial, serverNow),
  );
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-96" />;
  }
  return (
    <Card>
      {data.data.length === 0 && <Empty title={t("empty")} hint={t("emptyHint")} />}
      <ul className="flex flex-col divide-y divide-line">
        {data.data.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ul>
    </Card>
  );
}

function RuleRow({ rule }: { rule: Rule }) {
  const t = useTranslations("rules");
  const { target, thresholds } = useConditions(rule);
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-3">
      <div className="min-w-0">
        <Link href={`/rules/${encodeURIComponent(rule.id)}`}>{rule.name}</Link>
        <p className="text-muted">{[target, ...thresholds].join(" · ")}</p>
      </div>
      <div className="flex gap-2">
        <Badge tone="info">{t(`actions.${rule.action}`)}</Badge>
        <Badge tone={rule.enabled ? "good" : "neutral"}>
          {t(rule.enabled ? "enabled" : "disabled")}
        </Badge>
      </div>
    </li>
  );
}
