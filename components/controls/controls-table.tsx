"use client";

import {
  formatCount,
  formatMoment,
  formatNumber,
  formatWindow,
  UNKNOWN,
} from "@/components/format.ts";
import { columnsOf, type Columns } from "@/components/table/columns.ts";
import { DataTable } from "@/components/table/data-table.tsx";
import { RowLink } from "@/components/table/row-link.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useNow } from "@/components/use-now.ts";
import type { ControlState } from "@/lib/contract/controls.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { StateBadge, TypeName } from "./badges.tsx";
import { controlStateAt, targetTitle, type ShownControl } from "./shown-control.ts";
import { controlTypes, stateNames, typeNames } from "./types.ts";

type Row = ShownControl & { state: ControlState };

const column = columnsOf<Row>();

const columns: Columns<Row> = column.columns([
  column.accessor("type", {
    id: "type",
    header: "Control",
    enableSorting: true,
    meta: { heads: true },
    cell: ({ row }) => (
      <RowLink href={`/controls/${encodeURIComponent(row.original.id)}`}>
        <TypeName type={row.original.type} />
      </RowLink>
    ),
  }),
  column.accessor("target", {
    header: "Target",
    cell: ({ row }) => targetTitle(row.original.target),
  }),
  column.accessor("time_from", {
    id: "time_from",
    header: "Window",
    enableSorting: true,
    sortDescFirst: true,
    cell: ({ row }) => formatWindow(row.original.time_from, row.original.time_to),
  }),
  column.accessor("state", {
    header: "State",
    cell: ({ getValue }) => <StateBadge state={getValue()} />,
  }),
  column.accessor("locations", {
    header: "Locations",
    meta: { align: "end", from: "lg" },
    cell: ({ getValue }) => (getValue() === null ? UNKNOWN : formatCount(getValue())),
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
    meta: { from: "xl" },
    cell: ({ getValue }) => formatMoment(getValue()),
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
    action={
      <ButtonLink variant="primary" href="/controls/new">
        Issue control
      </ButtonLink>
    }
  />
);

/** All controls, filtered and ordered by the address. */
export function ControlsTable({
  page,
  query,
  serverNow,
}: {
  page: { items: ShownControl[]; total: number; complete: boolean };
  query: QueryOf<"listControlSummaries">;
  serverNow: number;
}) {
  const now = useNow(10_000, serverNow);
  return (
    <DataTable
      columns={columns}
      rows={page.items.map((control) => ({ ...control, state: controlStateAt(control, now) }))}
      total={page.total}
      complete={page.complete}
      page={query.page}
      pageSize={query.page_size}
      sort={query.sort}
      filters={filters}
      noun="controls"
      empty={nothing}
    />
  );
}
