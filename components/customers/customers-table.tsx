"use client";

import { formatDay } from "@/components/format-english.ts";
import { columnsOf, type Columns } from "@/components/table/columns.ts";
import { DataTable, type ListPage } from "@/components/table/data-table.tsx";
import { LongText, NotGiven, RowLink } from "@/components/table/cells.tsx";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { Empty } from "@/components/ui/states.tsx";
import type { Customer } from "@/lib/contract/customers.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { FALLBACK_LANGUAGE, languages } from "./languages.ts";

/** A customer, with the name of its group where that is known. */
export type CustomerRow = Customer & { group_name?: string };

const column = columnsOf<CustomerRow>();

const name = column.accessor("name", {
  header: "Name",
  enableSorting: true,
  meta: { heads: true },
  cell: ({ row }) => (
    <RowLink href={`/customers/${encodeURIComponent(row.original.id)}`}>
      {row.original.name}
    </RowLink>
  ),
});
const email = column.accessor("email", { header: "E-mail", enableSorting: true });
const language = column.accessor("language", {
  header: "Language",
  meta: { from: "lg" },
  cell: ({ getValue }) => languages[getValue() ?? FALLBACK_LANGUAGE],
});
const group = column.accessor("group_id", {
  header: "Group",
  cell: ({ row }) => {
    const group = row.original.group_name ?? row.original.group_id;
    return group ? <LongText>{group}</LongText> : <NotGiven />;
  },
});
const created = column.accessor("created_at", {
  header: "Since",
  enableSorting: true,
  sortDescFirst: true,
  meta: { from: "xl", whole: true },
  cell: ({ getValue }) => formatDay(getValue()),
});

const columns: Columns<CustomerRow> = column.columns([name, email, group, language, created]);
const memberColumns: Columns<CustomerRow> = column.columns([name, email, language]);

/** All customers, searched, filtered by group and ordered by the address. */
export function CustomersTable({
  page,
  query,
  groups,
}: {
  page: ListPage<Customer>;
  query: QueryOf<"listCustomers">;
  groups: { id: string; name: string }[];
}) {
  const names = new Map(groups.map((group) => [group.id, group.name]));
  const options = groups.map((group) => ({ value: group.id, label: group.name }));
  return (
    <DataTable
      columns={columns}
      page={{ ...page, items: page.items.map((customer) => withGroupName(customer, names)) }}
      query={query}
      searchable
      searchPlaceholder="Name or e-mail"
      filters={groups.length > 0 ? [{ name: "group_id", label: "Group", options }] : []}
      noun="customers"
      empty={<Empty title="No customers yet" />}
    />
  );
}

const withGroupName = (customer: Customer, names: Map<string, string>): CustomerRow => ({
  ...customer,
  group_name: names.get(customer.group_id ?? ""),
});

/** The customers of one group. */
export function GroupMembers({ customers }: { customers: Customer[] }) {
  return <RowsTable columns={memberColumns} rows={customers} noun="members" />;
}
