import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CustomersTable } from "@/components/customers/customers-table.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { IdLookup } from "@/components/table/id-lookup.tsx";
import { parseTableQuery, redirectToId, type SearchPage } from "@/lib/portal/queries/list-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { readGroupOptions } from "@/lib/portal/queries/group.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("customers"))("title") };
}

async function CustomersPage({ searchParams }: SearchPage) {
  const search = await searchParams;
  const { directory, isAllowed, supports } = await createPortalClient(await requireStaff());
  const t = await getTranslations("customers");
  redirectToId("/customers", search);
  const query = parseTableQuery("listCustomers", search);
  const { data, problem } = await load(() =>
    Promise.all([directory.listCustomers(query), readGroupOptions(directory)]),
  );
  const create = isAllowed("createCustomer") && supports("createCustomer") && (
    <CreateLink href="/customers/new">{t("new")}</CreateLink>
  );

  return (
    <>
      <PageHeader title={t("title")} actions={create} />
      {!supports("getCustomer") && <IdLookup label={t("openById")} example="cus_…" />}
      {problem ? (
        <LoadError problem={problem} />
      ) : (
        <CustomersTable
          page={data[0]}
          query={query}
          groups={data[1]}
          mayAssign={isAllowed("updateCustomer")}
          rereads={supports("getCustomer")}
        />
      )}
    </>
  );
}

export default withMessages("/customers", CustomersPage);
