import { randomUUID } from "node:crypto";
import { getErrorReason, log } from "../context/log.ts";
import { listDueNotices, saveMail, type DueNotice } from "../db/notices.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { sendEmail, type MailSettings } from "../mail/mail.ts";
import { toNoticeEmail } from "./notice-email.ts";

const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 30 * 60_000;

/**
 * Sends the e-mails of notices that are due. A notice always has the same Message-ID: if a portal
 * stops between the mail server's answer and the record of it, the second e-mail is recognised as
 * the first.
 */
export async function sendNotices(
  deps: PortalDeps,
  settings: MailSettings | null,
  confirmLock: () => Promise<unknown>,
): Promise<void> {
  const { db, now } = deps;
  for (const due of await listDueNotices(db, now())) {
    const { notice } = due;
    const isOver = notice.kind === "planned" && notice.timeTo <= now();
    if (isOver) await saveMail(db, notice.id, { mail: "lapsed" });
    else if (!settings) await saveMail(db, notice.id, { mail: "off" });
    else {
      const { wantsEmail, maySkip } = await readChoices(deps, due);
      if (!wantsEmail) await saveMail(db, notice.id, { mail: "off" });
      else await sendNotice(deps, { ...due, maySkip }, settings, confirmLock);
    }
  }
}

/**
 * Whether the customer wants e-mails now and may skip a single control. Where the service does not
 * know, e-mails are wanted and nothing is offered to be skipped.
 */
async function readChoices({ client }: PortalDeps, { customerId }: DueNotice) {
  const capabilities = await client.capabilities();
  if (!capabilities.has("getCustomerPreferences")) return { wantsEmail: true, maySkip: false };
  const input = { params: { customer_id: customerId! }, query: {}, body: undefined };
  const { data } = await client.call("getCustomerPreferences", input, randomUUID());
  const maySkip = capabilities.has("optOutOfControl") && data.allowed.control_opt_out;
  return { wantsEmail: data.email_notices, maySkip };
}

async function sendNotice(
  { db, now }: PortalDeps,
  due: DueNotice & { maySkip: boolean },
  settings: MailSettings,
  confirmLock: () => Promise<unknown>,
): Promise<void> {
  const { id, attempts } = due.notice;
  await confirmLock();
  try {
    await sendEmail(settings, await toNoticeEmail(due, settings.publicUrl));
  } catch (error) {
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 10), MAX_RETRY_MS);
    const nextAttemptAt = new Date(now().getTime() + delayMs);
    await saveMail(db, id, { attempts: attempts + 1, nextAttemptAt });
    log.warn({ noticeId: id, reason: getErrorReason(error) }, "Failed to send an e-mail");
    return;
  }
  await saveMail(db, id, { mail: "sent", attempts: attempts + 1, sentAt: now() });
}
