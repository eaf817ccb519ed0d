import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MissingForAdvice, RuleList } from "@/components/rules/rules.dynamic.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { BIDDING_ZONE } from "@/lib/contract/bidding-zones.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { prefetch } from "@/lib/portal/queries/load.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("rules"))("title") };
}

async function RulesPage() {
  const portal = await createPortalClient(await requireStaff());
  const { isAllowed, supports } = portal;
  const t = await getTranslations("rules");
  const create = isAllowed("createRule") && <CreateLink href="/rules/new">{t("new")}</CreateLink>;
  return (
    <>
      <PageHeader title={t("title")} actions={create} />
      <div className="grid grid-cols-1 gap-4">
        <RuleList
          initial={await prefetch(portal, "listRules", { query: { page_size: 100 } })}
          serverNow={Date.now()}
        />
        {supports("getBiddingZoneAdvice") && <MissingForAdvice zoneId={BIDDING_ZONE} />}
      </div>
    </>
  );
}

export default withMessages("/rules", RulesPage);
