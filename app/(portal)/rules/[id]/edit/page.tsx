import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { LoadError } from "@/components/layout/load-error.tsx";
import { EditRuleForm } from "@/components/rules/rules.dynamic.tsx";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { getRouteId, type ResourcePage } from "@/lib/portal/queries/list-query.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { readRule } from "@/lib/portal/queries/rules.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("rules"))("editTitle") };
}

async function EditRulePage(page: ResourcePage) {
  const id = await getRouteId(page);
  const portal = await createPortalClient(await requireStaff());
  if (!portal.isAllowed("updateRule")) notFound();
  const t = await getTranslations("rules");
  const { data, problem } = await load(() => readRule(portal, id));
  if (problem) return <LoadError problem={problem} />;
  if (!data) notFound();
  const backHref = `/rules/${encodeURIComponent(id)}`;
  return (
    <>
      <PageHeader title={t("editTitle")} backHref={backHref} backLabel={data.name} />
      <Card className="max-w-3xl">
        <EditRuleForm initial={data} serverNow={Date.now()} />
      </Card>
    </>
  );
}

export default withMessages("/rules/[id]/edit", EditRulePage);
