import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { socketWithTimeout } from "../../database/is-database-unavailable.ts";
import { traceStatements } from "../../tracing/trace-statements.ts";
import { sendUnnamed, type PoolerMode } from "../../database/pooler.ts";
import * as schema from "./schema.ts";

export type Database = NodePgDatabase<typeof schema>;

/** Longer than the server's statement timeout. */
const SOCKET_TIMEOUT_MS = 12_000;

/** A database and the pool to end when done with it. */
export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
}

interface DatabaseOptions {
  connections?: number;
  /** A connection that is silent for this long during a query is closed. */
  silentMs?: number;
  pooler?: PoolerMode;
}

/**
 * Opens a connection pool on the portal's database.
 * @param url a postgres:// URL; its `host` parameter may be a Unix socket.
 */
export function openDatabase(
  url: string,
  { connections = 10, silentMs = SOCKET_TIMEOUT_MS, pooler = "session" }: DatabaseOptions = {},
): OpenDatabase {
  const isPooled = pooler === "transaction";
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    // A pooler rejects it as a startup parameter; there the role has it.
    ...(isPooled ? {} : { statement_timeout: 10_000 }),
    stream: socketWithTimeout(silentMs),
    application_name: "curtail-portal",
  });
  // The pool replaces a broken connection; without a listener its error would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    traceStatements(client);
    if (isPooled) sendUnnamed(client);
  });
  return { db: drizzle(pool, { schema }), pool };
}
