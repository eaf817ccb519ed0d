"use client";

import { columnsOf, type Columns } from "@/components/table/columns.ts";
import { DataTable, type ListPage } from "@/components/table/data-table.tsx";
import { LongText, NotGiven, RowLink } from "@/components/table/cells.tsx";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { formatDay } from "@/components/format-english.ts";
import { Empty } from "@/components/ui/states.tsx";
import type { Device, DeviceDetail } from "@/lib/contract/devices.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { DeviceKind, deviceKinds } from "./device-kinds.tsx";
import { mainRating } from "./ratings.ts";

/** A device, with its ratings and the name of its location where they are known. */
export type DeviceRow = Device & { ratings?: DeviceDetail["ratings"]; place?: string };

const column = columnsOf<DeviceRow>();
const name = column.accessor("name", {
  header: "Name",
  enableSorting: true,
  meta: { heads: true },
  cell: ({ row }) => <RowLink href={deviceHref(row.original.id)}>{row.original.name}</RowLink>,
});
const place = column.accessor("place", {
  header: "Location",
  cell: ({ row }) => <LongText>{row.original.place ?? row.original.location_id}</LongText>,
});
const type = column.accessor("device_type", {
  header: "Type",
  enableSorting: true,
  meta: { whole: true },
  cell: ({ getValue }) => <DeviceKind type={getValue()} />,
});
const brand = column.accessor("brand", { header: "Brand", enableSorting: true });
const rating = column.display({
  id: "rating",
  header: "Rating",
  meta: { align: "end" },
  cell: ({ row }) => mainRating(row.original.ratings) ?? <NotGiven />,
});
const registered = column.accessor("created_at", {
  header: "Registered",
  enableSorting: true,
  sortDescFirst: true,
  meta: { from: "xl", whole: true },
  cell: ({ getValue }) => formatDay(getValue()),
});

const columns: Columns<DeviceRow> = column.columns([name, place, type, brand, rating, registered]);
const ownColumns: Columns<DeviceRow> = column.columns([name, type, brand, rating, registered]);

const deviceHref = (id: string) => `/devices/${encodeURIComponent(id)}`;

const typeFilter = {
  name: "device_type",
  label: "Type",
  options: Object.entries(deviceKinds).map(([value, { label }]) => ({ value, label })),
};

/** All devices the reader may see, searched, filtered and ordered by the address. */
export function DevicesTable({
  page,
  query,
}: {
  page: ListPage<DeviceRow>;
  query: QueryOf<"listDevices">;
}) {
  return (
    <DataTable
      columns={columns}
      page={page}
      query={query}
      searchable
      searchPlaceholder="Name or brand"
      filters={[typeFilter]}
      noun="devices"
      empty={<Empty title="No devices yet" hint="Devices are registered on their location." />}
    />
  );
}

/** The devices of one location. */
export function LocationDevices({ devices }: { devices: DeviceRow[] }) {
  return <RowsTable columns={ownColumns} rows={devices} noun="devices" />;
}
