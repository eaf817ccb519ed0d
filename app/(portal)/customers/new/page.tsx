import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NewCustomerForm } from "@/components/customers/new-customer-form.tsx";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { askedFor, type AskedPage } from "../../asked.ts";
import { load } from "../../load.tsx";

export const metadata: Metadata = { title: "New customer" };

export default async function NewCustomerPage({ searchParams }: AskedPage) {
  const { directory, offers } = await openPortal(await requireStaff());
  if (!offers("createCustomer")) notFound();
  const groupId = askedFor(await searchParams, "group");
  const groups = await load(() => directory.listGroups({ page_size: 100, sort: "name" }));

  return (
    <>
      <PageHeader title="New customer" backHref="/customers" backLabel="Customers" />
      {groups.failure ?? (
        <Card className="max-w-3xl">
          <NewCustomerForm groups={groups.data.items} groupId={groupId} />
        </Card>
      )}
    </>
  );
}
