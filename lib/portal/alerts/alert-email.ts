import { alertHref, alertValues } from "../../alerts/alert-text.ts";
import type { Alert } from "../../contract/alerts.ts";
import { createFormats, type Formats } from "../../i18n/format.ts";
import { DEFAULT_LOCALE, type Locale } from "../../i18n/locales.ts";
import { exportMessages, type ExportMessages } from "../../i18n/messages.ts";
import type { AlertReader } from "../db/alerts.ts";
import { escapeHtml, type Email } from "../mail/mail.ts";

/** One alert of a letter. */
interface Item {
  title: string;
  text: string;
  href: string;
}

function toItem(alert: Alert, t: ExportMessages, f: Formats, publicUrl: string): Item {
  const resolved =
    alert.resolved_at && ` ${t("alerts.email.resolved", { at: f.moment(alert.resolved_at) })}`;
  return {
    title: t(`alerts.kinds.${alert.kind}`),
    text: `${t(`alerts.text.${alert.kind}`, alertValues(alert, f))} ${t("alerts.email.since", { at: f.moment(alert.raised_at) })}${resolved ?? ""}`,
    href: new URL(alertHref(alert), publicUrl).href,
  };
}

/** The e-mail of alerts in the reader's language, with a Message-ID that belongs to its letter. */
export async function toAlertEmail(
  { id, reader, alerts }: { id: string; reader: AlertReader; alerts: readonly Alert[] },
  publicUrl: string,
): Promise<Email> {
  const locale = reader.language ?? DEFAULT_LOCALE;
  const t = await exportMessages(locale);
  const f = createFormats(locale);
  const items = alerts.map((alert) => toItem(alert, t, f, publicUrl));
  const [first] = alerts;
  const subject =
    alerts.length === 1
      ? t("alerts.email.one", {
          kind: t(`alerts.kinds.${first!.kind}`),
          target: first!.target.name,
        })
      : t("alerts.email.many", { count: alerts.length });
  const greeting = t("users.email.greeting", { name: reader.name });
  const settings = new URL("/account", publicUrl).href;
  const closing = t("alerts.email.settings");
  const listed = items.map(({ title, text, href }) => `${title}\n${text}\n${href}`);
  return {
    to: reader.email,
    subject,
    text: [greeting, ...listed, `${closing}\n${settings}`].join("\n\n"),
    html: toAlertHtml(locale, { greeting, items, closing, settings }),
    messageId: `<alerts-${id}@${new URL(publicUrl).hostname}>`,
  };
}

function toAlertHtml(
  locale: Locale,
  {
    greeting,
    items,
    closing,
    settings,
  }: { greeting: string; items: Item[]; closing: string; settings: string },
): string {
  const listed = items.map(
    ({ title, text, href }) =>
      `<p><a href="${escapeHtml(href)}" style="color:#171b1f"><strong>${escapeHtml(title)}</strong></a><br>${escapeHtml(text)}</p>`,
  );
  const end = `<p style="color:#555d65">${escapeHtml(closing)} <a href="${escapeHtml(settings)}" style="color:#555d65">${escapeHtml(settings)}</a></p>`;
  const body = [`<p>${escapeHtml(greeting)}</p>`, ...listed, end].join("\n");
  return `<!doctype html>\n<html lang="${locale}"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#171b1f">\n${body}\n</body></html>\n`;
}
