"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useOperation } from "@/components/api/use-operation.ts";
import type { Formats } from "@/lib/i18n/format.ts";
import { Freshness } from "@/components/status/data-source.tsx";
import { NotGiven, RowLink, ownerColumn } from "@/components/table/common-columns.tsx";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import { DataTable } from "@/components/table/data-table.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LocationDelivery } from "@/lib/contract/deliveries.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { outcomeNames } from "@/lib/controls/control-state.ts";
import { DeliveriesLoading } from "./deliveries-loading.tsx";
import { DeliveryBadge, deliveryStates, describeOutcomes } from "../outcome-badge.tsx";

const EVERY = 15_000;

type DeliveryTranslator = ReturnType<typeof useTranslations<"deliveries">>;
const column = columnHelper<LocationDelivery>();

/** `hasSums`: a quarter of the control is over, so that sums are of something. */
function createColumns(
  t: DeliveryTranslator,
  f: Formats,
  hasSums: boolean,
): Columns<LocationDelivery> {
  const moment = (at: string | null) => (at === null ? <NotGiven /> : f.seconds(at));
  const energy = (kwh: number | null) =>
    kwh === null ? <NotGiven text={t("table.unknown")} /> : f.number(kwh, { signed: true });
  return column.columns([
    column.accessor(({ address, location_id }) => address ?? location_id, {
      id: "address",
      header: t("table.location"),
      meta: { sort: "asc", heads: true },
      cell: ({ row, getValue }) => (
        <RowLink href={`/locations/${encodeURIComponent(row.original.location_id)}`}>
          {getValue()}
        </RowLink>
      ),
    }),
    ownerColumn<LocationDelivery>(
      "customer_name",
      t("table.customer"),
      (row) => row.customer_name,
      { from: "lg-or-card" },
    ),
    column.accessor("state", {
      id: "state",
      meta: { sort: "asc" },
      header: t("table.state"),
      cell: ({ getValue }) => <DeliveryBadge state={getValue()} />,
    }),
    column.accessor(({ devices }) => describeOutcomes(devices, { t, f }), {
      id: "devices",
      header: t("table.devices"),
      cell: ({ getValue }) => getValue() || <NotGiven />,
    }),
    column.accessor("dispatched_at", {
      id: "dispatched_at",
      header: t("table.dispatchedAt"),
      meta: { sort: "asc", from: "xl", whole: true },
      cell: ({ getValue }) => moment(getValue()),
    }),
    column.accessor("acknowledged_at", {
      id: "acknowledged_at",
      header: t("table.acknowledgedAt"),
      meta: { sort: "asc", from: "xl", whole: true },
      cell: ({ getValue }) => moment(getValue()),
    }),
    column.accessor("planned_kwh", {
      header: t("table.planned"),
      meta: { align: "end" },
      cell: ({ row: { original }, getValue }) =>
        energy(hasSums || original.delivered_kwh !== null ? getValue() : null),
    }),
    column.accessor("delivered_kwh", {
      header: t("table.delivered"),
      meta: { align: "end" },
      cell: ({ getValue }) => energy(getValue()),
    }),
    column.accessor("location_id", {
      id: "location_id",
      header: t("table.locationId"),
      meta: { sort: "asc", optional: true },
      cell: ({ getValue }) => <code className="text-xs select-all">{getValue()}</code>,
    }),
  ]);
}

/** What became of a control at each of its locations, narrowed and paged by the address. */
export function DeliveriesTable({
  controlId,
  firstEnds,
  query,
  isLive,
}: {
  controlId: string;
  /** When its first quarter of an hour is over (ms). */
  firstEnds: number;
  query: QueryOf<"listControlDeliveries">;
  /** Whether it is read again by itself. */
  isLive: boolean;
}) {
  const t = useTranslations("deliveries");
  const f = useFormats();
  const states = deliveryStates.map((value) => ({ value, label: t(`states.${value}`) }));
  const outcomes = outcomeNames.map((value) => ({ value, label: t(`outcomes.${value}.title`) }));
  const { data, total, problem, at, isStale, mutate } = useOperation(
    "listControlDeliveries",
    { params: { control_id: controlId }, query },
    { refreshInterval: isLive ? EVERY : 0, keepPreviousData: true },
  );
  const hasSums = at !== null && firstEnds <= at;
  const columns = useMemo(() => createColumns(t, f, hasSums), [t, f, hasSums]);
  if (!data) {
    return problem ? <Failure problem={problem} onRetry={mutate} /> : <DeliveriesLoading />;
  }
  return (
    <section className="flex flex-col gap-2">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <div>
          <h2 className="text-base font-semibold">{t("table.title")}</h2>
          <p className="text-muted">
            {hasSums ? t("table.subtitle") : t("table.firstRuns", { end: f.time(firstEnds) })}
          </p>
        </div>
        <Freshness at={at} isStale={isStale} />
      </header>
      <DataTable
        columns={columns}
        page={{ items: data.data, total: total ?? data.data.length, complete: true }}
        query={query}
        searchable
        searchPlaceholder={t("table.searchHint")}
        filters={[
          { name: "state", label: t("table.state"), options: states },
          { name: "outcome", label: t("table.outcome"), options: outcomes },
        ]}
        noun={t("table.noun")}
        name="deliveries"
        of={{ control_id: controlId }}
        empty={<Empty title={t("table.empty")} />}
      />
    </section>
  );
}
