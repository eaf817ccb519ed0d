"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { TextField } from "@/components/form/text-field.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import { locales, type Locale } from "@/lib/i18n/locales.ts";
import type { InvitationResult } from "@/lib/portal/users/invitations.ts";
import { RoleSelect, type StaffRole } from "./role-select.tsx";
import { InvitationLinkDialog } from "./invitation-link.tsx";

/** Whom an invitation is for: a colleague, or the customer with this id and address. */
export type Invitee =
  { role: "staff" } | { role: "customer"; customerId: string; name: string; email: string };

interface Draft {
  email: string;
  level: StaffRole;
  language: Locale;
}

/** Invites somebody, and displays the link when it was not mailed. */
export function InviteDialog({ invitee, onClose }: { invitee: Invitee; onClose: () => void }) {
  const t = useTranslations("users");
  const [invited, setInvited] = useState<InvitationResult | null>(null);
  const router = useRouter();
  const isStaff = invitee.role === "staff";
  const initial: Draft = {
    email: isStaff ? "" : invitee.email,
    level: "viewer",
    language: useLocale(),
  };
  const form = useForm({
    initial,
    send: (draft) =>
      sendPortalChange<InvitationResult>("POST /api/invitations", { body: toBody(invitee, draft) }),
    onDone: (invited) => {
      setInvited(invited);
      router.refresh();
    },
  });
  if (invited) {
    const title = t("link.title", { email: invited.email });
    return <InvitationLinkDialog title={title} invited={invited} onClose={onClose} />;
  }
  return (
    <DialogForm
      form={form}
      title={isStaff ? t("invite.title") : t("invite.customerTitle", { name: invitee.name })}
      description={t("invite.hint")}
      action={t("invite.send")}
      reauth={<FormReauth form={form} />}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="email"
        label={t("invite.email")}
        hint={t("invite.replaces")}
        type="email"
        autoComplete="off"
      />
      {isStaff && (
        <>
          <RoleSelect value={form.draft.level} onChange={(level) => form.set("level", level)} />
          <Field label={t("invite.language")}>
            <Select
              value={form.draft.language}
              onChange={(event) => form.set("language", event.target.value as Locale)}
            >
              {locales.map((locale) => (
                <option key={locale} value={locale}>
                  {t(`invite.languages.${locale}`)}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
    </DialogForm>
  );
}

const toBody = (invitee: Invitee, { email, level, language }: Draft) =>
  invitee.role === "staff"
    ? { role: "staff", email: email.trim(), level, language }
    : { role: "customer", email: email.trim(), customer_id: invitee.customerId };
