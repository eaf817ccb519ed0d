import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { getCauses, getErrorCode } from "../../lib/log/error-causes.ts";
import { isDatabaseAway } from "../../lib/database/is-database-unavailable.ts";
import { pendingMigrations } from "../../lib/database/database-migration.ts";
import { socketWithTimeout } from "../../lib/database/socket-timeout.ts";
import { serviceSchema } from "./migrate.ts";
import * as controlTables from "./schema-controls.ts";
import * as guardTables from "./schema-guard.ts";
import * as seriesTables from "./schema-series.ts";
import * as weatherTables from "./schema-weather.ts";
import * as tables from "./schema.ts";

const schema = { ...tables, ...controlTables, ...guardTables, ...seriesTables, ...weatherTables };

/** The database, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export interface Store {
  db: Db;
  /** The connections by purpose. */
  pools: Record<string, pg.Pool>;
  /** Answers once the database does; throws when it does not. */
  ping(): Promise<void>;
  /**
   * Runs a job on connections that no request can use up, in one instance at a time.
   * @returns false when another instance is at it.
   */
  exclusively(name: JobName, job: (db: Db) => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
}

const JOB_LOCKS = { tick: 4_829_302, exchange: 4_829_303, weather: 4_829_304 };
/** A silent server is given up after this: later than a portal gives up a control. */
const STATEMENT_WAIT_MS = 30_000;
/** Jobs of which one runs at a time, whatever the number of instances. */
type JobName = keyof typeof JOB_LOCKS;

/**
 * Opens the service's database, which has its schema already. Each statement of a request is waited
 * for as long as `waitMs`; jobs wait, since nobody waits for them.
 * @throws Error when the database lacks migrations
 */
export async function openStore(
  url: string,
  onIdleError: (error: Error) => void,
  waitMs = STATEMENT_WAIT_MS,
): Promise<Store> {
  const poolOf = (max: number, name: string, limits: pg.PoolConfig = {}) => {
    const settings = { connectionString: url, max, connectionTimeoutMillis: 5_000, ...limits };
    const opened = new pg.Pool({ ...settings, application_name: name });
    opened.on("error", onIdleError);
    opened.on("connect", (client) => void client.on("error", onIdleError));
    return opened;
  };
  const pool = poolOf(10, "curtail-service", { stream: socketWithTimeout(waitMs) });
  const jobs = poolOf(6, "curtail-service jobs");
  await requireSchema(jobs).catch(async (error: unknown) => {
    await Promise.all([pool.end(), jobs.end()]);
    throw error;
  });
  const db = onPool(pool);
  return {
    db,
    pools: { requests: pool, jobs },
    ping: async () => void (await pool.query("select 1")),
    exclusively: (name, job) => exclusively(jobs, JOB_LOCKS[name], job),
    close: async () => void (await Promise.all([pool.end(), jobs.end()])),
  };
}

/** SQLSTATE of transactions that were ended for another's sake, and may simply be tried again. */
const TRY_AGAIN = new Set(["40001", "40P01"]);
const MAX_TRIES = 3;

const mayTryAgain = (thrown: unknown): boolean =>
  getCauses(thrown).some((error) => TRY_AGAIN.has(getErrorCode(error) ?? ""));

/**
 * Drizzle over a pool, whose connections come back also when a transaction cannot begin, and whose
 * transactions are tried again after a deadlock.
 */
function onPool(pool: pg.Pool): Db {
  const transaction: Db["transaction"] = async (job, config) => {
    for (let tries = 1; ; tries++) {
      const client = await pool.connect();
      let broken = false;
      try {
        return await drizzle(client, { schema }).transaction(job, config);
      } catch (error) {
        broken = isDatabaseAway(error);
        if (tries === MAX_TRIES || !mayTryAgain(error)) throw error;
      } finally {
        client.release(broken);
      }
    }
  };
  return Object.assign(drizzle(pool, { schema }), { transaction });
}

async function exclusively(
  pool: pg.Pool,
  lock: number,
  job: (db: Db) => Promise<void>,
): Promise<boolean> {
  const client = await pool.connect();
  let lost: Error | undefined;
  const onError = (error: Error) => (lost = error);
  client.on("error", onError);
  try {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as got", [lock]);
    if (!rows[0].got) return false;
    await job(onPool(pool));
    await client.query("select pg_advisory_unlock($1)", [lock]);
    return true;
  } catch (error) {
    lost = error as Error;
    throw error;
  } finally {
    client.off("error", onError);
    client.release(lost);
  }
}

async function requireSchema(pool: pg.Pool): Promise<void> {
  const pending = await pendingMigrations(pool, serviceSchema);
  if (pending === 0) return;
  throw new Error(
    `The service's database lacks ${pending} migrations. Start with npm start or npm run service, ` +
      "which apply them.",
  );
}
