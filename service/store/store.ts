import { fileURLToPath } from "node:url";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import * as schema from "./schema.ts";

/** The database, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export interface Store {
  db: Db;
  /** Answers once the database does; throws when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url));
const MIGRATION_LOCK = 4_829_301;

/**
 * Opens the service's database and brings its schema up to date. Several programs may start at
 * once: an advisory lock lets one of them migrate.
 */
export async function openStore(url: string, onIdleError: (error: Error) => void): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    application_name: "curtail-service",
  });
  pool.on("error", onIdleError);
  await migrateUnderLock(pool);
  const db = drizzle(pool, { schema });
  return {
    db,
    ping: async () => void (await pool.query("select 1")),
    close: () => pool.end(),
  };
}

async function migrateUnderLock(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle(client, { schema }), { migrationsFolder: MIGRATIONS });
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
  } finally {
    client.release();
  }
}
