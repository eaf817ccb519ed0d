"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { RowsTable } from "@/components/table/rows-table.tsx";
import type { Customer } from "@/lib/contract/customers.ts";
import { memberColumns } from "./customer-columns.tsx";

/** The customers of one group. */
export function GroupMembers({ customers }: { customers: Customer[] }) {
  const t = useTranslations("customers");
  const columns = useMemo(() => memberColumns(t), [t]);
  return <RowsTable columns={columns} rows={customers} noun={t("members")} />;
}
