"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import type { Customer } from "@/lib/contract/customers.ts";
import { CustomerFields, UNCHANGED, type GroupChoice } from "./customer-fields.tsx";
import { FALLBACK_LANGUAGE } from "./languages.ts";

/** A customer as far as it is known; without `created_at` only its id is. */
export type CustomerToChange = Pick<Customer, "id" | "name" | "language" | "group_id"> &
  Partial<Pick<Customer, "created_at">>;

/**
 * Changes a customer. With `groups` also the group; `null` sends name and language only, which is
 * all a customer may change of their own. What is not known stays as it is unless it is chosen.
 */
export function CustomerForm({
  customer,
  groups,
}: {
  customer: CustomerToChange;
  groups: GroupChoice[] | null;
}) {
  const t = useTranslations("customers");
  const router = useRouter();
  const form = useOperationForm({
    operation: "updateCustomer",
    params: { customer_id: customer.id },
    initial: draftOf(customer),
    toBody: ({ name, language, group_id }) => ({
      name: name.trim(),
      ...(language === UNCHANGED ? {} : { language }),
      ...(groups && group_id !== UNCHANGED ? { group_id: group_id || null } : {}),
    }),
    onDone: () => router.refresh(),
  });

  return (
    <FormFrame form={form} action={t("save")}>
      <CustomerFields
        draft={form.draft}
        errors={form.errors}
        set={form.set}
        groups={groups}
        keeps={!customer.created_at}
      />
    </FormFrame>
  );
}

function draftOf({ name, language, group_id, created_at }: CustomerToChange) {
  if (!created_at) return { name, language: UNCHANGED, group_id: UNCHANGED };
  return { name, language: language ?? FALLBACK_LANGUAGE, group_id: group_id ?? "" };
}
