"use client";

import { useTranslations } from "next-intl";
import { ChartDataTable } from "@/components/chart/chart-data-table.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { IntervalValue, ValueRevision } from "@/lib/contract/value.ts";

/** What the latest value of a control consists of, the values before it, and its quarter-hours. */
export function ValueDetails({ revisions }: { revisions: readonly ValueRevision[] }) {
  const latest = revisions.at(-1)!;
  return (
    <div className="flex flex-col gap-5 pt-2">
      <Parts revision={latest} />
      {revisions.length > 1 && <Revisions revisions={revisions} />}
      <Intervals results={latest.results} />
    </div>
  );
}

const contractParts = ["feed_in_eur", "import_eur", "compensation_eur", "wear_eur"] as const;

/** What the amounts consist of. */
function Parts({ revision: { supplier, customers } }: { revision: ValueRevision }) {
  const t = useTranslations("value.parts");
  const f = useFormats();
  const eur = (value: number | null) =>
    value === null ? t("unknown") : f.eur(value, { signed: true });
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
      columns={[t("basis"), t("asOf"), "kWh", t("supplier"), t("customers"), t("by")]}
      names={2}
      rows={revisions.map(({ basis, as_of, restated_by, volume_kwh, supplier, customers }) => ({
        key: `${basis} ${as_of}`,
        cells: [
          t(basis),
          f.moment(as_of),
          f.number(volume_kwh),
          f.eur(supplier.eur, { signed: true }),
          f.eur(customers.eur, { signed: true }),
          (restated_by ?? []).map((input) => t(input)).join(", "),
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
    <ChartDataTable
      caption={`${t("title")}. ${t("caption")}`}
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
  );
}
