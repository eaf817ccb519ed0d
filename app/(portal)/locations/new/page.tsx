import type { Metadata } from "next";
import { LocationForm } from "@/components/locations/location-form.tsx";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { askedFor, type AskedPage } from "../../asked.ts";
import { load } from "../../load.tsx";

export const metadata: Metadata = { title: "New location" };

export default async function NewLocationPage({ searchParams }: AskedPage) {
  const { directory, offers } = await openPortal(await requireStaff());
  const customerId = askedFor(await searchParams, "customer");
  const { data, failure } = await load(() =>
    Promise.all([
      directory.listCustomers({ page_size: 50, sort: "name" }),
      customerId === "" ? null : directory.getCustomer(customerId),
    ]),
  );
  if (failure) return failure;
  const [{ items }, chosen] = data;

  return (
    <>
      <PageHeader title="New location" backHref="/locations" backLabel="Locations" />
      <Card className="max-w-3xl">
        <LocationForm
          customers={chosen ? [chosen, ...items.filter(({ id }) => id !== chosen.id)] : items}
          customerId={customerId}
          searchable={offers("listCustomers")}
        />
      </Card>
    </>
  );
}
