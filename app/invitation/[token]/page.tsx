import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { Invitation } from "@/components/users/invitation.tsx";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme.ts";
import { loadMessages } from "@/lib/i18n/messages.ts";
import { pickMessages } from "@/lib/i18n/sent-messages.ts";
import { readCurrentInvitation } from "@/lib/portal/users/invitation-acceptance.ts";

interface InvitedPage {
  params: Promise<{ token: string }>;
}

async function invitedBy(params: InvitedPage["params"]) {
  const { token } = await params;
  const invitation = await readCurrentInvitation(token);
  const chosen = typeof invitation === "string" ? null : invitation.language;
  return { token, invitation, locale: chosen ?? (await getLocale()) };
}

export async function generateMetadata({ params }: InvitedPage): Promise<Metadata> {
  const { locale } = await invitedBy(params);
  const t = await getTranslations({ locale, namespace: "users.accept" });
  return { title: t("page"), referrer: "no-referrer", robots: { index: false } };
}

/** In the language of who is invited, as they may never have been here. */
export default async function InvitationPage({ params }: InvitedPage) {
  const { token, invitation, locale } = await invitedBy(params);
  const messages = pickMessages(await loadMessages(locale), "invitation");
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <NextIntlClientProvider locale={locale} messages={messages}>
      <Invitation token={token} invitation={invitation} theme={theme} />
    </NextIntlClientProvider>
  );
}
