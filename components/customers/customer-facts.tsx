import { useTranslations } from "next-intl";
import { NotGiven } from "@/components/table/cells.tsx";
import { Facts } from "@/components/ui/description-list.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Customer } from "@/lib/contract/customers.ts";
import { FALLBACK_LANGUAGE, languages } from "@/lib/i18n/customer-languages.ts";
import type { GroupOption } from "@/lib/portal/queries/group-options.ts";

/** What is on record of a customer, for who may read it and no more. */
export function CustomerFacts({
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
  if (!customer) return <Facts entries={[]} id={id} />;
  const { name, email, language, group_id, created_at } = customer;
  const group = groups.find((one) => one.id === group_id)?.name ?? group_id;
  return (
    <Facts
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
