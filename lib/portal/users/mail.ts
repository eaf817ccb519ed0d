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
