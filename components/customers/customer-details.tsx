import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card.tsx";
import type { Customer } from "@/lib/contract/customers.ts";
import { CustomerFacts } from "./customer-facts.tsx";
import type { GroupOption } from "@/lib/portal/queries/group-options.ts";
import { CustomerForm } from "./customer-form.tsx";

/** What is on record of a customer: in a form for who may change it, else to read. */
export function CustomerDetails({
  id,
  customer,
  groups,
  mayChange,
  rereads,
}: {
  id: string;
  customer: Customer | null;
  groups: GroupOption[];
  mayChange: boolean;
  /** Whether the service tells what a customer is called now. */
  rereads: boolean;
}) {
  const t = useTranslations("customers");
  return (
    <Card title={t("details")} className="max-w-3xl">
      {mayChange ? (
        <CustomerForm
          key={customer ? "known" : "unknown"}
          customer={customer ?? { id, name: "" }}
          groups={groups}
          rereads={rereads}
        />
      ) : (
        <CustomerFacts id={id} customer={customer} groups={groups} />
      )}
    </Card>
  );
}
