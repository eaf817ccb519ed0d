"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { ShowPassword } from "@/components/form/show-password.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { ButtonLink } from "@/components/ui/button.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { PASSWORD_LENGTH } from "@/lib/contract/password-length.ts";
import type { InvitationView } from "@/lib/portal/users/invitation-acceptance.ts";

/** Chooses a name (staff) and a password, then goes in with them. */
export function AcceptInvitationForm({
  token,
  invitation,
}: {
  token: string;
  invitation: InvitationView;
}) {
  const t = useTranslations("users.accept");
  const [shown, setShown] = useState(false);
  const [alone, setAlone] = useState(false);
  const isNew = invitation.kind === "account";
  const named = isNew && invitation.role === "staff";
  const form = useForm({
    initial: { name: "", password: "" },
    send: ({ name, password }) =>
      sendPortalChange<{ email: string }>("POST /api/invitations/accept", {
        body: { token, password, ...(named && { name }) },
      }),
    onDone: async ({ email }) => {
      const answer = await enter(email, form.draft.password);
      if (answer) window.location.assign("/");
      else setAlone(true);
    },
  });

  if (alone) return <SignInPrompt />;
  return (
    <FormFrame form={form} action={isNew ? t("action") : t("passwordAction")}>
      <input type="hidden" name="username" autoComplete="username" value={invitation.email} />
      {named && <TextField form={form} name="name" label={t("name")} autoComplete="name" />}
      <TextField
        form={form}
        name="password"
        label={t("choose")}
        hint={t("chooseHint", { count: PASSWORD_LENGTH })}
        type={shown ? "text" : "password"}
        autoComplete="new-password"
      />
      <ShowPassword label={t("showPassword")} shown={shown} onShow={setShown} />
    </FormFrame>
  );
}

async function enter(email: string, password: string): Promise<boolean> {
  const answer = await import("next-auth/react")
    .then(({ signIn }) => signIn("credentials", { email, password, redirect: false }))
    .catch(() => undefined);
  return Boolean(answer?.ok && !answer.error);
}

function SignInPrompt() {
  const t = useTranslations("users.accept");
  return (
    <div role="alert" className="flex flex-col items-start gap-4">
      <p>{t("signInYourself")}</p>
      <ButtonLink variant="primary" href="/sign-in">
        {t("signIn")}
      </ButtonLink>
    </div>
  );
}
