import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AlertRules } from "@/components/alerts/alerts.dynamic.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("alerts"))("rules") };
}

async function AlertRulesPage() {
  const { supports, isAllowed } = await createPortalClient(await requireStaff());
  const t = await getTranslations("alerts");
  return (
    <>
      <PageHeader
        title={t("rule.title")}
        subtitle={t("rule.subtitle")}
        backHref="/alerts"
        backLabel={t("title")}
      />
      {supports("listAlertRules") ? (
        <AlertRules mayChange={isAllowed("updateAlertRule")} />
      ) : (
        <Empty title={t("notOffered")} />
      )}
    </>
  );
}

export default withMessages("/alerts/rules", AlertRulesPage);
