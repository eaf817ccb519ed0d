import type { Locale } from "../../i18n/locales.ts";
import { env } from "../../env.ts";

/** The mail server, and the base URL of links. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with credentials if the server requires them. */
  smtpUrl: string;
  from: string;
  publicUrl: string;
}

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A fixed Message-ID, in angle brackets; a new one if not given. */
  messageId?: string;
}

const CONNECT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 10_000;

/** The configured mail server; null if there is none. */
export function getMailSettings(): MailSettings | null {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = env();
  if (!SMTP_URL || !MAIL_FROM || !PUBLIC_URL) return null;
  return { smtpUrl: SMTP_URL, from: MAIL_FROM, publicUrl: PUBLIC_URL };
}

/** Sends an e-mail. @throws when the server refuses it. */
export async function sendEmail(settings: MailSettings, letter: Email): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: settings.smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  } as object);
  try {
    await transport.sendMail({ from: settings.from, ...letter });
  } finally {
    transport.close();
  }
}

/** A letter of four paragraphs with a button after the second. */
export function toHtml(
  locale: Locale,
  {
    greeting,
    intro,
    until,
    unexpected,
  }: Record<"greeting" | "intro" | "until" | "unexpected", string>,
  label: string,
  link: string,
): string {
  const button = `<a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#171b1f;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>`;
  const parts = [
    ...[greeting, intro].map(escapeHtml),
    button,
    `<a href="${escapeHtml(link)}" style="color:#555d65">${escapeHtml(link)}</a>`,
    ...[until, unexpected].map(escapeHtml),
  ];
  const body = parts.map((part) => `<p>${part}</p>`).join("\n");
  return `<!doctype html>\n<html lang="${locale}"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#171b1f">\n${body}\n</body></html>\n`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
/** A text within HTML. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character]!);
