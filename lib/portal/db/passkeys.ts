import { and, asc, count, eq, gt, isNull, lte } from "drizzle-orm";
import type { Database } from "./database.ts";
import { passkeyChallenges, passkeys } from "./schema.ts";

/** A passkey as it is stored. */
export type Passkey = typeof passkeys.$inferSelect;

/** The passkeys of an account, oldest first. */
export const listPasskeys = (db: Database, accountId: string): Promise<Passkey[]> =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

/** The number of passkeys of an account. */
export async function countPasskeys(db: Database, accountId: string): Promise<number> {
  const rows = await db
    .select({ count: count() })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId));
  return rows[0]!.count;
}

/** The passkey with this credential id; null if there is none. */
export async function findPasskey(db: Database, id: string): Promise<Passkey | null> {
  const rows = await db.select().from(passkeys).where(eq(passkeys.id, id));
  return rows[0] ?? null;
}

/** Stores a new passkey; returns false if its credential id is stored already. */
export async function insertPasskey(
  db: Database,
  passkey: Omit<Passkey, "lastUsedAt">,
): Promise<boolean> {
  const rows = await db
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/** Records a use, with the new signature counter. */
export async function recordPasskeyUse(
  db: Database,
  id: string,
  counter: number,
  now: Date,
): Promise<void> {
  await db.update(passkeys).set({ counter, lastUsedAt: now }).where(eq(passkeys.id, id));
}

/** Deletes a passkey of an account; returns its name, or null if it has none with this id. */
export async function deletePasskey(
  db: Database,
  accountId: string,
  id: string,
): Promise<string | null> {
  const rows = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.accountId, accountId)))
    .returning({ name: passkeys.name });
  return rows[0]?.name ?? null;
}

/** Deletes all passkeys of an account. */
export async function deletePasskeys(db: Database, accountId: string): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.accountId, accountId));
}

/** Stores a challenge, for an account that creates a passkey or for anybody who signs in. */
export async function saveChallenge(
  db: Database,
  challenge: string,
  accountId: string | null,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
  await db.insert(passkeyChallenges).values({ challenge, accountId, expiresAt });
}

/** Consumes a challenge of this account, or of a sign-in; returns whether it was valid. */
export async function consumeChallenge(
  db: Database,
  challenge: string,
  accountId: string | null,
  now: Date,
): Promise<boolean> {
  const owner =
    accountId === null
      ? isNull(passkeyChallenges.accountId)
      : eq(passkeyChallenges.accountId, accountId);
  const rows = await db
    .delete(passkeyChallenges)
    .where(
      and(eq(passkeyChallenges.challenge, challenge), owner, gt(passkeyChallenges.expiresAt, now)),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return rows.length > 0;
}
