"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { DataTable } from "@/components/table/data-table.tsx";
import type { TableFilter } from "@/components/table/table-filters.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { AuditLine, AuditPage } from "@/lib/portal/audit-log/audit.ts";
import { auditColumns, operationLabel } from "./audit-columns.tsx";
import { AuditDownload, dateFilters } from "./audit-tools.tsx";

type AuditTranslator = ReturnType<typeof useTranslations<"audit">>;
const outcomes: AuditLine["outcome"][] = [
  "done",
  "refused",
  "unclear",
  "unknown",
  "took-effect",
  "did-not-happen",
  "cannot-be-known",
];

/** One page of the audit trail, filtered by the URL. */
export function AuditTable({
  page,
  query,
  operations,
  filter,
}: {
  page: AuditPage;
  query: { page: number; page_size: number };
  /** The operations that can be filtered by. */
  operations: string[];
  /** The parameters of its filters. */
  filter: Record<string, string | undefined>;
}) {
  const t = useTranslations("audit");
  const f = useFormats();
  const columns = useMemo(() => auditColumns(t, f), [t, f]);
  return (
    <DataTable
      columns={columns}
      page={{ ...page, complete: true }}
      query={query}
      searchable
      searchPlaceholder={t("searchUser")}
      filters={createFilters(operations, t)}
      customFilters={dateFilters}
      tools={<AuditDownload filter={filter} file="GET /api/audit/export" />}
      noun={t("noun")}
      views="/audit"
      empty={<Empty title={filter.from || filter.to ? t("noneInPeriod") : t("empty")} />}
    />
  );
}

function createFilters(operations: string[], t: AuditTranslator): TableFilter[] {
  const named = operations
    .map((value) => ({ value, label: operationLabel(value, t) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const ended = outcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }));
  return [
    { name: "operation", label: t("columns.operation"), options: named },
    { name: "outcome", label: t("columns.outcome"), options: ended },
  ];
}
