"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { ChartDataTable } from "@/components/chart/chart-data-table.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Metric, MetricRow } from "@/components/ui/metric.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { getLocationName } from "@/lib/i18n/address.ts";
import type { Location } from "@/lib/contract/locations.ts";
import type { LocationLostEnergy, MonthLostEnergy } from "@/lib/contract/value.ts";
import { localDate } from "@/lib/time/amsterdam.ts";
import { sumExactly } from "@/lib/energy/exact-sums.ts";
import { MissingInputs } from "./missing-inputs.tsx";
import { LostEnergyPlaceholder } from "./placeholders.tsx";

type PartialLocation = Pick<Location, "id" | "latitude" | "longitude" | "metadata">;
type Lost = Omit<LocationLostEnergy, "location_id">;

/** The energy that controls kept a customer from producing, by month; for staff and the customer. */
export function LostEnergyCard({
  customerId,
  view,
  locations,
}: {
  customerId: string;
  view: "staff" | "customer";
  /** Of the customer; others are shown by id. */
  locations: readonly PartialLocation[];
}) {
  const t = useTranslations("value.lost");
  const { data, problem, mutate } = useOperation("getCustomerLostEnergy", {
    params: { customer_id: customerId },
  });
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <LostEnergyPlaceholder view={view} />;
  }
  const [latest] = data.data;
  return (
    <Card title={t(`title.${view}`)} subtitle={t(`hint.${view}`)}>
      {latest ? (
        <div className="flex flex-col gap-4">
          {view === "customer" && <SoFar months={data.data} />}
          <MonthsTable months={data.data} view={view} locations={locations} />
          {view === "staff" && <MissingInputs missing={latest.missing} />}
          {view === "customer" && latest.eur === null && (
            <p className="text-muted">{t("noEuros")}</p>
          )}
        </div>
      ) : (
        <Empty title={t(`empty.${view}`)} />
      )}
    </Card>
  );
}

/** The customer's amounts of some months together; null if one of them is unknown. */
function addUp(months: readonly MonthLostEnergy[]): { kwh: number; eur: number | null } {
  return {
    kwh: sumExactly(months.map(({ lost_kwh }) => lost_kwh)) ?? 0,
    eur: sumExactly(months.map(({ eur }) => eur)),
  };
}

/** This month and this year so far, for the customer. */
function SoFar({ months }: { months: readonly MonthLostEnergy[] }) {
  const t = useTranslations("value.lost");
  const f = useFormats();
  const current = localDate(Date.now()).slice(0, 7);
  const periods = [
    { title: t("thisMonth"), sums: addUp(months.filter(({ month }) => month === current)) },
    {
      title: t("thisYear"),
      sums: addUp(months.filter(({ month }) => month.startsWith(current.slice(0, 5)))),
    },
  ];
  return (
    <MetricRow>
      {periods.map(({ title, sums: { eur, kwh } }) => (
        <Metric
          key={title}
          label={title}
          value={f.eur(eur === null ? null : Math.abs(eur))}
          hint={t("soFar", {
            effect: eur === null ? "unknown" : eur < 0 ? "cost" : "earned",
            kwh: f.kwh(kwh),
          })}
          tone={eur === null ? "unknown" : undefined}
        />
      ))}
    </MetricRow>
  );
}

function MonthsTable({
  months,
  view,
  locations,
}: {
  months: readonly MonthLostEnergy[];
  view: "staff" | "customer";
  locations: readonly PartialLocation[];
}) {
  const t = useTranslations("value.lost");
  const f = useFormats();
  const getName = (id: string) => {
    const location = locations.find((one) => one.id === id);
    return location ? getLocationName(location, f) : id;
  };
  const toCells = ({ lost_kwh, uncertainty_kwh, lost_eur, compensation_eur }: Lost) => [
    uncertainty_kwh < 0.005
      ? f.number(lost_kwh)
      : `${f.number(lost_kwh)} ± ${f.number(uncertainty_kwh)}`,
    f.eur(lost_eur, { signed: true }),
    f.eur(compensation_eur, { signed: true }),
  ];
  return (
    <ChartDataTable
      caption={t(`caption.${view}`)}
      columns={[t("month"), "kWh", t("contract"), t("compensation")]}
      names={1}
      rows={months.flatMap((month) => [
        { key: month.month, cells: [f.month(`${month.month}-15T12:00:00Z`), ...toCells(month)] },
        ...(month.by_location.length < 2
          ? []
          : month.by_location.map((location) => ({
              key: `${month.month} ${location.location_id}`,
              cells: [
                <span
                  key="name"
                  className="inline-block max-w-28 whitespace-normal pl-3 text-muted sm:max-w-none"
                >
                  {getName(location.location_id)}
                </span>,
                ...toCells(location),
              ],
            }))),
      ])}
    />
  );
}
