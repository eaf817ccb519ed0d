import { eq, lt, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { attemptCounters } from "./schema.ts";

/**
 * Counts one attempt for a key and returns the number in its window, this one included. Counting
 * comes before the password is checked, so that parallel guesses cannot bypass it.
 * @param windowMs length of the window in milliseconds, from its first attempt.
 */
export async function countAttempt(
  db: Database,
  key: string,
  now: Date,
  windowMs: number,
): Promise<number> {
  const windowEnds = new Date(now.getTime() + windowMs);
  const over = sql`${attemptCounters.windowEnds} <= ${now}`;
  const [row] = await db
    .insert(attemptCounters)
    .values({ key, count: 1, windowEnds })
    .onConflictDoUpdate({
      target: attemptCounters.key,
      set: {
        count: sql`case when ${over} then 1 else ${attemptCounters.count} + 1 end`,
        windowEnds: sql`case when ${over} then excluded.window_ends else ${attemptCounters.windowEnds} end`,
      },
    })
    .returning({ count: attemptCounters.count });
  return row!.count;
}

export async function deleteExpiredAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(attemptCounters).where(lt(attemptCounters.windowEnds, now));
}

/** The attempts allowed without waiting, and how the wait grows. */
export interface Pace {
  /** Attempts without a wait. */
  freeAttempts: number;
  /** The first wait in milliseconds; it doubles with each attempt. */
  firstMs: number;
  /** The maximum wait in milliseconds. */
  maxMs: number;
  /** The counter is reset after this time without an attempt, in milliseconds. */
  windowMs: number;
}

/**
 * Counts an attempt, or returns the milliseconds to wait; an attempt that has to wait is not
 * counted. Attempts are serialised, so parallel guesses wait as well.
 */
export async function consumeAttempt(
  db: Database,
  key: string,
  { freeAttempts, firstMs, maxMs, windowMs }: Pace,
  now: Date,
): Promise<number> {
  const windowEnds = new Date(now.getTime() + windowMs);
  const over = sql`${attemptCounters.windowEnds} <= ${now}`;
  const count = sql`case when ${over} then 1 else ${attemptCounters.count} + 1 end`;
  const waitMs = sql`case when ${count} < ${freeAttempts}::int then 0
    else least(${maxMs}::float8, ${firstMs}::float8 * power(2, least(${count} - ${freeAttempts}::int, 30))) end`;
  const first = freeAttempts > 1 ? null : new Date(now.getTime() + firstMs);
  const taken = await db
    .insert(attemptCounters)
    .values({ key, count: 1, windowEnds, nextAt: first })
    .onConflictDoUpdate({
      target: attemptCounters.key,
      set: {
        count,
        windowEnds,
        // No wait is stored as null: another instance's clock may be behind.
        nextAt: sql`${now}::timestamptz + nullif(${waitMs}, 0) * interval '1 millisecond'`,
      },
      setWhere: sql`${over} or ${attemptCounters.nextAt} is null or ${attemptCounters.nextAt} <= ${now}`,
    })
    .returning({ count: attemptCounters.count });
  if (taken.length > 0) return 0;
  const [row] = await db
    .select({ nextAt: attemptCounters.nextAt })
    .from(attemptCounters)
    .where(eq(attemptCounters.key, key));
  return Math.max(1_000, (row?.nextAt?.getTime() ?? 0) - now.getTime());
}

/** Takes back an attempt that succeeded, and its wait. */
export async function refundAttempt(db: Database, key: string): Promise<void> {
  await db
    .update(attemptCounters)
    .set({ count: sql`greatest(${attemptCounters.count} - 1, 0)`, nextAt: null })
    .where(eq(attemptCounters.key, key));
}

/** Resets the counter of a key. */
export async function deleteAttempts(db: Database, key: string): Promise<void> {
  await db.delete(attemptCounters).where(eq(attemptCounters.key, key));
}
