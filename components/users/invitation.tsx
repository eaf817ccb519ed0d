"use client";

import { useLocale, useTranslations } from "next-intl";
import type { Theme } from "@/components/layout/theme.ts";
import { ThemeSwitch } from "@/components/layout/theme-switch.tsx";
import { Introduction } from "@/components/sign-in/introduction.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { InvitationState, InvitationView } from "@/lib/portal/users/invitation-acceptance.ts";
import { useState } from "react";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { ShowPassword, TextField } from "@/components/form/text-field.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PASSWORD_LENGTH } from "@/lib/contract/password-length.ts";

interface InvitationDetails {
  token: string;
  invitation: InvitationView | InvitationState;
}

/** The page of an invitation, in the language of the texts around it. */
export function Invitation({ theme, ...held }: InvitationDetails & { theme: Theme }) {
  const { invitation } = held;
  const toCustomer = typeof invitation !== "string" && invitation.role === "customer";
  return (
    <div
      lang={useLocale()}
      className="relative grid min-h-dvh max-lg:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_28rem]"
    >
      <Introduction toCustomer={toCustomer} />
      <main className="grid content-start p-6 sm:p-10 lg:pt-[24dvh]">
        <div className="absolute top-5 right-4">
          <ThemeSwitch initial={theme} />
        </div>
        <SignInLink {...held} />
      </main>
    </div>
  );
}

/** The way in, or why there is none any more. */
function SignInLink({ token, invitation }: InvitationDetails) {
  const t = useTranslations("users.accept");
  const f = useFormats();
  if (typeof invitation === "string") return <UsedInvitation state={invitation} />;
  const { kind, role, email, expires_at } = invitation;
  const isNew = kind === "account";
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col gap-4">
      <h1 className="text-xl font-semibold tracking-tight">
        {isNew ? t("title") : t("passwordTitle")}
      </h1>
      <p className="text-muted wrap-anywhere">{t(isNew ? role : "password", { email })}</p>
      <AcceptInvitationForm token={token} invitation={invitation} />
      <p className="text-xs text-muted">{t("until", { moment: f.moment(expires_at) })}</p>
    </div>
  );
}

function UsedInvitation({ state }: { state: InvitationState }) {
  const t = useTranslations("users.accept");
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col items-start gap-4">
      <h1 className="text-xl font-semibold tracking-tight">{t("over.title")}</h1>
      <p className="text-muted">{t(`over.${state}`)}</p>
      <ButtonLink variant="primary" href="/sign-in">
        {t("signIn")}
      </ButtonLink>
    </div>
  );
}

/** Chooses a name (staff) and a password, then goes in with them. */
function AcceptInvitationForm({
  token,
  invitation,
}: {
  token: string;
  invitation: InvitationView;
}) {
  const t = useTranslations("users.accept");
  const [isVisible, setVisible] = useState(false);
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
        type={isVisible ? "text" : "password"}
        autoComplete="new-password"
      />
      <ShowPassword label={t("showPassword")} isVisible={isVisible} onShow={setVisible} />
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
