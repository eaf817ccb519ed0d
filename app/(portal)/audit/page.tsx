import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuditLog, CallLog, AuditLogTabs } from "@/components/audit/audit-logs.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { requireLevel } from "@/lib/portal/auth/session.ts";
import { readAuditLog, readCallLog } from "@/lib/portal/queries/audit-log.ts";
import { getParam, type SearchPage } from "@/lib/portal/queries/list-query.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("audit"))("title") };
}

async function AuditPage({ searchParams }: SearchPage) {
  const user = await requireLevel("admin");
  const t = await getTranslations("audit");
  const params = await searchParams;
  const calls = getParam(params, "of") === "calls";
  return (
    <>
      <PageHeader title={t("title")} subtitle={t(calls ? "calls.hint" : "hint")} />
      <AuditLogTabs calls={calls} />
      {calls ? (
        <CallLog {...await readCallLog(user, params)} />
      ) : (
        <AuditLog {...await readAuditLog(user, params)} />
      )}
    </>
  );
}

export default withMessages("/audit", AuditPage);
