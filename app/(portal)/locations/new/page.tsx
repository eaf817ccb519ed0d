import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { LocationForm } from "@/components/locations/location-form.tsx";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { getParam, type SearchPage } from "@/lib/portal/queries/list-query.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("locations"))("new") };
}

async function NewLocationPage({ searchParams }: SearchPage) {
  const { directory, isAllowed, supports } = await createPortalClient(await requireStaff());
  if (!isAllowed("createLocation")) notFound();
  const t = await getTranslations("locations");
  const customerId = getParam(await searchParams, "customer");
  const { data, problem } = await load(() =>
    Promise.all([
      directory.listCustomers({ page_size: 50, sort: "name" }),
      customerId === "" ? null : directory.getCustomer(customerId),
    ]),
  );
  if (problem) return <LoadError problem={problem} />;
  const [{ items }, chosen] = data;

  return (
    <>
      <PageHeader title={t("new")} backHref="/locations" backLabel={t("title")} />
      <Card className="max-w-3xl">
        <LocationForm
          customers={chosen ? [chosen, ...items.filter(({ id }) => id !== chosen.id)] : items}
          customerId={customerId}
          searchable={supports("listCustomers")}
        />
      </Card>
    </>
  );
}

export default withMessages("/locations/new", NewLocationPage);
