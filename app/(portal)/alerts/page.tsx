import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AlertList } from "@/components/alerts/alerts.dynamic.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { readFirstAlerts } from "@/lib/portal/queries/alerts.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("alerts"))("title") };
}

async function AlertsPage() {
  const portal = await createPortalClient(await requireStaff());
  const { supports, isAllowed } = portal;
  const t = await getTranslations("alerts");
  const hasRules = supports("listAlertRules");
  const rules = hasRules && <ButtonLink href="/alerts/rules">{t("rules")}</ButtonLink>;
  return (
    <>
      <PageHeader title={t("title")} subtitle={t("subtitle")} actions={rules} />
      {supports("listAlerts") ? (
        <AlertList
          maySilence={isAllowed("silenceAlert") && supports("silenceAlert")}
          initial={await readFirstAlerts(portal)}
        />
      ) : (
        <Empty title={t("notOffered")} />
      )}
    </>
  );
}

export default withMessages("/alerts", AlertsPage);
