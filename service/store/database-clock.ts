import { sql } from "drizzle-orm";
import type { Db } from "./store.ts";

/** The time of PostgreSQL's clock, in epoch milliseconds. */
export async function readDatabaseMs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  return rows[0]!.ms;
}
