"use client";

import { TypeName } from "@/components/controls/badges.tsx";
import { formatKwh, formatMoment, formatWindow } from "@/components/format.ts";
import { columnsOf, type Columns } from "@/components/table/columns.ts";
import { RowLink } from "@/components/table/row-link.tsx";
import { RowsTable } from "@/components/table/rows-table.tsx";
import type { OwnControl } from "@/lib/contract/locations.ts";

const column = columnsOf<OwnControl>();
const columns: Columns<OwnControl> = column.columns([
  column.accessor(({ time_from, time_to }) => formatWindow(time_from, time_to), {
    id: "when",
    header: "Window",
    meta: { heads: true },
    cell: ({ row, getValue }) => (
      <RowLink href={`/controls/${encodeURIComponent(row.original.control_id)}`}>
        {getValue()}
      </RowLink>
    ),
  }),
  column.accessor("type", {
    header: "Control",
    cell: ({ getValue }) => <TypeName type={getValue()} />,
  }),
  column.accessor("energy_kwh", {
    header: "Planned here",
    meta: { align: "end" },
    cell: ({ getValue }) => formatKwh(getValue(), { signed: true }),
  }),
  column.accessor("created_at", {
    header: "Accepted",
    meta: { from: "lg" },
    cell: ({ getValue }) => formatMoment(getValue()),
  }),
]);

/** Controls that touched a location or a customer, and what they were planned to change there. */
export function FeltControls({ controls }: { controls: OwnControl[] }) {
  return <RowsTable columns={columns} rows={controls} noun="controls" />;
}
