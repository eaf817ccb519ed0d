"use client";

import { formatNumber } from "@/components/format-english.ts";
import { columnsOf, type Columns } from "@/components/table/columns.ts";
import { DataTable, type ListPage } from "@/components/table/data-table.tsx";
import { LongText, NotGiven, RowLink } from "@/components/table/cells.tsx";
import { RowsTable } from "@/components/table/rows-table.tsx";
import type { TableFilter } from "@/components/table/table-toolbar.tsx";
import { ConnectionBadge } from "@/components/status/connection.tsx";
import { DataSourceBadge } from "@/components/status/data-source.tsx";
import { Empty } from "@/components/ui/states.tsx";
import type { Location, LocationDetail } from "@/lib/contract/locations.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { placeName } from "./place.ts";

/** A location, with what the service knows of it beyond the document. */
export type LocationRow = Location & Partial<Omit<LocationDetail, keyof Location>>;

const column = columnsOf<LocationRow>();

const address = column.accessor((location) => placeName(location), {
  id: "address",
  header: "Address",
  enableSorting: true,
  meta: { heads: true },
  cell: ({ row, getValue }) => (
    <RowLink href={`/locations/${encodeURIComponent(row.original.id)}`}>{getValue()}</RowLink>
  ),
});
const customer = column.accessor(({ customer_name, customer_id }) => customer_name ?? customer_id, {
  id: "customer_name",
  header: "Customer",
  enableSorting: true,
  cell: ({ getValue }) => <LongText>{getValue()}</LongText>,
});
const pv = column.accessor("pv_peak_kw", {
  header: "PV",
  id: "pv_peak_kw",
  enableSorting: true,
  sortDescFirst: true,
  meta: { align: "end" },
  cell: ({ getValue }) => capacity(getValue(), "kWp"),
});
const battery = column.accessor("battery_kwh", {
  header: "Battery",
  id: "battery_kwh",
  enableSorting: true,
  sortDescFirst: true,
  meta: { align: "end" },
  cell: ({ getValue }) => capacity(getValue(), "kWh"),
});
const source = column.accessor("data_source", {
  header: "Data",
  meta: { from: "md" },
  cell: ({ getValue }) => {
    const known = getValue();
    return known ? <DataSourceBadge source={known} /> : <NotGiven />;
  },
});

const connection = column.accessor("connection", {
  header: "Connection",
  cell: ({ getValue }) => {
    const known = getValue();
    return known ? <ConnectionBadge connection={known} /> : <NotGiven />;
  },
});

const capacity = (value: number | undefined, unit: string) =>
  value ? `${formatNumber(value, { decimals: 1 })} ${unit}` : <NotGiven />;

const columns: Columns<LocationRow> = column.columns([
  address,
  customer,
  connection,
  pv,
  battery,
  source,
]);
const ownColumns: Columns<LocationRow> = column.columns([address, connection, pv, battery, source]);

/** All locations the reader may see; `owner` leaves out whose they are. */
export function LocationsTable({
  page,
  query,
  filters,
  owner,
}: {
  page: ListPage<LocationRow>;
  query: QueryOf<"listLocations">;
  filters: TableFilter[];
  owner: boolean;
}) {
  return (
    <DataTable
      columns={owner ? columns : ownColumns}
      page={page}
      query={query}
      searchable
      searchPlaceholder={owner ? "Address or customer" : "Address"}
      filters={filters}
      noun="locations"
      empty={<Empty title="No locations yet" />}
    />
  );
}

/** The locations of one customer or group. */
export function LocationRows({ locations, owner }: { locations: LocationRow[]; owner: boolean }) {
  return <RowsTable columns={owner ? columns : ownColumns} rows={locations} noun="locations" />;
}
