import { LoadError } from "@/components/layout/load-error.tsx";
import type { readAuditLog, readCallLog } from "@/lib/portal/queries/audit-log.ts";
import { AuditTable } from "./audit-table.tsx";
import { CallsTable, DateRangeFilter } from "./audit.dynamic.tsx";

/** The audit trail of portal users, with its date filter. */
export function AuditLog({ query, read, ...shared }: Awaited<ReturnType<typeof readAuditLog>>) {
  const { page, page_size, ...filter } = query;
  return (
    <>
      <DateRangeFilter filter={filter} file="GET /api/audit/export" />
      {read.problem ? (
        <LoadError problem={read.problem} />
      ) : (
        <AuditTable
          {...shared}
          page={read.data}
          query={{ page, page_size }}
          inPeriod={Boolean(filter.from || filter.to)}
        />
      )}
    </>
  );
}

/** The service's call log, with its date filter. */
export function CallLog({ query, read, ...shared }: Awaited<ReturnType<typeof readCallLog>>) {
  const { page, page_size, ...filter } = query;
  return (
    <>
      <DateRangeFilter filter={filter} file="GET /api/audit/calls/export" />
      {read.problem ? (
        <LoadError problem={read.problem} />
      ) : (
        <CallsTable
          {...shared}
          page={read.data}
          query={{ page, page_size }}
          inPeriod={Boolean(filter.from || filter.to)}
        />
      )}
    </>
  );
}
