import { eq, isNull, sql, and } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, identities } from "./schema.ts";

/** A user's identity at an identity provider. */
interface Identity {
  issuer: string;
  subject: string;
}

/** The account of an identity; null if it never signed in here. */
export async function findByIdentity(db: Database, identity: Identity): Promise<Account | null> {
  const rows = await db
    .select({ account: accounts })
    .from(identities)
    .innerJoin(accounts, eq(accounts.id, identities.accountId))
    .where(and(eq(identities.issuer, identity.issuer), eq(identities.subject, identity.subject)));
  return rows[0]?.account ?? null;
}

/** Whether an identity provider signs this account in: then it has no password. */
export async function hasIdentity(db: Database, accountId: string): Promise<boolean> {
  const rows = await db
    .select({ subject: identities.subject })
    .from(identities)
    .where(eq(identities.accountId, accountId));
  return rows.length > 0;
}

/** Creates the account of an identity; null if another account has its e-mail address. */
export const createWithIdentity = (
  db: Database,
  { issuer, subject }: Identity,
  account: NewAccount,
  now: Date,
): Promise<Account | null> =>
  db.transaction(async (tx) => {
    const [created] = await tx.insert(accounts).values(account).onConflictDoNothing().returning();
    if (!created) return null;
    await tx.insert(identities).values({ issuer, subject, accountId: created.id, createdAt: now });
    return created;
  });

export type Account = typeof accounts.$inferSelect;
export type Role = Account["role"];

export interface NewAccount {
  email: string;
  name: string;
  passwordHash: string;
  role: Role;
  level?: Account["level"];
  language?: Account["language"];
  customerId?: string | null;
  setupHiddenAt?: Date | null;
}

/**
 * The account of an e-mail address in any case; null if there is none. The case is folded in
 * JavaScript, as attempt counters do: PostgreSQL's lower() merges more spellings.
 */
export async function findAccount(db: Database, email: string): Promise<Account | null> {
  const rows = await db
    .select()
    .from(accounts)
    .where(sql`lower(${accounts.email}) = ${email.toLowerCase()}`);
  return rows[0] ?? null;
}

/** Creates the account unless its address is taken; returns whether it did. */
export async function createAccount(db: Database, account: NewAccount): Promise<boolean> {
  const rows = await db
    .insert(accounts)
    .values(account)
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  return rows.length > 0;
}

export async function setPassword(db: Database, id: string, passwordHash: string): Promise<void> {
  await db.update(accounts).set({ passwordHash }).where(eq(accounts.id, id));
}

/** Closes an account at this time; null reopens it. */
export async function setDisabled(db: Database, id: string, at: Date | null): Promise<void> {
  await db.update(accounts).set({ disabledAt: at }).where(eq(accounts.id, id));
}

export async function linkCustomer(db: Database, id: string, customerId: string): Promise<void> {
  await db.update(accounts).set({ customerId }).where(eq(accounts.id, id));
}

export async function renameAccount(db: Database, id: string, name: string): Promise<void> {
  await db.update(accounts).set({ name }).where(eq(accounts.id, id));
}

export async function setLanguage(
  db: Database,
  id: string,
  language: Account["language"],
): Promise<void> {
  await db.update(accounts).set({ language }).where(eq(accounts.id, id));
}

/** Sets the language of all accounts of a customer. */
export async function setCustomerLanguage(
  db: Database,
  customerId: string,
  language: Account["language"],
): Promise<void> {
  await db.update(accounts).set({ language }).where(eq(accounts.customerId, customerId));
}

/** Closes the open accounts of a deleted customer. */
export async function disableCustomerAccounts(
  db: Database,
  customerId: string,
  now: Date,
): Promise<void> {
  await db
    .update(accounts)
    .set({ disabledAt: now })
    .where(and(eq(accounts.customerId, customerId), isNull(accounts.disabledAt)));
}

/** Whether there is an open account. */
export async function hasOpenAccount(db: Database): Promise<boolean> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(isNull(accounts.disabledAt))
    .limit(1);
  return rows.length > 0;
}

/** Hides the first steps from an account. */
export async function hideSetup(db: Database, id: string, at: Date): Promise<void> {
  await db.update(accounts).set({ setupHiddenAt: at }).where(eq(accounts.id, id));
}

export async function hasHiddenSetup(db: Database, id: string): Promise<boolean> {
  const columns = { at: accounts.setupHiddenAt };
  const [row] = await db.select(columns).from(accounts).where(eq(accounts.id, id));
  return row !== undefined && row.at !== null;
}

/** How many staff accounts are open. */
export const countStaff = (db: Database): Promise<number> =>
  db.$count(accounts, and(eq(accounts.role, "staff"), isNull(accounts.disabledAt)));
