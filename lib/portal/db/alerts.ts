import { and, asc, eq, inArray, isNull, lt, lte } from "drizzle-orm";
import { alertKinds } from "../../contract/alert-kinds.ts";
import type { Alert, AlertKind } from "../../contract/alerts.ts";
import { DAY_MS } from "../../time/amsterdam.ts";
import type { Database } from "./database.ts";
import { toPortions } from "./portions.ts";
import { alertMails, alertReads, alertSettings } from "./schema-alerts.ts";
import { accounts, type Level } from "./schema.ts";

export type AlertMail = typeof alertMails.$inferSelect;

/** What a person wants by e-mail, and when not. */
export interface AlertSettings {
  kinds: AlertKind[];
  /** Times of Europe/Amsterdam, `22:00`; null without quiet hours. */
  quiet: { from: string; to: string } | null;
}

/** Until they choose, operators and admins get every kind; viewers get none. */
export const defaultAlertSettings = (level: Level | null): AlertSettings => ({
  kinds: level === "operator" || level === "admin" ? [...alertKinds] : [],
  quiet: null,
});

type SettingsRow = Pick<typeof alertSettings.$inferSelect, "kinds" | "quietFrom" | "quietTo">;

const toSettings = (row: SettingsRow | null, level: Level | null): AlertSettings =>
  row === null
    ? defaultAlertSettings(level)
    : {
        kinds: row.kinds,
        quiet:
          row.quietFrom !== null && row.quietTo !== null
            ? { from: row.quietFrom, to: row.quietTo }
            : null,
      };

export async function readAlertSettings(
  db: Database,
  { id, level }: { id: string; level: Level | null },
): Promise<AlertSettings> {
  const [row] = await db.select().from(alertSettings).where(eq(alertSettings.accountId, id));
  return toSettings(row ?? null, level);
}

export async function saveAlertSettings(
  db: Database,
  accountId: string,
  { kinds, quiet }: AlertSettings,
): Promise<void> {
  const values = { kinds, quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null };
  await db
    .insert(alertSettings)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: alertSettings.accountId, set: values });
}

/** Of these alerts, those that a person has read. */
export async function findReadAlerts(
  db: Database,
  accountId: string,
  alertIds: readonly string[],
): Promise<Set<string>> {
  if (alertIds.length === 0) return new Set();
  const rows = await db
    .select({ id: alertReads.alertId })
    .from(alertReads)
    .where(and(eq(alertReads.accountId, accountId), inArray(alertReads.alertId, [...alertIds])));
  return new Set(rows.map(({ id }) => id));
}

/** As long as the service keeps resolved alerts. */
export const ALERT_RETENTION_MS = 400 * DAY_MS;

/** Marks alerts as read by a person, and forgets what they read long ago. */
export async function markAlertsRead(
  db: Database,
  accountId: string,
  alertIds: readonly string[],
  now: Date,
): Promise<void> {
  if (alertIds.length === 0) return;
  await db
    .insert(alertReads)
    .values(alertIds.map((alertId) => ({ accountId, alertId, readAt: now })))
    .onConflictDoNothing();
  const before = new Date(now.getTime() - ALERT_RETENTION_MS);
  await db
    .delete(alertReads)
    .where(and(eq(alertReads.accountId, accountId), lt(alertReads.readAt, before)));
}

/** Marks alerts as not read by a person. */
export const markAlertsUnread = async (
  db: Database,
  accountId: string,
  alertIds: readonly string[],
): Promise<void> =>
  void (await db
    .delete(alertReads)
    .where(and(eq(alertReads.accountId, accountId), inArray(alertReads.alertId, [...alertIds]))));

/** A member of staff with what they want by e-mail. */
export interface AlertReader {
  id: string;
  email: string;
  name: string;
  language: (typeof accounts.$inferSelect)["language"];
  settings: AlertSettings;
}

/** Every open account of staff. */
export async function listAlertReaders(db: Database): Promise<AlertReader[]> {
  const rows = await db
    .select({ account: accounts, settings: alertSettings })
    .from(accounts)
    .leftJoin(alertSettings, eq(alertSettings.accountId, accounts.id))
    .where(and(eq(accounts.role, "staff"), isNull(accounts.disabledAt)))
    .orderBy(asc(accounts.id));
  return rows.map(({ account: { id, email, name, language, level }, settings }) => ({
    id,
    email,
    name,
    language,
    settings: toSettings(settings, level),
  }));
}

/** Notes that an alert is to be mailed to a person, once. */
export const saveAlertMails = (
  db: Database,
  mails: readonly { accountId: string; alert: Alert }[],
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    for (const portion of toPortions(mails))
      await tx
        .insert(alertMails)
        .values(
          portion.map(({ accountId, alert }) => ({
            accountId,
            alertId: alert.id,
            alert,
            createdAt: now,
            nextAttemptAt: now,
          })),
        )
        .onConflictDoNothing();
  });

/** The e-mails that are due, oldest first. */
export const listDueAlertMails = (db: Database, now: Date): Promise<AlertMail[]> =>
  db
    .select()
    .from(alertMails)
    .where(and(isNull(alertMails.sentAt), lte(alertMails.nextAttemptAt, now)))
    .orderBy(asc(alertMails.createdAt), asc(alertMails.id));

/** Puts e-mails into one letter with what is known of their alerts now. */
export const putIntoLetter = (
  db: Database,
  letterId: string,
  mails: readonly AlertMail[],
): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { id, alert } of mails)
      await tx.update(alertMails).set({ letterId, alert }).where(eq(alertMails.id, id));
  });

/** Records what became of a letter. */
export const saveLetter = async (
  db: Database,
  letterId: string,
  change: Partial<Pick<AlertMail, "attempts" | "nextAttemptAt" | "sentAt">>,
): Promise<void> =>
  void (await db.update(alertMails).set(change).where(eq(alertMails.letterId, letterId)));

/** Forgets e-mails that nobody wants any more; they are made again if that changes. */
export async function dropAlertMails(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(alertMails).where(inArray(alertMails.id, [...ids]));
}

/** Deletes e-mails that were made before a moment. */
export const pruneAlertMails = async (db: Database, before: Date): Promise<void> =>
  void (await db.delete(alertMails).where(lt(alertMails.createdAt, before)));
