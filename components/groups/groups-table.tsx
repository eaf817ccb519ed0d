"use client";

import { formatDay } from "@/components/format-english.ts";
import { columnsOf, type Columns } from "@/components/table/columns.ts";
import { DataTable, type ListPage } from "@/components/table/data-table.tsx";
import { RowLink } from "@/components/table/cells.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Empty } from "@/components/ui/states.tsx";
import type { Group } from "@/lib/contract/groups.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";

const column = columnsOf<Group>();
const columns: Columns<Group> = column.columns([
  column.accessor("name", {
    header: "Name",
    enableSorting: true,
    meta: { heads: true },
    cell: ({ row }) => (
      <RowLink href={`/groups/${encodeURIComponent(row.original.id)}`}>{row.original.name}</RowLink>
    ),
  }),
  column.accessor("bidding_zone", { header: "Bidding zone" }),
  column.accessor("created_at", {
    header: "Created",
    enableSorting: true,
    sortDescFirst: true,
    meta: { whole: true },
    cell: ({ getValue }) => formatDay(getValue()),
  }),
]);

/** All groups, searched and ordered by the address. */
export function GroupsTable({
  page,
  query,
}: {
  page: ListPage<Group>;
  query: QueryOf<"listGroups">;
}) {
  return (
    <DataTable
      columns={columns}
      page={page}
      query={query}
      searchable
      searchPlaceholder="Name"
      noun="groups"
      empty={
        <Empty
          title="No groups yet"
          hint="A group is a set of customers whose locations are controlled together."
          action={<ButtonLink href="/groups/new">Create the first group</ButtonLink>}
        />
      }
    />
  );
}
