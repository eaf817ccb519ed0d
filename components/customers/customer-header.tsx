import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Customer } from "@/lib/contract/customers.ts";
import { DeleteCustomer, type Goes } from "./delete-customer.tsx";

/** The heading of a customer's page, with the way to deleting it; `goes` along with it. */
export function CustomerHeader({
  id,
  customer,
  goes,
}: {
  id: string;
  customer: Customer | null;
  goes: Goes | null;
}) {
  return (
    <PageHeader
      title={customer?.name ?? id}
      subtitle={customer?.email ?? "Not known to this portal; its service may know it."}
      backHref="/customers"
      backLabel="Customers"
      actions={<DeleteCustomer id={id} name={customer?.name ?? null} goes={goes} />}
    />
  );
}
