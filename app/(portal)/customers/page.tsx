import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CustomersTable } from "@/components/customers/customers-table.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { OpenById } from "@/components/table/open-by-id.tsx";
import { parseTableQuery } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { followId, type AskedPage } from "../asked.ts";
import { groupChoices } from "../group-choices.ts";
import { load } from "../load.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("customers"))("title") };
}

export default async function CustomersPage({ searchParams }: AskedPage) {
  const asked = await searchParams;
  const { directory, may, offers } = await openPortal(await requireStaff());
  const t = await getTranslations("customers");
  followId("/customers", asked);
  const query = parseTableQuery("listCustomers", asked);
  const { data, failure } = await load(() =>
    Promise.all([directory.listCustomers(query), groupChoices(directory)]),
  );
  const create = may("createCustomer") && offers("createCustomer") && (
    <CreateLink href="/customers/new">{t("new")}</CreateLink>
  );

  return (
    <>
      <PageHeader title={t("title")} actions={create} />
      {!offers("getCustomer") && <OpenById label={t("openById")} example="cus_…" />}
      {failure ?? (
        <CustomersTable
          page={data[0]}
          query={query}
          groups={data[1]}
          mayAssign={may("updateCustomer")}
          rereads={offers("getCustomer")}
        />
      )}
    </>
  );
}
