"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { fallbackData, useOperation } from "@/components/api/use-operation.ts";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import type { AdviceItem, MissingAdviceInput } from "@/lib/contract/advice.ts";
import type { AnswerOf } from "@/lib/contract/operations.ts";
import type { Formats } from "@/lib/i18n/format.ts";
import { isPending } from "@/lib/time/day-ahead.ts";
import { getDraftHref } from "./draft-href.ts";
import { formatUnitPrice } from "@/lib/i18n/unit-price.ts";
import { MissingList } from "./missing-list.tsx";

/** What is worth a control in a bidding zone until tomorrow, with a filled-in form; for staff. */
export function AdviceCard({
  zoneId,
  mayIssue,
  initial,
  serverNow,
}: {
  zoneId: string;
  mayIssue: boolean;
  /** The advice as the server read it; null if that took long. */
  initial: AnswerOf<"getBiddingZoneAdvice"> | null;
  serverNow: number;
}) {
  const t = useTranslations("rules.advice");
  const { data, problem, mutate } = useOperation(
    "getBiddingZoneAdvice",
    { params: { bidding_zone_id: zoneId } },
    fallbackData(initial, serverNow),
  );
  const now = useNow(60_000, serverNow);
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-36" />;
  }
  const worth = data.data
    .filter(({ worth_it }) => worth_it)
    .toSorted((a, b) => (b.gain_eur ?? 0) - (a.gain_eur ?? 0));
  const others = data.data.filter(({ worth_it }) => !worth_it);
  const [first, ...more] = worth;
  return (
    <Card
      title={t("title")}
      subtitle={t("hint")}
      actions={<ButtonLink href="/rules">{t("rules")}</ButtonLink>}
    >
      <div className="flex flex-col gap-3">
        {first ? (
          <Advised item={first} mayIssue={mayIssue} now={now} />
        ) : (
          <p>{t(data.missing.length > 0 ? "noneKnown" : "none")}</p>
        )}
        <Missing missing={data.missing} now={now} />
        {more.length > 0 && (
          <Fold title={t("more", { count: more.length })}>
            <ul className="flex flex-col gap-4 pt-2">
              {more.map((item) => (
                <li key={toKey(item)} className="border-t border-line pt-3">
                  <Advised item={item} mayIssue={mayIssue} now={now} />
                </li>
              ))}
            </ul>
          </Fold>
        )}
        {others.length > 0 && (
          <Fold title={t("notWorth", { count: others.length })}>
            <ul className="list-disc pl-5 text-muted">
              {others.map((item) => (
                <NotWorthIt key={toKey(item)} item={item} now={now} />
              ))}
            </ul>
          </Fold>
        )}
      </div>
    </Card>
  );
}

/** What advice and rules of a bidding zone lack, and where to give it; nothing where they have all of it. */
export function MissingForAdvice({ zoneId }: { zoneId: string }) {
  const t = useTranslations("rules.advice");
  const { data } = useOperation("getBiddingZoneAdvice", { params: { bidding_zone_id: zoneId } });
  const now = useNow(60_000, Date.now());
  if (!data || data.missing.every((one) => isPending(one, now))) return null;
  return (
    <Card title={t("needsTitle")} subtitle={t("needsHint")}>
      <div className="flex flex-col gap-3">
        <Missing missing={data.missing} now={now} />
      </div>
    </Card>
  );
}

/** What is missing; prices that are published later today are no fault. */
function Missing({ missing, now }: { missing: readonly MissingAdviceInput[]; now: number }) {
  const t = useTranslations("rules.advice");
  const prices = useTranslations("prices");
  const overdue = missing.filter((one) => !isPending(one, now));
  return (
    <>
      {overdue.length < missing.length && (
        <p className="text-xs text-muted">{prices("tomorrowUnknown")}</p>
      )}
      <MissingList title={t("missing")} missing={overdue} />
      {getNeeds(overdue).map((need) => (
        <p key={need} className="text-xs text-muted">
          {t(`needs.${need}`)}
        </p>
      ))}
    </>
  );
}

type Need = "gate" | "position" | "imbalance";

/** What has to be set up for advice after gate closure: no price source of the product gives it. */
export function getNeeds(missing: readonly Pick<MissingAdviceInput, "what">[]): Need[] {
  const has = (...inputs: MissingAdviceInput["what"][]) =>
    missing.some(({ what }) => inputs.includes(what));
  const needs: Need[] = [];
  if (has("position")) needs.push("position");
  if (has("surplus_price", "shortage_price")) needs.push("imbalance");
  return needs.length > 0 ? ["gate", ...needs] : [];
}

const toKey = ({ rule, time_from, type }: AdviceItem) => `${rule?.id} ${time_from} ${type}`;

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="min-h-8 w-fit content-center text-muted hover:text-ink">{title}</summary>
      {children}
    </details>
  );
}

type Market = AdviceItem["intervals"][number]["market"];

/** The average price in each market that counts, weighted by energy. */
export function averagePrices(intervals: AdviceItem["intervals"]): [Market, number][] {
  const markets = new Map<Market, { energy: number; amount: number }>();
  for (const { market, eur_per_mwh, volume_kwh } of intervals) {
    const sum = markets.get(market) ?? { energy: 0, amount: 0 };
    const energy = Math.max(Math.abs(volume_kwh), 1e-6);
    markets.set(market, {
      energy: sum.energy + energy,
      amount: sum.amount + energy * eur_per_mwh,
    });
  }
  return [...markets].map(([market, { energy, amount }]) => [market, amount / energy]);
}

function Advised({ item, mayIssue, now }: { item: AdviceItem; mayIssue: boolean; now: number }) {
  const t = useTranslations("rules");
  const types = useTranslations("controls.types");
  const f = useFormats();
  const { target, intervals, excluded = [] } = item;
  const prices = averagePrices(intervals);
  const gate = getGateSentence(item);
  const customers = excluded.reduce((sum, one) => sum + one.customers, 0);
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-base font-medium">
          {f.nearWindow(item.time_from, item.time_to, now)}
          {": "}
          {t("advice.lines", {
            type: types(`${item.type}.title`),
            target: target.name,
            gain: f.eur(item.gain_eur),
          })}
        </p>
        <p className="text-muted">
          {t("advice.detail", {
            prices: prices
              .map(([name, price]) =>
                t("advice.price", {
                  market: t(`markets.${name}`),
                  price: formatUnitPrice(f.locale, price, "MWh"),
                }),
              )
              .join(", "),
            volume: f.kwh(item.volume_kwh),
          })}{" "}
          {t("advice.sure", { gain: f.eur(item.sure_gain_eur) })}{" "}
          {t("advice.customers", getEffect(item.customers_eur, f))}
        </p>
        <p className="text-xs text-muted">
          {gate && `${t(`advice.gate.${gate}`)} `}
          {item.crosses_position && `${t("advice.crosses")} `}
          {item.approval.length > 0 && `${t("advice.approval")} `}
          {customers > 0 && `${t("advice.excluded", { count: customers })} `}
          {item.rule ? (
            <Link
              href={`/rules/${encodeURIComponent(item.rule.id)}`}
              className="inline-block min-h-6 content-center"
            >
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
    </div>
  );
}

type Gate = "surplus" | "shortage" | "both" | "partly";

/**
 * Which prices count after gate closure: that of a surplus or of a shortage, by whether the zone injects
 * more than its position. Null before gate closure.
 */
export function getGateSentence({
  gate_closed,
  intervals,
}: Pick<AdviceItem, "gate_closed" | "intervals">): Gate | null {
  const markets = new Set(intervals.map(({ market }) => market));
  if (!gate_closed || markets.size === 0) return null;
  if (markets.has("day_ahead")) return markets.size > 1 ? "partly" : null;
  if (markets.size > 1) return "both";
  return markets.has("surplus") ? "surplus" : "shortage";
}

const getEffect = (eur: number | null, f: Formats) => ({
  effect: eur === null ? "unknown" : eur < 0 ? "cost" : "earns",
  gain: f.eur(Math.abs(eur ?? 0)),
});

function NotWorthIt({ item, now }: { item: AdviceItem; now: number }) {
  const t = useTranslations("rules.reasons");
  const f = useFormats();
  const why = item.reasons.map((reason) => t(reason)).join(", ");
  const window = f.nearWindow(item.time_from, item.time_to, now);
  return <li>{[window, item.target.name, why].join(" · ")}</li>;
}
