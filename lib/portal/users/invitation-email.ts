import { DEFAULT_LOCALE, type Locale } from "../../i18n/locales.ts";
import { exportMessages } from "../../i18n/messages.ts";
import type { Invitation } from "../db/invitations.ts";
import { ZONE } from "../../time/amsterdam.ts";
import { toHtml, type Email } from "../mail/mail.ts";

/** The e-mail with the one-time link and its expiry. */
export async function toInvitationEmail(
  invitation: Pick<Invitation, "kind" | "email" | "name" | "language" | "expiresAt">,
  link: string,
): Promise<Email> {
  const locale = invitation.language ?? DEFAULT_LOCALE;
  const t = await exportMessages(locale);
  const { kind, name } = invitation;
  const paragraphs = {
    greeting: name ? t("users.email.greeting", { name }) : t("users.email.greetingUnnamed"),
    intro: t(`users.email.${kind}.body`),
    until: t("users.email.until", { moment: formatTime(locale, invitation.expiresAt) }),
    unexpected: t("users.email.unexpected"),
  };
  return {
    to: invitation.email,
    subject: t(`users.email.${kind}.subject`),
    text: Object.values({ ...paragraphs, intro: `${paragraphs.intro}\n${link}` }).join("\n\n"),
    html: toHtml(locale, paragraphs, t(`users.email.${kind}.link`), link),
  };
}

/** With the time zone: an e-mail is read anywhere, and one hour a year repeats. */
const formatTime = (locale: Locale, at: Date) =>
  new Intl.DateTimeFormat(locale === "nl" ? "nl-NL" : "en-GB", {
    timeZone: ZONE,
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(at);
