import { controlType } from "../../contract/controls.ts";
import { getNoticeReasonKey } from "../../controls/reason-text.ts";
import { createFormats } from "../../i18n/format.ts";
import { DEFAULT_LOCALE } from "../../i18n/locales.ts";
import { exportMessages } from "../../i18n/messages.ts";
import type { DueNotice } from "../db/notices.ts";
import { toHtml, type Email } from "../mail/mail.ts";

/** The e-mail of a notice in the reader's language, with a Message-ID that is always the same. */
export async function toNoticeEmail(
  { notice, email, name, language, maySkip }: DueNotice & { maySkip: boolean },
  publicUrl: string,
): Promise<Email> {
  const locale = language ?? DEFAULT_LOCALE;
  const t = await exportMessages(locale);
  const f = createFormats(locale);
  const link = new URL("/notices", publicUrl);
  const controlled = controlType.parse(notice.type);
  const type = t(`controls.types.${controlled}.plain`);
  const window = {
    day: f.day(notice.timeFrom),
    times: f.times(notice.timeFrom.getTime(), notice.timeTo.getTime(), true),
    end: f.time(notice.timeTo),
    type,
  };
  const reason = getNoticeReasonKey({ ...notice, type: controlled });
  const why = reason ? [t("notices.why", { reason: t(`customerHome.${reason}`) })] : [];
  const skip = notice.kind === "planned" ? [t(`notices.email.${maySkip ? "skip" : "noSkip"}`)] : [];
  const paragraphs = {
    greeting: t("users.email.greeting", { name }),
    intro: [t(`notices.${notice.kind}.text`, window), ...why].join(" "),
    until: [...skip, t("notices.email.preferences")].join(" "),
    unexpected: t("notices.email.settings"),
  };
  return {
    to: email,
    subject: t(`notices.${notice.kind}.subject`, window),
    text: Object.values({ ...paragraphs, intro: `${paragraphs.intro}\n${link.href}` }).join("\n\n"),
    html: toHtml(locale, paragraphs, t("notices.email.link"), link.href),
    messageId: `<notice-${notice.id}@${link.hostname}>`,
  };
}
