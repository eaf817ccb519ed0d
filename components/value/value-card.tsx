"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { ChartDataTable } from "@/components/chart/chart-data-table.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Metric, MetricRow } from "@/components/ui/metric.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { IntervalValue, ValueRevision } from "@/lib/contract/value.ts";
import { MissingInputs } from "./missing-inputs.tsx";

const EVERY = 60_000;

/** What a control is worth to the supplier and to the customers; for staff. */
export function ValueCard({ controlId, isLive }: { controlId: string; isLive: boolean }) {
  const t = useTranslations("value");
  const f = useFormats();
  const { data, problem, mutate } = useOperation(
    "getControlValue",
    { params: { control_id: controlId } },
    { refreshInterval: isLive ? EVERY : 0 },
  );
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-96" />;
  }
  const latest = data.revisions.at(-1)!;
  return (
    <Card
      title={t("title")}
      subtitle={t(`basis.${latest.basis}`, { when: f.moment(latest.as_of) })}
    >
      <div className="flex flex-col gap-5">
        <Figures revision={latest} />
        <MissingInputs missing={latest.missing} />
        <Parts revision={latest} />
        {data.revisions.length > 1 && <Revisions revisions={data.revisions} />}
        <Intervals results={latest.results} />
      </div>
    </Card>
  );
}

function Figures({ revision }: { revision: ValueRevision }) {
  const t = useTranslations("value.figures");
  const f = useFormats();
  const { volume_kwh, uncertainty_kwh, supplier, customers } = revision;
  const toHint = (eur: number | null) => t(eur === null ? "unknown" : eur < 0 ? "costs" : "earns");
  return (
    <MetricRow>
      <Metric
        label={t(volume_kwh < 0 ? "added" : "volume")}
        value={f.number(Math.abs(volume_kwh))}
        unit="kWh"
        hint={uncertainty_kwh === null ? t("planned") : t("band", { kwh: f.kwh(uncertainty_kwh) })}
        tone="curtailed"
      />
      <Metric
        label={t("supplier")}
        value={f.eur(supplier.eur, { signed: true })}
        hint={toHint(supplier.eur)}
        tone={supplier.eur === null ? "unknown" : undefined}
      />
      <Metric
        label={t("customers")}
        value={f.eur(customers.eur, { signed: true })}
        hint={toHint(customers.eur)}
        tone={customers.eur === null ? "unknown" : undefined}
      />
    </MetricRow>
  );
}

const contractParts = ["feed_in_eur", "import_eur", "compensation_eur"] as const;

/** What the amounts consist of. */
function Parts({ revision: { supplier, customers } }: { revision: ValueRevision }) {
  const t = useTranslations("value.parts");
  const f = useFormats();
  const eur = (value: number | null) => f.eur(value, { signed: true });
  return (
    <ChartDataTable
      caption={t("caption")}
      columns={[t("part"), t("supplier"), t("customers")]}
      names={1}
      rows={[
        { key: "energy", cells: [t("energy"), eur(supplier.energy_eur), ""] },
        ...contractParts.map((part) => ({
          key: part,
          cells: [t(part), eur(supplier[part]), eur(customers[part])],
        })),
        {
          key: "total",
          cells: [<b key="total">{t("total")}</b>, eur(supplier.eur), eur(customers.eur)],
        },
      ]}
    />
  );
}

/** The values before, after each other; earlier ones are kept. */
function Revisions({ revisions }: { revisions: readonly ValueRevision[] }) {
  const t = useTranslations("value.revisions");
  const f = useFormats();
  return (
    <ChartDataTable
      caption={t("caption")}
      columns={[t("basis"), t("asOf"), "kWh", t("supplier"), t("customers")]}
      names={2}
      rows={revisions.map(({ basis, as_of, volume_kwh, supplier, customers }) => ({
        key: `${basis} ${as_of}`,
        cells: [
          t(basis),
          f.moment(as_of),
          f.number(volume_kwh),
          f.eur(supplier.eur, { signed: true }),
          f.eur(customers.eur, { signed: true }),
        ],
      }))}
    />
  );
}

/** Each quarter of an hour, with its prices, their vintage and the formula. */
function Intervals({ results }: { results: readonly IntervalValue[] }) {
  const t = useTranslations("value.intervals");
  const f = useFormats();
  const toPrice = (market: "day_ahead" | "surplus" | "shortage") => (interval: IntervalValue) => {
    const price = interval.prices.find((one) => one.market === market);
    if (!price) return f.number(null);
    const title = t("vintage", { source: price.source, when: f.moment(price.vintage) });
    return <span title={title}>{f.number(price.eur_per_mwh, { decimals: 2 })}</span>;
  };
  const prices = [toPrice("day_ahead"), toPrice("surplus"), toPrice("shortage")];
  return (
    <details>
      <summary className="min-h-8 w-fit content-center text-muted hover:text-ink">
        {t("title")}
      </summary>
      <ChartDataTable
        caption={t("caption")}
        columns={[
          f.ispName,
          t("formula"),
          "kWh",
          t("sold"),
          t("dayAhead"),
          t("surplus"),
          t("shortage"),
          t("supplier"),
          t("customers"),
        ]}
        names={2}
        rows={results.map((interval) => ({
          key: interval.time_from,
          cells: [
            f.ispLabel(interval),
            t(`formulas.${interval.formula}`),
            f.number(interval.volume_kwh),
            f.number(interval.sold_kwh),
            ...prices.map((show) => show(interval)),
            f.eur(interval.supplier.eur, { signed: true }),
            f.eur(interval.customers.eur, { signed: true }),
          ],
        }))}
      />
    </details>
  );
}
