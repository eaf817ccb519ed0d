import type { Metadata } from "next";
import { CustomersTable } from "@/components/customers/customers-table.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { OpenById } from "@/components/table/open-by-id.tsx";
import { parseTableQuery } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { followId, type AskedPage } from "../asked.ts";
import { load } from "../load.tsx";

export const metadata: Metadata = { title: "Customers" };

export default async function CustomersPage({ searchParams }: AskedPage) {
  const asked = await searchParams;
  const { directory, offers } = await openPortal(await requireStaff());
  followId("/customers", asked);
  const query = parseTableQuery("listCustomers", asked);
  const { data, failure } = await load(() =>
    Promise.all([
      directory.listCustomers(query),
      directory.listGroups({ page_size: 100, sort: "name" }),
    ]),
  );
  const create = offers("createCustomer") && (
    <CreateLink href="/customers/new">New customer</CreateLink>
  );

  return (
    <>
      <PageHeader title="Customers" actions={create} />
      {!offers("getCustomer") && <OpenById noun="customer" example="cus_…" />}
      {failure ?? <CustomersTable page={data[0]} query={query} groups={data[1].items} />}
    </>
  );
}
