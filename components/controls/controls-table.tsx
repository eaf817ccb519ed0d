"use client";

import { formatCount, formatNearMoment, formatNumber } from "@/components/format-english.ts";
import { LongText, NotGiven, RowLink } from "@/components/table/cells.tsx";
import { columnsOf, type Columns } from "@/components/table/columns.ts";
import { CreateLink } from "@/components/table/create-link.tsx";
import { DataTable, type ListPage } from "@/components/table/data-table.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useNow } from "@/components/use-now.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { StateBadge, TypeName } from "./badges.tsx";
import { controlStateAt, realWindow, targetTitle, type ShownControl } from "./shown-control.ts";
import { controlTypes, stateNames, typeNames } from "./types.ts";

/** A control as seen from a moment (ms). */
type Row = ShownControl & { now: number };

const column = columnsOf<Row>();

const columns: Columns<Row> = column.columns([
  column.accessor("type", {
    id: "type",
    header: "Control",
    enableSorting: true,
    meta: { heads: true, whole: "xl" },
    cell: ({ row }) => (
      <RowLink href={`/controls/${encodeURIComponent(row.original.id)}`}>
        <TypeName type={row.original.type} />
      </RowLink>
    ),
  }),
  column.accessor("target", {
    header: "Target",
    cell: ({ row }) => <LongText>{targetTitle(row.original.target)}</LongText>,
  }),
  column.accessor("time_from", {
    id: "time_from",
    header: "Window",
    enableSorting: true,
    sortDescFirst: true,
    meta: { whole: true },
    cell: ({ row: { original } }) => realWindow(original, original.now),
  }),
  column.display({
    id: "state",
    header: "State",
    cell: ({ row: { original } }) => (
      <StateBadge state={controlStateAt(original, original.now)} superseded={original.superseded} />
    ),
  }),
  column.accessor("locations", {
    header: "Locations",
    meta: { align: "end", from: "xl" },
    cell: ({ getValue }) => (getValue() === null ? <NotGiven /> : formatCount(getValue())),
  }),
  column.accessor("energy_kwh", {
    header: "Planned kWh",
    meta: { align: "end", from: "md" },
    cell: ({ getValue }) => formatNumber(getValue(), { signed: true }),
  }),
  column.accessor("created_at", {
    id: "created_at",
    header: "Accepted",
    enableSorting: true,
    sortDescFirst: true,
    meta: { from: "xl", whole: true },
    cell: ({ row: { original } }) => formatNearMoment(original.created_at, original.now),
  }),
]);

const filters = [
  {
    name: "type",
    label: "Direction",
    options: typeNames.map((type) => ({ value: type, label: controlTypes[type].title })),
  },
  {
    name: "state",
    label: "State",
    options: Object.entries(stateNames).map(([value, label]) => ({ value, label })),
  },
];

const nothing = (
  <Empty
    title="No control was issued yet"
    hint="A control tells the devices of a bidding zone or a group to raise or lower what they feed in, for a time."
    action={<CreateLink href="/controls/new">Issue control</CreateLink>}
  />
);

/** All controls, filtered and ordered by the address. */
export function ControlsTable({
  page,
  query,
  serverNow,
}: {
  page: ListPage<ShownControl>;
  query: QueryOf<"listControlSummaries">;
  serverNow: number;
}) {
  const now = useNow(10_000, serverNow);
  return (
    <DataTable
      columns={columns}
      page={{ ...page, items: page.items.map((control) => ({ ...control, now })) }}
      query={query}
      filters={filters}
      noun="controls"
      empty={nothing}
    />
  );
}
