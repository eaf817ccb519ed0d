"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { NotGiven } from "@/components/table/common-columns.tsx";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import { DataTable, type ListPage } from "@/components/table/data-table.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Formats } from "@/lib/i18n/format.ts";
import type { TableFilter } from "@/components/table/table-filters.tsx";
import type { CallOutcome } from "@/lib/contract/api-calls.ts";
import type { CallLine } from "@/lib/portal/audit-log/audit-calls.ts";
import { operationLabel, whenColumn } from "./audit-columns.tsx";
import { AuditDownload, dateFilters } from "./audit-tools.tsx";
import { AuditTarget } from "./audit-target.tsx";
import { AuditOutcomeBadge } from "./outcome-badge.tsx";

type AuditTranslator = ReturnType<typeof useTranslations<"audit">>;
const column = columnHelper<CallLine>();
/** The service's name for the key of its configuration, which this portal uses. */
const CONFIGURED = "configured";
const outcomes: CallOutcome[] = ["done", "refused", "unclear", "unknown"];

const callColumns = (t: AuditTranslator, f: Formats): Columns<CallLine> =>
  column.columns([
    column.accessor("operation", {
      header: t("columns.operation"),
      meta: { heads: true },
      cell: ({ getValue }) => <span className="font-medium">{operationLabel(getValue(), t)}</span>,
    }),
    column.accessor("target", {
      header: t("columns.target"),
      cell: ({ row: { original } }) => <AuditTarget line={original} />,
    }),
    column.accessor("caller", {
      header: t("columns.caller"),
      cell: ({ row: { original } }) => <Caller line={original} />,
    }),
    column.accessor("actor", {
      header: t("calls.actor"),
      cell: ({ getValue }) => getValue() ?? <NotGiven />,
    }),
    whenColumn<CallLine>(t, f),
    column.accessor("outcome", {
      header: t("columns.outcome"),
      cell: ({ row: { original } }) => <AuditOutcomeBadge line={original} />,
    }),
  ]);

function Caller({ line: { caller, key_name, address } }: { line: CallLine }) {
  const t = useTranslations("audit");
  const isOwn = caller === CONFIGURED;
  return (
    <span className="block min-w-0 wrap-anywhere">
      {isOwn ? t("calls.configured") : (key_name ?? caller)}
      {!isOwn && key_name && <span className="block text-xs text-muted">{caller}</span>}
      {address && <span className="block text-xs text-muted">{t("fromAddress", { address })}</span>}
    </span>
  );
}

/** A key that calls can be filtered by. */
interface CallingKey {
  id: string;
  name: string;
}

/** The filters of the call log. */
function createFilters(
  operations: string[],
  keys: CallingKey[],
  t: AuditTranslator,
): TableFilter[] {
  const named = operations
    .map((value) => ({ value, label: operationLabel(value, t) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const callers = keys.map(({ id, name }) => ({ value: id, label: name }));
  const configuredCaller = { value: CONFIGURED, label: t("calls.configured") };
  const ended = outcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }));
  return [
    { name: "operation", label: t("columns.operation"), options: named },
    { name: "caller", label: t("columns.caller"), options: [configuredCaller, ...callers] },
    { name: "outcome", label: t("columns.outcome"), options: ended },
  ];
}

/** One page of the service's call log, newest first. */
export function CallsTable({
  page,
  query,
  operations,
  keys,
  filter,
}: {
  page: ListPage<CallLine>;
  query: { page: number; page_size: number };
  /** The operations that can be filtered by. */
  operations: string[];
  keys: CallingKey[];
  /** The parameters of its filters. */
  filter: Record<string, string | undefined>;
}) {
  const t = useTranslations("audit");
  const f = useFormats();
  const columns = useMemo(() => callColumns(t, f), [t, f]);
  return (
    <DataTable
      columns={columns}
      page={page}
      query={query}
      searchable
      searchPlaceholder={t("calls.search")}
      filters={createFilters(operations, keys, t)}
      customFilters={dateFilters}
      tools={<AuditDownload filter={filter} file="GET /api/audit/calls/export" />}
      noun={t("noun")}
      empty={<Empty title={filter.from || filter.to ? t("noneInPeriod") : t("empty")} />}
    />
  );
}
