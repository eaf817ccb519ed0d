import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { NewCustomerForm } from "@/components/customers/customer-form.tsx";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { getParam, type SearchPage } from "@/lib/portal/queries/list-query.ts";
import { readGroupOptions } from "@/lib/portal/queries/group.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("customers"))("new") };
}

async function NewCustomerPage({ searchParams }: SearchPage) {
  const { directory, isAllowed, supports } = await createPortalClient(await requireStaff());
  if (!isAllowed("createCustomer") || !supports("createCustomer")) notFound();
  const t = await getTranslations("customers");
  const groupId = getParam(await searchParams, "group");
  const groups = await load(() => readGroupOptions(directory));

  return (
    <>
      <PageHeader title={t("new")} backHref="/customers" backLabel={t("title")} />
      {groups.problem ? (
        <LoadError problem={groups.problem} />
      ) : (
        <Card className="max-w-3xl">
          <NewCustomerForm groups={groups.data} groupId={groupId} />
        </Card>
      )}
    </>
  );
}

export default withMessages("/customers/new", NewCustomerPage);
