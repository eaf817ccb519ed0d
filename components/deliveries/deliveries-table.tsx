"use client";

import { useOperation } from "@/components/api/use-operation.ts";
import { formatNumber, formatSeconds } from "@/components/format-english.ts";
import { LongText, NotGiven, RowLink } from "@/components/table/cells.tsx";
import { columnsOf, type Columns } from "@/components/table/columns.ts";
import { DataTable } from "@/components/table/data-table.tsx";
import { Freshness } from "@/components/status/freshness.tsx";
import { Empty, Failure, Skeleton } from "@/components/ui/states.tsx";
import type { LocationDelivery } from "@/lib/contract/deliveries.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { DeliveryBadge } from "./outcome-look.tsx";
import { deliveryStates, outcomesInWords } from "./outcomes.ts";

const EVERY = 15_000;

const column = columnsOf<LocationDelivery>();

const moment = (at: string | null) => (at === null ? <NotGiven /> : formatSeconds(at));
const energy = (kwh: number | null) =>
  kwh === null ? <NotGiven /> : formatNumber(kwh, { signed: true });

const columns: Columns<LocationDelivery> = column.columns([
  column.accessor(({ address, location_id }) => address ?? location_id, {
    id: "location",
    header: "Location",
    meta: { heads: true },
    cell: ({ row, getValue }) => (
      <RowLink href={`/locations/${encodeURIComponent(row.original.location_id)}`}>
        {getValue()}
      </RowLink>
    ),
  }),
  column.accessor("customer_name", {
    header: "Customer",
    meta: { from: "xl" },
    cell: ({ getValue }) => <LongText>{getValue()}</LongText>,
  }),
  column.accessor("state", {
    header: "State",
    cell: ({ getValue }) => <DeliveryBadge state={getValue()} />,
  }),
  column.accessor(({ devices }) => outcomesInWords(devices), {
    id: "devices",
    header: "Devices",
    cell: ({ getValue }) => getValue() || <NotGiven />,
  }),
  column.accessor("told_at", {
    header: "Told at",
    meta: { from: "lg", whole: true },
    cell: ({ getValue }) => moment(getValue()),
  }),
  column.accessor("answered_at", {
    header: "Answered at",
    meta: { from: "lg", whole: true },
    cell: ({ getValue }) => moment(getValue()),
  }),
  column.accessor("promised_kwh", {
    header: "Promised kWh",
    meta: { align: "end" },
    cell: ({ getValue }) => energy(getValue()),
  }),
  column.accessor("delivered_kwh", {
    header: "Delivered kWh",
    meta: { align: "end" },
    cell: ({ getValue }) => energy(getValue()),
  }),
]);

const filters = [
  {
    name: "state",
    label: "State",
    options: Object.entries(deliveryStates).map(([value, label]) => ({ value, label })),
  },
];

/** What became of a control at each of its locations, narrowed and paged by the address. */
export function DeliveriesTable({
  controlId,
  query,
  isLive,
}: {
  controlId: string;
  query: QueryOf<"listControlDeliveries">;
  /** Whether it is read again by itself. */
  isLive: boolean;
}) {
  const { data, total, problem, at, isStale, mutate } = useOperation(
    "listControlDeliveries",
    { params: { control_id: controlId }, query },
    { refreshInterval: isLive ? EVERY : 0, keepPreviousData: true },
  );
  if (!data) {
    return problem ? <Failure problem={problem} onRetry={mutate} /> : <Skeleton className="h-64" />;
  }
  return (
    <section className="flex flex-col gap-2">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <div>
          <h2 className="text-base font-semibold">Delivery by location</h2>
          <p className="text-muted">Promised and delivered over the intervals that are over.</p>
        </div>
        <Freshness at={at} isStale={isStale} />
      </header>
      <DataTable
        columns={columns}
        page={{ items: data.data, total: total ?? data.data.length, complete: true }}
        query={query}
        filters={filters}
        noun="locations"
        empty={<Empty title="This control reached no location" />}
      />
    </section>
  );
}
