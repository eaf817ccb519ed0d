import { eq } from "drizzle-orm";
import { facts } from "./schema.ts";
import type { Db } from "./store.ts";

/** Until which minute everything was measured and recorded. */
export const TICKED = "ticked_until";
/** The quarter-hour whose forecasts were frozen last. */
export const FROZEN = "frozen_quarter";
/** Changes whenever a location comes, goes, moves or gets another device. */
export const MEMBERS_CHANGED = "members_changed";

/** A fact the service keeps about itself, or null. */
export async function readFact<T>(db: Db, key: string): Promise<T | null> {
  const [row] = await db.select().from(facts).where(eq(facts.key, key));
  return row ? (row.value as T) : null;
}

/** Keeps a fact, in place of the one before. */
export async function writeFact(db: Db, key: string, value: unknown): Promise<void> {
  await db
    .insert(facts)
    .values({ key, value })
    .onConflictDoUpdate({ target: facts.key, set: { value } });
}
