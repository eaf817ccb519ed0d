import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { GroupForm } from "@/components/groups/group-form.tsx";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("groups"))("new") };
}

async function NewGroupPage() {
  const { isAllowed } = await createPortalClient(await requireStaff());
  if (!isAllowed("createGroup")) notFound();
  const t = await getTranslations("groups");
  return (
    <>
      <PageHeader
        title={t("new")}
        subtitle={t("newHint")}
        backHref="/groups"
        backLabel={t("title")}
      />
      <Card className="max-w-3xl">
        <GroupForm />
      </Card>
    </>
  );
}

export default withMessages("/groups/new", NewGroupPage);
