import { randomUUID } from "node:crypto";
import { nullOn404 } from "../context/errors.ts";
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
    else await sendNotice(deps, due, settings, confirmLock);
  }
}

/**
 * Whether the customer wants e-mails now and may skip a single control. Where the service does not
 * know, e-mails are wanted and nothing is offered to be skipped. A deleted customer wants none.
 */
async function readChoices({ client }: PortalDeps, { customerId }: DueNotice) {
  const capabilities = await client.capabilities();
  if (!capabilities.has("getCustomerPreferences")) return { wantsEmail: true, maySkip: false };
  const input = { params: { customer_id: customerId! }, query: {}, body: undefined };
  const answer = await nullOn404(client.call("getCustomerPreferences", input, randomUUID()));
  if (!answer) return { wantsEmail: false, maySkip: false };
  const { allowed, email_notices } = answer.data;
  const maySkip = capabilities.has("optOutOfControl") && allowed.control_opt_out;
  return { wantsEmail: email_notices, maySkip };
}

/** Sends one notice; a failure of the service or of the mail server postpones only this one. */
async function sendNotice(
  deps: PortalDeps,
  due: DueNotice,
  settings: MailSettings,
  confirmLock: () => Promise<unknown>,
): Promise<void> {
  const { db, now } = deps;
  const { id, attempts } = due.notice;
  const postpone = (error: unknown) => postponeNotice(deps, due, error);
  const choices = await readChoices(deps, due).catch(postpone);
  if (!choices) return;
  const { wantsEmail, maySkip } = choices;
  if (!wantsEmail) return saveMail(db, id, { mail: "off" });
  await confirmLock();
  try {
    await sendEmail(settings, await toNoticeEmail({ ...due, maySkip }, settings.publicUrl));
  } catch (error) {
    return postpone(error);
  }
  await saveMail(db, id, { mail: "sent", attempts: attempts + 1, sentAt: now() });
}

/** Logs why a notice was not sent, and sets when it is tried again; the wait doubles. */
async function postponeNotice(
  { db, now }: PortalDeps,
  { notice: { id, attempts } }: DueNotice,
  error: unknown,
): Promise<void> {
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 10), MAX_RETRY_MS);
  const nextAttemptAt = new Date(now().getTime() + delayMs);
  await saveMail(db, id, { attempts: attempts + 1, nextAttemptAt });
  log.warn({ noticeId: id, reason: getErrorReason(error) }, "Failed to send an e-mail");
}
