import { eq, lt, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { attempts } from "./schema.ts";

/**
 * Counts one attempt against a key and says how many there were in its window, this one included.
 * Counting comes before the password is looked at, so parallel guesses cannot slip past.
 * @param windowMs length of the window in milliseconds, from its first attempt.
 */
export async function countAttempt(
  db: Database,
  key: string,
  now: Date,
  windowMs: number,
): Promise<number> {
  const windowEnds = new Date(now.getTime() + windowMs);
  const over = sql`${attempts.windowEnds} <= ${now}`;
  const [row] = await db
    .insert(attempts)
    .values({ key, count: 1, windowEnds })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${over} then 1 else ${attempts.count} + 1 end`,
        windowEnds: sql`case when ${over} then excluded.window_ends else ${attempts.windowEnds} end`,
      },
    })
    .returning({ count: attempts.count });
  return row!.count;
}

/** Takes one attempt back: it turned out to be the right one. */
export async function refundAttempt(db: Database, key: string): Promise<void> {
  await db
    .update(attempts)
    .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
    .where(eq(attempts.key, key));
}

export async function dropPastAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.windowEnds, now));
}
