import { useTranslations } from "next-intl";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Customer } from "@/lib/contract/customers.ts";
import type { DeletionImpact } from "@/lib/portal/queries/customer-deletion-impact.ts";
import { DeleteCustomer } from "./delete-customer.tsx";

/** The heading of a customer's page, with the way to deleting it and what goes along. */
export function CustomerHeader({
  id,
  customer,
  leaves,
}: {
  id: string;
  customer: Customer | null;
  /** What is deleted with it; null for who may not delete it. */
  leaves: DeletionImpact | null;
}) {
  const t = useTranslations("customers");
  return (
    <PageHeader
      title={customer?.name ?? id}
      subtitle={customer?.email ?? t("notFound")}
      backHref="/customers"
      backLabel={t("title")}
      actions={leaves && <DeleteCustomer id={id} name={customer?.name ?? null} impact={leaves} />}
    />
  );
}
