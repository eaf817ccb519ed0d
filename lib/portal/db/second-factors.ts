import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Database } from "./database.ts";
import { recoveryCodes, secondFactors } from "./schema.ts";

type SecondFactor = typeof secondFactors.$inferSelect;

/** The second factor of an account, confirmed or only begun; null where there is none. */
export async function findSecondFactor(
  db: Database,
  accountId: string,
): Promise<SecondFactor | null> {
  const rows = await db.select().from(secondFactors).where(eq(secondFactors.accountId, accountId));
  return rows[0] ?? null;
}

/** Keeps a new secret until a code confirms it; says false where one is confirmed already. */
export async function beginSecondFactor(
  db: Database,
  accountId: string,
  secret: string,
): Promise<boolean> {
  const rows = await db
    .insert(secondFactors)
    .values({ accountId, secret })
    .onConflictDoUpdate({
      target: secondFactors.accountId,
      set: { secret, lastStep: null },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ accountId: secondFactors.accountId });
  return rows.length > 0;
}

/** From now on the account's second factor is asked for; says whether that is new. */
export async function confirmSecondFactor(
  db: Database,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set({ confirmedAt: now })
    .where(and(eq(secondFactors.accountId, accountId), isNull(secondFactors.confirmedAt)))
    .returning({ accountId: secondFactors.accountId });
  return rows.length > 0;
}

/** Takes a step of 30 seconds, once: says no for one that was taken, or that lies before it. */
export async function consumeStep(db: Database, accountId: string, step: number): Promise<boolean> {
  const isNew = or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step));
  const rows = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.accountId, accountId), isNew))
    .returning({ accountId: secondFactors.accountId });
  return rows.length > 0;
}

/** Takes the second factor away, and its recovery codes; says whether one was asked for. */
export async function deleteSecondFactor(db: Database, accountId: string): Promise<boolean> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  const rows = await db
    .delete(secondFactors)
    .where(and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.confirmedAt)))
    .returning({ accountId: secondFactors.accountId });
  return rows.length > 0;
}

/** Puts new recovery codes in the place of all there were. */
export async function replaceRecoveryCodes(
  db: Database,
  accountId: string,
  hashes: string[],
): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ accountId, codeHash })));
}

/** Takes a recovery code, once. */
export async function consumeRecoveryCode(
  db: Database,
  accountId: string,
  codeHash: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.accountId, accountId),
        eq(recoveryCodes.codeHash, codeHash),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ codeHash: recoveryCodes.codeHash });
  return rows.length > 0;
}

/** How many recovery codes are left. */
export const countRecoveryCodes = (db: Database, accountId: string): Promise<number> =>
  db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt)),
  );
