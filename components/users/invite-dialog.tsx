"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Field, Select, TextInput } from "@/components/ui/field.tsx";
import { locales, type Locale } from "@/lib/i18n/locales.ts";
import type { InvitationResult } from "@/lib/portal/users/invitations.ts";
import { LevelChoice, type Level } from "./role-select.tsx";
import { isDisplayedOnce, SentLink } from "./invitation-link.tsx";

/** Whom an invitation is for: a colleague, or the customer with this id and address. */
export type Invitee =
  { role: "staff" } | { role: "customer"; customerId: string; name: string; email: string };

interface Draft {
  email: string;
  level: Level;
  language: Locale;
}

/** Asks somebody in; shows the link when it was not mailed. */
export function InviteDialog({ invitee, onClose }: { invitee: Invitee; onClose: () => void }) {
  const t = useTranslations("people");
  const [invited, setInvited] = useState<InvitationResult | null>(null);
  const title =
    invitee.role === "staff"
      ? t("invite.title")
      : t("invite.customerTitle", { name: invitee.name });
  return (
    <Dialog
      open
      onClose={onClose}
      firm={isDisplayedOnce(invited)}
      title={invited ? t("sent.title", { email: invited.email }) : title}
      description={invited ? undefined : t("invite.hint")}
    >
      {invited ? (
        <SentLink invited={invited} onDone={onClose} />
      ) : (
        <InviteForm invitee={invitee} onInvited={setInvited} />
      )}
    </Dialog>
  );
}

function InviteForm({
  invitee,
  onInvited,
}: {
  invitee: Invitee;
  onInvited: (invited: InvitationResult) => void;
}) {
  const t = useTranslations("people.invite");
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
      sendPortalChange<InvitationResult>("POST /api/invitations", { body: bodyOf(invitee, draft) }),
    onDone: (invited) => {
      onInvited(invited);
      router.refresh();
    },
  });
  return (
    <FormFrame form={form} action={t("send")}>
      <Field label={t("email")} error={form.errors.email} hint={t("replaces")}>
        <TextInput
          type="email"
          autoComplete="off"
          value={form.draft.email}
          onChange={(event) => form.set("email", event.target.value)}
        />
      </Field>
      {isStaff && (
        <>
          <LevelChoice value={form.draft.level} onChange={(level) => form.set("level", level)} />
          <Field label={t("language")}>
            <Select
              value={form.draft.language}
              onChange={(event) => form.set("language", event.target.value as Locale)}
            >
              {locales.map((locale) => (
                <option key={locale} value={locale}>
                  {t(`languages.${locale}`)}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
    </FormFrame>
  );
}

const bodyOf = (invitee: Invitee, { email, level, language }: Draft) =>
  invitee.role === "staff"
    ? { role: "staff", email: email.trim(), level, language }
    : { role: "customer", email: email.trim(), customer_id: invitee.customerId };
