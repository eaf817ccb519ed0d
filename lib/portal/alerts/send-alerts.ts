import { randomUUID } from "node:crypto";
import { isQuiet } from "../../alerts/quiet-hours.ts";
import type { Alert } from "../../contract/alerts.ts";
import { nullOn404 } from "../context/errors.ts";
import { getErrorReason, log } from "../context/log.ts";
import {
  dropAlertMails,
  listAlertReaders,
  listDueAlertMails,
  putIntoLetter,
  saveLetter,
  type AlertMail,
  type AlertReader,
} from "../db/alerts.ts";
import { sendEmail, type MailSettings } from "../mail/mail.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { toAlertEmail } from "./alert-email.ts";

const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 30 * 60_000;

/** A letter that is ready to be sent. */
interface Letter {
  id: string;
  reader: AlertReader;
  mails: readonly AlertMail[];
}

/**
 * Sends the alerts that are due, in one letter to each person; none during their quiet hours. A
 * letter keeps its Message-ID: if a portal stops between the mail server's answer
 * and the record of it, the second letter is recognised as the first.
 */
export async function sendAlertMails(
  deps: PortalDeps,
  settings: MailSettings,
  confirmLock: () => Promise<unknown>,
): Promise<void> {
  const { db, now } = deps;
  const due = await listDueAlertMails(db, now());
  if (due.length === 0) return;
  for (const reader of await listAlertReaders(db)) {
    if (isQuiet(reader.settings.quiet, now().getTime())) continue;
    const mails = due.filter(({ accountId }) => accountId === reader.id);
    for (const [id, letter] of groupByLetter(mails)) {
      const wanted = await selectWanted(deps, reader, letter);
      if (wanted.length === 0) continue;
      await putIntoLetter(db, id, wanted);
      await sendLetter(deps, { id, reader, mails: wanted }, settings, confirmLock);
    }
  }
}

/** The e-mails by letter; those without one make a new one together. */
function groupByLetter(mails: readonly AlertMail[]): Map<string, AlertMail[]> {
  const fresh = randomUUID();
  const letters = new Map<string, AlertMail[]>();
  for (const mail of mails) {
    const id = mail.letterId ?? fresh;
    letters.set(id, [...(letters.get(id) ?? []), mail]);
  }
  return letters;
}

/** What a person should still be told, with what is known of it now; the others are dropped. */
async function selectWanted(
  deps: PortalDeps,
  reader: AlertReader,
  mails: readonly AlertMail[],
): Promise<AlertMail[]> {
  const current = await Promise.all(mails.map((mail) => updateAlert(deps, mail)));
  const read = current.filter((mail) => mail !== null);
  const wanted = read.filter(
    (mail): mail is AlertMail =>
      mail.alert !== null &&
      mail.alert.state !== "silenced" &&
      reader.settings.kinds.includes(mail.alert.kind),
  );
  const wantedIds = new Set(wanted.map(({ id }) => id));
  await dropAlertMails(
    deps.db,
    read.map(({ id }) => id).filter((id) => !wantedIds.has(id)),
  );
  return wanted;
}

/**
 * An e-mail with its alert as it is now, null if it was deleted. If it cannot be read, the e-mail
 * waits for the next run: null. In a letter that was tried already it stays as it was, since all of
 * a letter is recorded as sent at once.
 */
async function updateAlert(deps: PortalDeps, mail: AlertMail) {
  const { alertId, letterId } = mail;
  try {
    return { ...mail, alert: await readAlert(deps, alertId) };
  } catch (error) {
    log.warn({ alertId, reason: getErrorReason(error) }, "Failed to read an alert to mail");
    return letterId === null ? null : mail;
  }
}

async function readAlert({ client }: PortalDeps, alert_id: string): Promise<Alert | null> {
  const input = { params: { alert_id }, query: {}, body: undefined };
  return (await nullOn404(client.call("getAlert", input, randomUUID())))?.data ?? null;
}

async function sendLetter(
  { db, now }: PortalDeps,
  { id, reader, mails }: Letter,
  settings: MailSettings,
  confirmLock: () => Promise<unknown>,
): Promise<void> {
  const attempts = mails[0]!.attempts + 1;
  const alerts = mails.map(({ alert }) => alert);
  await confirmLock();
  try {
    await sendEmail(settings, await toAlertEmail({ id, reader, alerts }, settings.publicUrl));
  } catch (error) {
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10), MAX_RETRY_MS);
    await saveLetter(db, id, { attempts, nextAttemptAt: new Date(now().getTime() + delayMs) });
    log.warn({ letterId: id, reason: getErrorReason(error) }, "Failed to send an e-mail");
    return;
  }
  await saveLetter(db, id, { attempts, sentAt: now() });
}
