import { MailServer } from "../support/mail-server.ts";
import type { Curtail } from "./start-stack.ts";
import { startPortalBefore } from "./standalone-portal.ts";

/** A portal that sends letters, in front of a service that runs. */
export interface MailingPortal {
  portalUrl: string;
  /** Its first member of staff. */
  email: string;
  password: string;
  mail: MailServer;
}

/** Starts a portal with its own mail server; returns how to stop both. */
export async function startMailing({ serviceUrl, apiKey }: Curtail) {
  const mail = await MailServer.open();
  const first = { email: "first@mailing.example", password: "only-for-browser-tests" };
  const sendsLetters = (portalUrl: string) => ({
    PUBLIC_URL: portalUrl,
    SMTP_URL: mail.url,
    MAIL_FROM: "Curtail <portal@mailing.example>",
  });
  const before = { baseUrl: serviceUrl, apiKey };
  const { portalUrl, stop } = await startPortalBefore(before, first, sendsLetters);
  return {
    portal: { portalUrl, ...first, mail } satisfies MailingPortal,
    async stop() {
      await stop();
      mail.close();
    },
  };
}
