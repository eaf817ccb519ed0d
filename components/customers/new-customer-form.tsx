"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { TextField } from "@/components/form/text-field.tsx";
import { FALLBACK_LANGUAGE } from "@/lib/i18n/customer-languages.ts";
import { type GroupOption } from "@/lib/portal/queries/group-options.ts";
import { CustomerFields, type CustomerDraft } from "./customer-fields.tsx";

/** Creates a customer and opens it. */
export function NewCustomerForm({ groups, groupId }: { groups: GroupOption[]; groupId: string }) {
  const t = useTranslations("customers");
  const router = useRouter();
  const initial: CustomerDraft & { email: string } = {
    name: "",
    email: "",
    language: FALLBACK_LANGUAGE,
    group_id: groupId,
  };
  const form = useOperationForm({
    operation: "createCustomer",
    initial,
    toBody: ({ name, email, language, group_id }) => ({
      name: name.trim(),
      email: email.trim(),
      language,
      group_id: group_id === "" ? null : group_id,
    }),
    onDone: ({ id }) => router.push(`/customers/${encodeURIComponent(id)}`),
  });

  return (
    <FormFrame form={form} action={t("create")} cancelHref="/customers">
      <CustomerFields draft={form.draft} errors={form.errors} set={form.set} groups={groups} />
      <TextField form={form} name="email" label={t("email")} type="email" autoComplete="off" />
    </FormFrame>
  );
}
