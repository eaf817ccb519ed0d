import { and, eq } from "drizzle-orm";
import type { Account, NewAccount } from "./accounts.ts";
import type { Database } from "./database.ts";
import { accounts, identities, sessions } from "./schema.ts";

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

/** Records when the user of a session last authenticated at the identity provider. */
export async function setReauthenticatedAt(
  db: Database,
  sessionId: string,
  at: Date,
): Promise<void> {
  await db.update(sessions).set({ provedAt: at }).where(eq(sessions.id, sessionId));
}
