import { Card } from "@/components/ui/card.tsx";
import { CustomerForm } from "./customer-form.tsx";
import { useTranslations } from "next-intl";
import { NotGiven } from "@/components/table/cells.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Customer } from "@/lib/contract/customers.ts";
import { FALLBACK_LANGUAGE, languages } from "@/lib/i18n/customer-languages.ts";
import type { GroupOption } from "@/lib/portal/queries/group-options.ts";

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
  /** Whether the service provides single customers. */
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

/** What is on record of a customer, for who may read it and no more. */
function CustomerFacts({
  id,
  customer,
  groups,
}: {
  id: string;
  customer: Customer | null;
  groups: GroupOption[];
}) {
  const t = useTranslations("customers");
  const f = useFormats();
  if (!customer) return <DescriptionList entries={[]} id={id} />;
  const { name, email, language, group_id, created_at } = customer;
  const group = groups.find((one) => one.id === group_id)?.name ?? group_id;
  return (
    <DescriptionList
      entries={[
        [t("name"), name],
        [t("email"), email],
        [t("language"), languages[language ?? FALLBACK_LANGUAGE]],
        [t("group"), group ?? <NotGiven key="group" />],
        [t("since"), f.day(created_at)],
      ]}
      id={id}
    />
  );
}
