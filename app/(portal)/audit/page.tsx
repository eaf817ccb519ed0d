import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuditTable } from "@/components/audit/audit-table.tsx";
import { PeriodChoice } from "@/components/audit/period-choice.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { askedOfAudit, auditedOperations, readAudit } from "@/lib/portal/audit.ts";
import { foundation } from "@/lib/portal/door.ts";
import { requireLevel } from "@/lib/portal/session.ts";
import type { AskedPage } from "../asked.ts";
import { load } from "../load.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("audit"))("title") };
}

export default async function AuditPage({ searchParams }: AskedPage) {
  const user = await requireLevel("admin");
  const t = await getTranslations("audit");
  const asked = askedOfAudit(await searchParams);
  const { page, page_size, ...filter } = asked;
  const { data, failure } = await load(() => readAudit(foundation(), user, asked));
  return (
    <>
      <PageHeader title={t("title")} subtitle={t("hint")} />
      <PeriodChoice asked={filter} />
      {failure ?? (
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
