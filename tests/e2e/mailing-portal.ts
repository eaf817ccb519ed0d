import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { MailServer } from "../world/mail-server.ts";
import { freePort, newDataDir, start } from "../world/started.ts";
import type { Curtail } from "./curtail.ts";

/** A portal that sends letters, in front of a service that runs. */
export interface MailingPortal {
  portalUrl: string;
  /** Its first member of staff. */
  email: string;
  password: string;
  mail: MailServer;
}

/** Starts one with a mail server of its own, and how to stop both. */
export async function startMailing({ serviceUrl, apiKey }: Curtail) {
  const mail = await MailServer.open();
  const dataDir = newDataDir();
  const port = await freePort();
  const portalUrl = `http://127.0.0.1:${port}`;
  const [email, password] = ["first@mailing.example", "only-for-browser-tests"];
  const started = start([], {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: portalUrl,
    SMTP_URL: mail.url,
    MAIL_FROM: "Curtail <portal@mailing.example>",
    FLEX_BASE_URL: serviceUrl,
    FLEX_API_KEY: apiKey,
    STAFF_EMAIL: email,
    STAFF_PASSWORD: password,
  });
  const stop = async () => {
    started.child.kill("SIGTERM");
    await started.ended;
    mail.close();
    rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 3 });
  };
  await started.ready;
  return { portal: { portalUrl, email, password, mail } satisfies MailingPortal, stop };
}
