"use client";

import { useLocale, useTranslations } from "next-intl";
import type { Theme } from "@/components/layout/theme.ts";
import { ThemeSwitch } from "@/components/layout/theme-switch.tsx";
import { Introduction } from "@/components/sign-in/introduction.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { InvitationState, InvitationView } from "@/lib/portal/users/invitation-acceptance.ts";
import { AcceptInvitationForm } from "./accept-invitation-form.tsx";

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
