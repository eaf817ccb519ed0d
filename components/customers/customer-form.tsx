"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import type { Customer, CustomerUpdate, Language } from "@/lib/contract/customers.ts";
import { FALLBACK_LANGUAGE } from "@/lib/i18n/locales.ts";
import { updateCustomer } from "./update-customer.ts";
import { type GroupOption } from "@/lib/portal/queries/group.ts";
import { CustomerFields, UNCHANGED, type CustomerDraft } from "./customer-fields.tsx";
import { TextField } from "@/components/form/text-field.tsx";

/** A customer as far as it is known; without `created_at` only its id is. */
type EditedCustomer = Pick<Customer, "id" | "name" | "language" | "group_id"> &
  Partial<Pick<Customer, "created_at">>;

/**
 * Changes a customer: of what others may change meanwhile, only what was changed here is sent. With
 * `groups` also the group; `null` sends name and language only, which is all a customer may change
 * of their own. What is not known stays as it is unless it is chosen.
 */
export function CustomerForm({
  customer,
  groups,
  rereads,
}: {
  customer: EditedCustomer;
  groups: GroupOption[] | null;
  /** Whether the service provides single customers. */
  rereads: boolean;
}) {
  const t = useTranslations("customers");
  const router = useRouter();
  const form = useOperationForm({
    operation: "updateCustomer",
    params: { customer_id: customer.id },
    initial: toDraft(customer),
    toBody: toUpdate,
    send: (draft, changes) =>
      updateCustomer({ id: customer.id, name: draft.name.trim() }, toUpdate(changes), rereads),
    toSavedDraft: toDraft,
    onDone: () => router.refresh(),
  });

  return (
    <FormFrame form={form} action={t("save")}>
      <CustomerFields
        draft={form.draft}
        errors={form.errors}
        set={form.set}
        groups={groups}
        isExisting={!customer.created_at}
      />
    </FormFrame>
  );
}

/** What of the fields is sent; what stays as it is is not. */
const toUpdate = ({
  name,
  language,
  group_id,
}: Partial<CustomerDraft>): Partial<CustomerUpdate> => ({
  ...(name !== undefined && { name: name.trim() }),
  ...(language !== undefined && language !== UNCHANGED && { language: language as Language }),
  ...(group_id !== undefined && group_id !== UNCHANGED && { group_id: group_id || null }),
});

function toDraft({ name, language, group_id, created_at }: EditedCustomer): CustomerDraft {
  if (!created_at) return { name, language: UNCHANGED, group_id: UNCHANGED };
  return { name, language: language ?? FALLBACK_LANGUAGE, group_id: group_id ?? "" };
}

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
