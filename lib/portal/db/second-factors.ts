import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Database } from "./database.ts";
import { recoveryCodes, secondFactors } from "./schema.ts";

type SecondFactor = typeof secondFactors.$inferSelect;

/** The second factor of an account, confirmed or not; null if there is none. */
export async function findSecondFactor(
  db: Database,
  accountId: string,
): Promise<SecondFactor | null> {
  const rows = await db.select().from(secondFactors).where(eq(secondFactors.accountId, accountId));
  return rows[0] ?? null;
}

/** Stores a new secret until a code confirms it; returns false if one is already confirmed. */
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

/** Confirms the second factor; returns whether it was not confirmed before. */
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

/** Consumes a step of 30 seconds; returns false if it or a later one was already used. */
export async function consumeStep(db: Database, accountId: string, step: number): Promise<boolean> {
  const isNew = or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step));
  const rows = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.accountId, accountId), isNew))
    .returning({ accountId: secondFactors.accountId });
  return rows.length > 0;
}

/** Deletes the second factor and its recovery codes; returns whether one was confirmed. */
export async function deleteSecondFactor(db: Database, accountId: string): Promise<boolean> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  const rows = await db
    .delete(secondFactors)
    .where(and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.confirmedAt)))
    .returning({ accountId: secondFactors.accountId });
  return rows.length > 0;
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(
  db: Database,
  accountId: string,
  hashes: string[],
): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ accountId, codeHash })));
}

/** Consumes a recovery code; returns whether it was valid. */
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

/** The number of unused recovery codes. */
export const countRecoveryCodes = (db: Database, accountId: string): Promise<number> =>
  db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt)),
  );
