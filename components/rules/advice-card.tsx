"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import type { AdviceItem } from "@/lib/contract/advice.ts";
import { getDraftHref } from "./draft-href.ts";
import { MissingList } from "./missing-list.tsx";

/** What is worth a control in a bidding zone until tomorrow, with a filled-in form; for staff. */
export function AdviceCard({ zoneId, mayIssue }: { zoneId: string; mayIssue: boolean }) {
  const t = useTranslations("rules.advice");
  const { data, problem, mutate } = useOperation("getBiddingZoneAdvice", {
    params: { bidding_zone_id: zoneId },
  });
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-40" />;
  }
  const worth = data.data.filter(({ worth_it }) => worth_it);
  const others = data.data.filter(({ worth_it }) => !worth_it);
  const keyOf = ({ rule, time_from, type }: AdviceItem) => `${rule?.id} ${time_from} ${type}`;
  return (
    <Card
      title={t("title")}
      subtitle={t("hint")}
      actions={<ButtonLink href="/rules">{t("rules")}</ButtonLink>}
    >
      <div className="flex flex-col gap-4">
        {worth.length === 0 && <p>{t("none")}</p>}
        <ul className="flex flex-col gap-4">
          {worth.map((item) => (
            <Advised key={keyOf(item)} item={item} mayIssue={mayIssue} />
          ))}
        </ul>
        {others.length > 0 && (
          <div>
            <p className="font-medium">{t("notWorth")}</p>
            <ul className="list-disc pl-5 text-muted">
              {others.map((item) => (
                <NotWorthIt key={keyOf(item)} item={item} />
              ))}
            </ul>
          </div>
        )}
        <MissingList title={t("missing")} missing={data.missing} />
      </div>
    </Card>
  );
}

function Advised({ item, mayIssue }: { item: AdviceItem; mayIssue: boolean }) {
  const t = useTranslations("rules");
  const types = useTranslations("controls.types");
  const f = useFormats();
  const now = useNow(60_000, Date.now());
  const { target, intervals, excluded = [] } = item;
  const average =
    intervals.reduce((sum, one) => sum + one.eur_per_mwh, 0) / Math.max(1, intervals.length);
  const customers = excluded.reduce((sum, one) => sum + one.customers, 0);
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-3 first:border-0 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{f.nearWindow(item.time_from, item.time_to, now)}</p>
        <p>
          {t("advice.lines", {
            type: types(`${item.type}.title`),
            target: target.name,
            gain: f.eur(item.gain_eur),
          })}
        </p>
        <p className="text-muted">
          {t("advice.detail", {
            market: t(`markets.${intervals[0]?.market ?? "day_ahead"}`),
            price: f.eur(average),
            volume: f.kwh(item.volume_kwh),
          })}{" "}
          {t("advice.sure", { gain: f.eur(item.sure_gain_eur) })}{" "}
          {t("advice.customers", { gain: f.eur(item.customers_eur, { signed: true }) })}
        </p>
        <p className="text-xs text-muted">
          {item.gate_closed && `${t("advice.gate")} `}
          {item.approval.length > 0 && `${t("advice.approval")} `}
          {customers > 0 && `${t("advice.excluded", { count: customers })} `}
          {item.rule ? (
            <Link href={`/rules/${encodeURIComponent(item.rule.id)}`}>
              {t("advice.from", { rule: item.rule.name })}
            </Link>
          ) : (
            t("advice.default")
          )}
        </p>
      </div>
      {mayIssue && (
        <ButtonLink variant="primary" href={getDraftHref(item)}>
          {t("advice.issue")}
        </ButtonLink>
      )}
    </li>
  );
}

function NotWorthIt({ item }: { item: AdviceItem }) {
  const t = useTranslations("rules.reasons");
  const f = useFormats();
  const now = useNow(60_000, Date.now());
  const why = item.reasons.map((reason) => t(reason)).join(", ");
  const window = f.nearWindow(item.time_from, item.time_to, now);
  return <li>{[window, item.target.name, why].join(" · ")}</li>;
}
