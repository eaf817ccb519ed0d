import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AlertRules } from "@/components/alerts/alerts.dynamic.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { prefetch } from "@/lib/portal/queries/load.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("alerts"))("rules") };
}

async function AlertRulesPage() {
  const portal = await createPortalClient(await requireStaff());
  const { supports, isAllowed } = portal;
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
        <AlertRules
          mayChange={isAllowed("updateAlertRule")}
          initial={await prefetch(portal, "listAlertRules", { query: { page_size: 100 } })}
          serverNow={Date.now()}
        />
      ) : (
        <Empty title={t("notOffered")} />
      )}
    </>
  );
}

export default withMessages("/alerts/rules", AlertRulesPage);
