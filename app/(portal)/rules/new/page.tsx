import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { RuleForm } from "@/components/rules/rules.dynamic.tsx";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("rules"))("new") };
}

async function NewRulePage() {
  const { isAllowed } = await createPortalClient(await requireStaff());
  if (!isAllowed("createRule")) notFound();
  const t = await getTranslations("rules");
  return (
    <>
      <PageHeader
        title={t("new")}
        subtitle={t("newHint")}
        backHref="/rules"
        backLabel={t("title")}
      />
      <Card className="max-w-3xl">
        <RuleForm />
      </Card>
    </>
  );
}

export default withMessages("/rules/new", NewRulePage);
