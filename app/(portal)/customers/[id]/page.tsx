import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CustomerForm } from "@/components/customers/customer-form.tsx";
import { CustomerHeader } from "@/components/customers/customer-header.tsx";
import { Card } from "@/components/ui/card.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { askedId, type OnePage } from "../../asked.ts";
import { load } from "../../load.tsx";
import { CustomerControls, CustomerLocations } from "./belongings.tsx";
import { readCustomer } from "./read-customer.ts";

export const metadata: Metadata = { title: "Customer" };

export default async function CustomerPage(page: OnePage) {
  const id = await askedId(page);
  const portal = await openPortal(await requireStaff());
  const { data, failure } = await load(() => readCustomer(portal, id));
  if (failure) return failure;
  const { customer, groups, locations, goes } = data;
  if (!customer && portal.offers("getCustomer")) notFound();

  return (
    <>
      <CustomerHeader id={id} customer={customer} goes={goes} />
      <div className="grid gap-4">
        <Card title="Details" className="max-w-3xl">
          <CustomerForm
            key={customer ? "known" : "unknown"}
            customer={customer ?? { id, name: "" }}
            groups={groups}
          />
        </Card>
        <CustomerLocations customerId={id} locations={locations} />
        {portal.offers("listCustomerControls") && <CustomerControls portal={portal} id={id} />}
      </div>
    </>
  );
}
