import { sql } from "drizzle-orm";
import type { Db } from "../../service/store/store.ts";

/** Whether a session of this database waits for an advisory lock, or for a row that another transaction has locked. */
export async function isWaitingFor(db: Db, lock: "advisory" | "row"): Promise<boolean> {
  const locktype = lock === "row" ? "transactionid" : lock;
  const { rows } = await db.execute<{ waits: boolean }>(sql`
    select exists (select from pg_locks where locktype = ${locktype} and not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())) as waits`);
  return rows[0]!.waits;
}
