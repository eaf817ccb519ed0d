import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { fileURLToPath } from "node:url";
import type pg from "pg";

/** Any fixed number will do; it only has to differ from other locks in the same database. */
const MIGRATION_LOCK = 7_214_001;
const folder = fileURLToPath(new URL("./migrations", import.meta.url));

/** Brings the portal's database to the current schema; instances that start together take turns. */
export async function migratePortal(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    // Closing the connection gives the lock and its settings back, whatever happened.
    client.release(true);
  }
}
