import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { CustomerDetails } from "@/components/customers/customer-details.tsx";
import { CustomerHeader } from "@/components/customers/customer-header.tsx";
import { parseTableQuery } from "@/components/table/table-query.ts";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { askedId, type AskedPage, type OnePage } from "../../asked.ts";
import { load } from "../../load.tsx";
import { CustomerAccess } from "./access.tsx";
import { CustomerControls, CustomerLocations } from "./belongings.tsx";
import { readCustomer } from "./read-customer.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("customers"))("one") };
}

export default async function CustomerPage(page: OnePage & AskedPage) {
  const id = await askedId(page);
  const portal = await openPortal(await requireStaff());
  const query = parseTableQuery("listCustomerControls", await page.searchParams);
  const { data, failure } = await load(() => readCustomer(portal, id));
  if (failure) return failure;
  const { customer, groups, locations, leaves } = data;
  if (!customer && portal.offers("getCustomer")) notFound();

  return (
    <>
      <CustomerHeader id={id} customer={customer} leaves={leaves} />
      <div className="grid grid-cols-1 gap-4">
        <CustomerDetails
          id={id}
          customer={customer}
          groups={groups}
          mayChange={portal.may("updateCustomer")}
          rereads={portal.offers("getCustomer")}
        />
        <CustomerAccess portal={portal} customer={customer ?? { id, name: id }} />
        <CustomerLocations portal={portal} id={id} locations={locations} />
        {portal.offers("listCustomerControls") && (
          <CustomerControls portal={portal} id={id} query={query} />
        )}
      </div>
    </>
  );
}
