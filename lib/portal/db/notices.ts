import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  sql,
} from "drizzle-orm";
import type { Database } from "./database.ts";
import { toPortions } from "./portions.ts";
import { noticedControls, notices, type NoticeKind } from "./schema-notices.ts";
import { accounts } from "./schema.ts";

export type Notice = typeof notices.$inferSelect;

const isUndecided = eq(notices.mail, "undecided");
const isDecided = ne(notices.mail, "undecided");

/** An open account of a customer. */
export interface CustomerAccount {
  id: string;
  customerId: string;
}

/** Every open account of customers. */
export async function listCustomerAccounts(db: Database): Promise<CustomerAccount[]> {
  const rows = await db
    .select({ id: accounts.id, customerId: accounts.customerId })
    .from(accounts)
    .where(
      and(
        eq(accounts.role, "customer"),
        isNotNull(accounts.customerId),
        isNull(accounts.disabledAt),
      ),
    )
    .orderBy(asc(accounts.id));
  return rows.map(({ id, customerId }) => ({ id, customerId: customerId! }));
}

/** Of these controls, those for which no notices were made. */
export async function findUnnoticed(db: Database, controlIds: string[]): Promise<Set<string>> {
  if (controlIds.length === 0) return new Set();
  const rows = await db
    .select({ id: noticedControls.controlId })
    .from(noticedControls)
    .where(inArray(noticedControls.controlId, controlIds));
  const noticed = new Set(rows.map(({ id }) => id));
  return new Set(controlIds.filter((id) => !noticed.has(id)));
}

/** A control with the accounts it affects. */
export interface AffectedControl {
  controlId: string;
  type: string;
  reason: Notice["reason"];
  timeFrom: Date;
  timeTo: Date;
  accountIds: readonly string[];
  /** Accounts of which it is not known yet whether it affects them. */
  undecidedIds: readonly string[];
}

type NewNotice = Omit<typeof notices.$inferInsert, "createdAt" | "nextAttemptAt">;

/** Stores notices that are to be mailed at once. */
async function insertNotices(db: Database, made: readonly NewNotice[], now: Date): Promise<void> {
  for (const portion of toPortions(made))
    await db
      .insert(notices)
      .values(portion.map((notice) => ({ ...notice, createdAt: now, nextAttemptAt: now })));
}

/** Makes the notices of a control, once. */
export const saveNotices = (db: Database, control: AffectedControl, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const { controlId, type, reason, timeFrom, timeTo, accountIds, undecidedIds } = control;
    const made = await tx
      .insert(noticedControls)
      .values({ controlId, timeTo, noticedAt: now })
      .onConflictDoNothing()
      .returning();
    if (made.length === 0) return;
    const notice = { controlId, step: 0, kind: "planned" as const, type, reason, timeFrom, timeTo };
    await insertNotices(
      tx,
      [
        ...accountIds.map((accountId) => ({ ...notice, accountId })),
        ...undecidedIds.map((accountId) => ({
          ...notice,
          accountId,
          mail: "undecided" as const,
        })),
      ],
      now,
    );
  });

/** The undecided notices of controls that are not over; those of others are deleted. */
export async function listUndecidedNotices(db: Database, now: Date) {
  await db.delete(notices).where(and(isUndecided, lte(notices.timeTo, now)));
  const rows = await db
    .select({ id: notices.id, controlId: notices.controlId, customerId: accounts.customerId })
    .from(notices)
    .innerJoin(accounts, eq(accounts.id, notices.accountId))
    .where(isUndecided);
  return rows.map((row) => ({ ...row, customerId: row.customerId! }));
}

/** Makes an undecided notice one that is shown and mailed, or deletes it. */
export async function decideNotice(
  db: Database,
  id: string,
  isAffected: boolean,
  now: Date,
): Promise<void> {
  const undecided = and(eq(notices.id, id), isUndecided);
  const change = { mail: "pending" as const, createdAt: now, nextAttemptAt: now };
  if (isAffected) await db.update(notices).set(change).where(undecided);
  else await db.delete(notices).where(undecided);
}

/** Controls with notices that have not ended as noticed and had no follow-up. */
export async function listOpenNoticedControls(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: noticedControls.controlId })
    .from(noticedControls)
    .where(
      and(
        gt(noticedControls.timeTo, now),
        isNull(noticedControls.followedUpAt),
        sql`exists (select 1 from ${notices} where ${notices.controlId} = ${noticedControls.controlId})`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** What became of a control that was noticed. */
interface Change {
  kind: Exclude<NoticeKind, "planned">;
  timeTo: Date;
}

/** Stores the follow-up for everybody who had the notice of a control. */
async function insertFollowUps(
  db: Database,
  controlId: string,
  { kind, timeTo }: Change,
  now: Date,
): Promise<void> {
  const first = await db
    .select()
    .from(notices)
    .where(and(eq(notices.controlId, controlId), eq(notices.step, 0)));
  const followUp = { controlId, step: 1, kind, timeTo };
  await insertNotices(
    db,
    first.map(({ accountId, type, reason, timeFrom }) => ({
      ...followUp,
      accountId,
      type,
      reason,
      timeFrom,
    })),
    now,
  );
}

/**
 * Makes the one follow-up of a control to everybody who had its notice; none if `change` is null, as
 * the control does not exist any more.
 */
export const saveFollowUp = (
  db: Database,
  controlId: string,
  change: Change | null,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const marked = await tx
      .update(noticedControls)
      .set({ followedUpAt: now })
      .where(and(eq(noticedControls.controlId, controlId), isNull(noticedControls.followedUpAt)))
      .returning();
    if (marked.length === 0) return;
    await tx.delete(notices).where(and(eq(notices.controlId, controlId), isUndecided));
    if (change) await insertFollowUps(tx, controlId, change, now);
    // Who was not told yet by e-mail is told of the change only.
    await tx
      .update(notices)
      .set({ mail: "lapsed" })
      .where(
        and(eq(notices.controlId, controlId), eq(notices.step, 0), eq(notices.mail, "pending")),
      );
  });

const BATCH_SIZE = 200;

/** Notices whose e-mail is due, with the account they go to. */
export const listDueNotices = (db: Database, now: Date) =>
  db
    .select({
      notice: notices,
      email: accounts.email,
      name: accounts.name,
      language: accounts.language,
      customerId: accounts.customerId,
    })
    .from(notices)
    .innerJoin(accounts, eq(accounts.id, notices.accountId))
    .where(
      and(
        eq(notices.mail, "pending"),
        lte(notices.nextAttemptAt, now),
        isNull(accounts.disabledAt),
      ),
    )
    .orderBy(asc(notices.createdAt), asc(notices.id))
    .limit(BATCH_SIZE);
export type DueNotice = Awaited<ReturnType<typeof listDueNotices>>[number];

/** Records what became of an e-mail. */
export const saveMail = async (
  db: Database,
  id: string,
  change: Partial<Pick<Notice, "mail" | "attempts" | "nextAttemptAt" | "sentAt">>,
): Promise<void> => void (await db.update(notices).set(change).where(eq(notices.id, id)));

const MAX_LISTED = 50;

/** The newest notices of an account. */
export const listNotices = (db: Database, accountId: string): Promise<Notice[]> =>
  db
    .select()
    .from(notices)
    .where(and(eq(notices.accountId, accountId), isDecided))
    .orderBy(desc(notices.createdAt), desc(notices.step))
    .limit(MAX_LISTED);

/** How many notices an account has not seen. */
export async function countUnseen(db: Database, accountId: string): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(notices)
    .where(and(eq(notices.accountId, accountId), isNull(notices.seenAt), isDecided));
  return counted!.total;
}

/** Marks the notices of an account as seen. */
export const markSeen = async (db: Database, accountId: string, now: Date): Promise<void> =>
  void (await db
    .update(notices)
    .set({ seenAt: now })
    .where(and(eq(notices.accountId, accountId), isNull(notices.seenAt), isDecided)));
