import { sql } from "drizzle-orm";
import type { Db } from "../../service/store/store.ts";

/** How many sessions of this database wait for an advisory lock, or for a row that another transaction has locked. */
export async function countWaiting(db: Db, lock: "advisory" | "row"): Promise<number> {
  const locktype = lock === "row" ? "transactionid" : lock;
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_locks where locktype = ${locktype} and not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`);
  return rows[0]!.n;
}

/** Whether a session of this database waits for such a lock. */
export const isWaitingFor = async (db: Db, lock: "advisory" | "row"): Promise<boolean> =>
  (await countWaiting(db, lock)) > 0;
