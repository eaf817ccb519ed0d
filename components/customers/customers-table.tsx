"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { DataTable, type ListPage } from "@/components/table/data-table.tsx";
import { SelectionProvider, useSelection } from "@/components/table/selection.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Customer } from "@/lib/contract/customers.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { customerColumns, type CustomerRow } from "./customer-columns.tsx";
import type { GroupOption } from "@/lib/portal/queries/group.ts";

const AssignGroup = dynamic(async () => (await import("./assign-group.tsx")).AssignGroup);

/** All customers, searched, filtered by group and sorted by the URL. */
export function CustomersTable({
  page,
  query,
  groups,
  mayAssign,
  rereads,
}: {
  page: ListPage<Customer>;
  query: QueryOf<"listCustomers">;
  groups: GroupOption[];
  /** Whether customers can be selected and put into a group. */
  mayAssign: boolean;
  /** Whether the service provides single customers. */
  rereads: boolean;
}) {
  const t = useTranslations("customers");
  const f = useFormats();
  const selection = useSelection<Customer>();
  const columns = useMemo(() => customerColumns(t, f, mayAssign), [t, f, mayAssign]);
  const names = new Map(groups.map((group) => [group.id, group.name]));
  const options = groups.map((group) => ({ value: group.id, label: group.name }));
  return (
    <SelectionProvider selection={selection}>
      <DataTable
        columns={columns}
        page={{ ...page, items: page.items.map((customer) => withGroupName(customer, names)) }}
        query={query}
        searchable
        searchPlaceholder={t("searchHint")}
        filters={groups.length > 0 ? [{ name: "group_id", label: t("group"), options }] : []}
        noun={t("noun")}
        name="customers"
        views="/customers"
        empty={<Empty title={t("empty")} />}
        bulk={
          mayAssign && (
            <AssignGroup
              selection={selection}
              page={page.items}
              groups={groups}
              rereads={rereads}
            />
          )
        }
      />
    </SelectionProvider>
  );
}

const withGroupName = (customer: Customer, names: Map<string, string>): CustomerRow => ({
  ...customer,
  group_name: names.get(customer.group_id ?? ""),
});
