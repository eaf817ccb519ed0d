"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { ChartDataTable } from "@/components/chart/chart-data-table.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import type { Tone } from "@/components/ui/tone.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Empty, Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import type { AdviceInterval, DecisionOutcome, RuleDecision } from "@/lib/contract/advice.ts";
import { isPending } from "@/lib/time/day-ahead.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { MissingList } from "./missing-list.tsx";

const PAGE_SIZE = 20;
const EVERY_MS = 60_000;
const DAY_AHEAD = "day_ahead_price";

/** What a rule decided, newest first, and what each decision was made from. */
export function DecisionsCard({ ruleId }: { ruleId: string }) {
  const t = useTranslations("rules.decisions");
  const f = useFormats();
  const [page, setPage] = useState(0);
  const { data, total, problem, mutate } = useOperation(
    "listRuleDecisions",
    { params: { rule_id: ruleId }, query: { page, page_size: PAGE_SIZE } },
    { refreshInterval: page === 0 ? EVERY_MS : 0, keepPreviousData: true },
  );
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-48" />;
  }
  const last = Math.max(0, Math.ceil((total ?? 0) / PAGE_SIZE) - 1);
  return (
    <Card title={t("title")} subtitle={t("hint")}>
      {data.data.length === 0 && <Empty title={t("empty")} />}
      <ul aria-label={t("caption")} className="flex flex-col divide-y divide-line">
        {data.data.map((decision) => (
          <Decision key={decision.id} decision={decision} />
        ))}
      </ul>
      {last > 0 && (
        <nav aria-label={t("pages")} className="mt-3 flex items-center gap-3">
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t("newer")}
          </Button>
          <Button disabled={page >= last} onClick={() => setPage(page + 1)}>
            {t("older")}
          </Button>
          <p className="text-muted">
            {t("page", { page: f.count(page + 1), last: f.count(last + 1) })}
          </p>
        </nav>
      )}
    </Card>
  );
}

const tones: Record<DecisionOutcome, Tone> = {
  suggested: "info",
  waiting: "info",
  requested: "good",
  issued: "good",
  refused: "bad",
  not_worth_it: "neutral",
  nothing: "neutral",
};

/** A decision with what it was made from. */
export function Decision({ decision }: { decision: RuleDecision }) {
  const t = useTranslations("rules");
  const types = useTranslations("controls.types");
  const f = useFormats();
  const now = useNow(EVERY_MS, Date.now());
  const { outcome, type, reasons, detail, control_id, request_id } = decision;
  const decidedMs = toMillis(decision.time);
  const overdue = decision.missing.filter((one) => !isPending(one, decidedMs));
  const isEarly =
    overdue.length < decision.missing.length && overdue.every(({ what }) => what !== DAY_AHEAD);
  const why = reasons
    .map((reason) =>
      reason === DAY_AHEAD && isEarly ? t("decisions.early") : t(`reasons.${reason}`),
    )
    .join(", ");
  const window = f.nearWindow(decision.time_from, decision.time_to, now);
  const expected =
    decision.gain_eur === null
      ? null
      : t("decisions.expected", {
          volume: f.kwh(decision.volume_kwh),
          gain: f.eur(decision.gain_eur, { signed: true }),
          customers: f.eur(decision.customers_eur, { signed: true }),
        });
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tones[outcome]}>{t(`outcomes.${outcome}`)}</Badge>
        <span className="font-medium">{window}</span>
        {type && <span>{types(`${type}.title`)}</span>}
      </p>
      <p className="text-muted">
        {[t("decisions.decided", { when: f.besideTime(decision.time, now) }), why, expected]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {detail && <p>{detail}</p>}
      {control_id && (
        <Link className="link self-start py-1" href={`/controls/${encodeURIComponent(control_id)}`}>
          {t("decisions.control")}
        </Link>
      )}
      {request_id && (
        <Link className="link self-start py-1" href="/controls#requests">
          {t("decisions.request")}
        </Link>
      )}
      <MissingList title={t("decisions.missing")} missing={overdue} />
      {decision.intervals.length > 0 && <PricesThen intervals={decision.intervals} />}
    </li>
  );
}

/** The prices that were known when it was decided. */
function PricesThen({ intervals }: { intervals: readonly AdviceInterval[] }) {
  const t = useTranslations("rules");
  const f = useFormats();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 w-fit content-center text-muted hover:text-ink">
        {t("decisions.pricesThen", { count: intervals.length })}
      </summary>
      {isOpen && (
        <ChartDataTable
          caption={t("decisions.pricesCaption")}
          columns={[
            t("decisions.isp"),
            t("decisions.market"),
            t("decisions.source"),
            t("decisions.known"),
            "€/MWh",
            t("decisions.import"),
            "kWh",
            t("decisions.gain"),
          ]}
          names={4}
          rows={intervals.map((one) => ({
            key: one.time_from,
            cells: [
              f.times(one.time_from, one.time_to),
              t(`markets.${one.market}`),
              one.source,
              f.moment(one.known_at),
              f.number(one.eur_per_mwh, { decimals: 2 }),
              f.number(one.import_eur_per_mwh, { decimals: 2 }),
              f.number(one.volume_kwh),
              f.eur(one.gain_eur, { signed: true }),
            ],
          }))}
        />
      )}
    </details>
  );
}
