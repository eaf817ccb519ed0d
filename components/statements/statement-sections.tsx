import { useTranslations } from "next-intl";
import { MissingInputs } from "@/components/value/missing-inputs.tsx";
import { isBandUnknown } from "@/components/value/uncertainty-band.ts";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Metric, MetricRow } from "@/components/ui/metric.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Statement } from "@/lib/contract/statements.ts";
import { getLocationName } from "@/lib/i18n/address.ts";
import type { Formats } from "@/lib/i18n/format.ts";
import { sumRows } from "@/lib/energy/statement-sums.ts";
import type { StatementPage } from "@/lib/portal/queries/statement.ts";
import { StatementTable } from "./statement-table.tsx";

export type Reader = "staff" | "customer";
export type View = StatementPage & { reader: Reader };

/** Amounts with a plus for a gain; one that is not known is called unknown. */
function useEuros(): (eur: number | null) => string {
  const t = useTranslations("statements");
  const f = useFormats();
  return (eur) => (eur === null ? t("unknown") : f.eur(eur, { signed: true }));
}
const toKwh = (f: Formats, kwh: number) => f.number(kwh, { decimals: 3 });
/** An energy with half the width of its 90 % band, where that is known. */
const toKwhWithBand = (f: Formats, kwh: number, band: number | null | undefined) =>
  band ? `${toKwh(f, kwh)} ± ${toKwh(f, band)}` : toKwh(f, kwh);

/** The sums of the month. */
export function StatementFigures({ statement: { totals, rows }, reader }: View) {
  const t = useTranslations("statements.figures");
  const f = useFormats();
  const toEuros = useEuros();
  const { customers, supplier } = totals;
  const { contractEur, paidEur } = sumRows(rows);
  const hasWear = customers.wear_eur !== null && customers.wear_eur !== 0;
  return (
    <MetricRow wide>
      <Metric label={t(`controls.${reader}`)} value={f.count(totals.controls)} />
      {reader === "staff" && (
        <Metric label={t("volume")} value={f.number(totals.volume_kwh)} unit="kWh" />
      )}
      <Metric
        label={t(`lost.${reader}`)}
        value={f.number(totals.lost_kwh)}
        unit="kWh"
        hint={
          totals.lost_uncertainty_kwh
            ? t("band", { kwh: f.kwh(totals.lost_uncertainty_kwh) })
            : undefined
        }
      />
      {!supplier && (
        <Metric label={t("contract")} value={toEuros(contractEur)} hint={t("inBill")} />
      )}
      <Metric
        label={t(supplier ? "paid.zone" : `paid.${reader}`)}
        value={toEuros(paidEur)}
        hint={hasWear ? t("withWear") : undefined}
      />
      <Metric label={t(supplier ? "customers" : "total")} value={toEuros(customers.eur)} />
      {supplier && <Metric label={t("supplier")} value={toEuros(supplier.eur)} />}
    </MetricRow>
  );
}

/** The controls of the month, of a customer with its locations. */
export function StatementControls(view: View) {
  const t = useTranslations("statements");
  const { statement, reader, withoutTerms } = view;
  if (statement.controls.length === 0) return <Empty title={t(`empty.${reader}`)} />;
  return (
    <Card title={t(`controls.title.${reader}`)}>
      {statement.bidding_zone ? <ZoneTable {...view} /> : <CustomerTable {...view} />}
      <p className="mt-3 text-xs text-muted">
        {t(statement.bidding_zone ? "controls.legend" : `controls.signs.${reader}`)}{" "}
        {t(`rounding.${reader}`, {
          format: statement.format > 3 ? "exact" : "cents",
          energy: statement.format > 2 ? "lost" : "change",
        })}
        {Boolean(statement.totals.uncertainty_kwh) && ` ${t(`bands.${reader}`)}`}
      </p>
      {statement.totals.missing.length > 0 && (
        <div className="mt-3">
          <MissingInputs
            missing={statement.totals.missing.map((one) => ({
              ...one,
              ...(one.what === "terms" && withoutTerms.length > 0 && { customers: withoutTerms }),
            }))}
          />
        </div>
      )}
    </Card>
  );
}

function useControlName() {
  const t = useTranslations("controls.types");
  const f = useFormats();
  return (
    { type, time_from, time_to }: Statement["controls"][number],
    title: "title" | "plain" = "title",
  ) => (
    <>
      <span className="whitespace-nowrap">
        {`${f.shortDay(time_from)}, ${f.times(Date.parse(time_from), Date.parse(time_to))}`}
      </span>{" "}
      <span className="text-muted">{t(`${type}.${title}`)}</span>
    </>
  );
}

function ZoneTable({ statement }: View) {
  const t = useTranslations("statements.controls");
  const f = useFormats();
  const toEuros = useEuros();
  const getName = useControlName();
  const { controls, rows, totals, format } = statement;
  const all = sumRows(rows);
  const toBand = (kwh = 0, missing: Statement["totals"]["missing"]) => {
    if (format === 1) return [];
    return [isBandUnknown(kwh, missing) ? t("unknownBand") : toKwh(f, kwh)];
  };
  return (
    <StatementTable
      caption={t("title.staff")}
      columns={[
        t("name.staff"),
        t("formula"),
        t("volume"),
        ...(format > 1 ? [t("band")] : []),
        t("lost.staff"),
        t("customers"),
        t("supplier"),
        t("energy"),
      ]}
      names={2}
      rows={controls.map((control) => {
        const sum = sumRows(rows.filter(({ control_id }) => control_id === control.control_id));
        return {
          key: control.control_id,
          cells: [
            <Link key="name" href={`/controls/${control.control_id}`}>
              {getName(control)}
            </Link>,
            control.formulas.map((formula) => t(`formulas.${formula}`)).join(", "),
            toKwh(f, sum.volumeKwh),
            ...toBand(control.uncertainty_kwh, control.missing),
            toKwh(f, sum.lostKwh),
            toEuros(sum.customersEur),
            toEuros(sum.supplierEur),
            toEuros(control.energy_eur),
          ],
        };
      })}
      total={[
        t("total"),
        "",
        toKwh(f, totals.volume_kwh),
        ...toBand(totals.uncertainty_kwh, totals.missing),
        toKwh(f, totals.lost_kwh),
        toEuros(totals.customers.eur),
        toEuros(all.supplierEur),
        toEuros(totals.supplier?.energy_eur ?? null),
      ]}
    />
  );
}

function CustomerTable({ statement, reader, locations }: View) {
  const t = useTranslations("statements.controls");
  const f = useFormats();
  const toEuros = useEuros();
  const getName = useControlName();
  const { controls, rows, totals } = statement;
  const toCells = (sum: ReturnType<typeof sumRows>, band: number | null | undefined) => [
    toKwhWithBand(f, sum.lostKwh, sum.lostKwh === 0 ? null : band),
    toEuros(sum.contractEur),
    toEuros(sum.paidEur),
    toEuros(sum.customersEur),
  ];
  const nameOf = (id: string | null) => {
    const location = locations.find((one) => one.id === id);
    return location ? getLocationName(location, f) : t("removedLocation", { id: id ?? "" });
  };
  return (
    <StatementTable
      caption={t(`title.${reader}`)}
      columns={[
        t(`name.${reader}`),
        t(`lost.${reader}`),
        t("contract"),
        t("compensation"),
        t("result"),
      ]}
      names={1}
      rows={controls.flatMap((control) => {
        const own = rows.filter(({ control_id }) => control_id === control.control_id);
        const parts = own.length < 2 ? [] : own;
        return [
          {
            key: control.control_id,
            cells: [
              <span key="name">{getName(control, reader === "staff" ? "title" : "plain")}</span>,
              ...toCells(sumRows(own), control.uncertainty_kwh),
            ],
          },
          ...parts.map((row) => ({
            key: `${control.control_id} ${row.location_id}`,
            cells: [
              <span key="name" className="inline-block pl-3 text-muted">
                {nameOf(row.location_id)}
              </span>,
              ...toCells(sumRows([row]), row.uncertainty_kwh),
            ],
          })),
        ];
      })}
      total={[t("total"), ...toCells(sumRows(rows), totals.lost_uncertainty_kwh)]}
    />
  );
}

/** The sums of the groups of a zone. */
export function StatementGroups({ statement, groupNames }: View) {
  const t = useTranslations("statements");
  const f = useFormats();
  const toEuros = useEuros();
  const { groups, bidding_zone, rows } = statement;
  if (!bidding_zone || groups.length === 0) return null;
  return (
    <Card title={t("groups.title")}>
      <StatementTable
        caption={t("groups.title")}
        columns={[
          t("groups.name"),
          t("controls.volume"),
          t("controls.lost.staff"),
          t("controls.customers"),
          t("controls.supplier"),
        ]}
        names={1}
        rows={groups.map(({ group_id, volume_kwh, lost_kwh, customers }) => ({
          key: group_id ?? "",
          cells: [
            group_id === null
              ? t("groups.none")
              : (groupNames[group_id] ?? t("groups.removed", { id: group_id })),
            toKwh(f, volume_kwh),
            toKwh(f, lost_kwh),
            toEuros(customers.eur),
            toEuros(sumRows(rows.filter((row) => row.group_id === group_id)).supplierEur),
          ],
        }))}
      />
    </Card>
  );
}
