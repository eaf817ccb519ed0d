import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuditTable } from "@/components/audit/audit-table.tsx";
import { CallsTable, DateRangeFilter } from "@/components/audit/audit.dynamic.tsx";
import { AuditLogTabs } from "@/components/audit/audit-log-tabs.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import {
  parseCallsQuery,
  readCalls,
  recordedOperations,
} from "@/lib/portal/audit-log/audit-calls.ts";
import {
  parseAuditQuery,
  auditedOperations,
  readAuditPage,
  type AuditQuery,
} from "@/lib/portal/audit-log/audit.ts";
import { getPortalDeps, createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireLevel } from "@/lib/portal/auth/session.ts";
import type { User } from "@/lib/portal/db/sessions.ts";
import { getParam, type SearchPage } from "@/lib/portal/queries/search-params.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("audit"))("title") };
}

export default async function AuditPage({ searchParams }: SearchPage) {
  const user = await requireLevel("admin");
  const t = await getTranslations("audit");
  const params = await searchParams;
  const calls = getParam(params, "of") === "calls";
  return (
    <>
      <PageHeader title={t("title")} subtitle={t(calls ? "calls.hint" : "hint")} />
      <AuditLogTabs calls={calls} />
      {calls
        ? await readCallsTab(user, parseCallsQuery(params))
        : await readAuditTab(user, parseAuditQuery(params))}
    </>
  );
}

async function readAuditTab(user: User, query: AuditQuery) {
  const { page, page_size, ...filter } = query;
  const { data, problem } = await load(() => readAuditPage(getPortalDeps(), user, query));
  return (
    <>
      <DateRangeFilter asked={filter} file="GET /api/audit/export" />
      {problem ? (
        <LoadError problem={problem} />
      ) : (
        <AuditTable
          page={data}
          query={{ page, page_size }}
          operations={auditedOperations}
          inPeriod={Boolean(filter.from || filter.to)}
        />
      )}
    </>
  );
}

async function readCallsTab(user: User, query: ReturnType<typeof parseCallsQuery>) {
  const { page, page_size, ...filter } = query;
  const portal = await createPortalClient(user);
  const { data, problem } = await load(() => readCalls(portal, query));
  const keys = await load(async () => (await portal.call("listApiKeys", {})).data.data);
  return (
    <>
      <DateRangeFilter asked={filter} file="GET /api/audit/calls/export" />
      {problem ? (
        <LoadError problem={problem} />
      ) : (
        <CallsTable
          page={data}
          query={{ page, page_size }}
          operations={recordedOperations}
          keys={(keys.data ?? []).map(({ id, name }) => ({ id, name }))}
          inPeriod={Boolean(filter.from || filter.to)}
        />
      )}
    </>
  );
}
