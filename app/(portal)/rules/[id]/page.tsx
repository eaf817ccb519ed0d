import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { LoadError } from "@/components/layout/load-error.tsx";
import { RuleSections } from "@/components/rules/rules.dynamic.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { getRouteId, type ResourcePage } from "@/lib/portal/queries/list-query.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { readRule } from "@/lib/portal/queries/rules.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("rules"))("one") };
}

async function RulePage(page: ResourcePage) {
  const id = await getRouteId(page);
  const portal = await createPortalClient(await requireStaff());
  const t = await getTranslations("rules");
  const { data, problem } = await load(() => readRule(portal, id));
  if (problem) return <LoadError problem={problem} />;
  if (!data) notFound();
  return (
    <>
      <PageHeader title={data.name} backHref="/rules" backLabel={t("title")} />
      <RuleSections
        initial={data}
        mayChange={portal.isAllowed("updateRule")}
        serverNow={Date.now()}
      />
    </>
  );
}

export default withMessages("/rules/[id]", RulePage);
