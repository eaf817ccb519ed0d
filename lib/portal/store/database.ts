import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import * as schema from "./schema.ts";

export type Database = NodePgDatabase<typeof schema>;

/** A database and the pool to end when done with it. */
export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
}

/**
 * Opens a pool on the portal's database.
 * @param url a postgres:// address; a Unix socket may stand in its `host` parameter.
 */
export function openDatabase(url: string, connections = 10): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    application_name: "curtail-portal",
  });
  // A connection that breaks while idle is replaced by the pool; unheard, it would end the process.
  pool.on("error", () => undefined);
  return { db: drizzle(pool, { schema }), pool };
}
