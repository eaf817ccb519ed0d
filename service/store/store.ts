import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { traceStatements } from "../../lib/tracing/trace-statements.ts";
import { getCauses, getErrorCode } from "../../lib/log/error-causes.ts";
import {
  isDatabaseUnavailable,
  socketWithTimeout,
} from "../../lib/database/is-database-unavailable.ts";
import { sendNamed, sendUnnamed, toSet, type PoolerMode } from "../../lib/database/pooler.ts";
import { pendingMigrations } from "../../lib/database/database-migration.ts";
import {
  LEASE_SESSIONS,
  newInstanceId,
  readLeases,
  takeLease,
  type HeldLease,
  type JobName,
  type Lease,
  type LeaseEvents,
  type LeaseStatus,
} from "./leases.ts";
import { ReadReplica, type ReplicaEvents } from "./read-replica.ts";
import { connectPipelined, PipelinedReads } from "./pipelined-reads.ts";
import { inTransactions, withPipelinedReads, type LimitedPool } from "./single-statements.ts";
import { serviceSchema } from "./schema-guard.ts";

/** The database, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** Sends a statement that does nothing, so that a transaction is not idle. */
export const ping = async (db: Db): Promise<void> => void (await db.execute("select 1"));

export interface Store {
  db: Db;
  /** Runs a read outside of transactions, which may run twice, at the replica if one can be used. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  replica: ReadReplica<Db> | null;
  /** The database on connections that neither requests nor jobs keep busy: for leases and heartbeats. */
  reserved: Db;
  /** The connections by purpose. */
  pools: Record<string, pg.Pool>;
  /** Resolves when the database answers; throws when it does not. */
  ping(): Promise<void>;
  /**
   * Runs a job under its lease, on connections reserved for jobs: for those of these partitions of
   * the locations that it does not run on, here or at another instance. Each transaction of `db`, and
   * each statement that writes, fails once another instance has taken over.
   * @returns whether it ran on all of them, and no other instance took one over meanwhile
   */
  exclusively(
    name: JobName,
    job: (db: Db, lease: Lease) => Promise<void>,
    partitions?: readonly number[],
  ): Promise<boolean>;
  /** The leases that are held. */
  leases(): Promise<LeaseStatus[]>;
  close(): Promise<void>;
}

/** Statement timeout of requests: longer than the portal waits for a control. */
const STATEMENT_WAIT_MS = 30_000;
/** The same for jobs, which may wait for locks and compute within a transaction. */
const JOB_WAIT_MS = 120_000;
/** How long a request waits for a connection, and a job, whose others may hold all of its own. */
const CONNECTION_WAIT_MS = 5_000;
const JOB_CONNECTION_WAIT_MS = 30_000;
/** An idle transaction of a request ends after this time: its process has stalled. */
const IDLE_TRANSACTION_MS = 8_000;
/** Keepalives begin after this much silence, to detect a dead peer. */
const KEEPALIVE_MS = 5_000;
/** Timeout of statements about leases, and of their lock waits. */
const LEASE_STATEMENT_MS = 4_000;
const LEASE_LOCK_MS = 1_000;

const noEvents: LeaseEvents = {
  onTakeover: () => {},
  onLost: () => {},
  onRenewalFailed: () => {},
};

const noReplicaEvents: ReplicaEvents = { onRead: () => {}, onStop: () => {}, onReturn: () => {} };

interface StoreOptions {
  waitMs?: number;
  leaseEvents?: LeaseEvents;
  instance?: string;
  pooler?: PoolerMode;
  replicaUrl?: string | undefined;
  replicaEvents?: ReplicaEvents;
}

/**
 * Opens the service's database, which must be migrated. A statement of a request may take `waitMs`;
 * jobs may take longer.
 * @throws Error when the database lacks migrations
 */
export async function openStore(
  url: string,
  onIdleError: (error: Error) => void,
  {
    waitMs = STATEMENT_WAIT_MS,
    leaseEvents = noEvents,
    instance = newInstanceId(),
    pooler = "session",
    replicaUrl,
    replicaEvents = noReplicaEvents,
  }: StoreOptions = {},
): Promise<Store> {
  const isPooled = pooler === "transaction";
  const poolOf = (
    max: number,
    purpose: string,
    limits: Record<string, number>,
    { isNamed = false, ...more }: pg.PoolConfig & { isNamed?: boolean },
  ): LimitedPool => {
    const opened = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: CONNECTION_WAIT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      application_name: `${purpose} ${instance}`,
      // Poolers reject limits as startup parameters.
      onConnect: async (client) => {
        traceStatements(client);
        if (isPooled) return sendUnnamed(client);
        await client.query(toSet(limits, "session"));
        if (isNamed) sendNamed(client);
      },
      ...more,
    });
    opened.on("error", onIdleError);
    opened.on("connect", (client) => void client.on("error", onIdleError));
    return { pool: opened, begin: isPooled ? toSet(limits, "local") : undefined };
  };
  const requests = poolOf(
    8,
    "curtail-service",
    { idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS },
    { stream: socketWithTimeout(waitMs) },
  );
  const reads = isPooled
    ? null
    : new PipelinedReads(() =>
        connectPipelined(
          {
            connectionString: url,
            connectionTimeoutMillis: CONNECTION_WAIT_MS,
            application_name: `curtail-service reads ${instance}`,
            stream: socketWithTimeout(waitMs),
          },
          onIdleError,
        ),
      );
  const jobs = poolOf(
    6,
    "curtail-service jobs",
    { idle_in_transaction_session_timeout: JOB_WAIT_MS },
    {
      isNamed: true,
      connectionTimeoutMillis: JOB_CONNECTION_WAIT_MS,
      stream: socketWithTimeout(JOB_WAIT_MS),
    },
  );
  const leasing = poolOf(
    3,
    LEASE_SESSIONS,
    { lock_timeout: LEASE_LOCK_MS, statement_timeout: LEASE_STATEMENT_MS },
    {
      isNamed: true,
      connectionTimeoutMillis: LEASE_STATEMENT_MS,
      query_timeout: LEASE_STATEMENT_MS,
    },
  );
  const positions =
    replicaUrl &&
    poolOf(
      1,
      "curtail-service positions",
      { statement_timeout: LEASE_STATEMENT_MS },
      { connectionTimeoutMillis: LEASE_STATEMENT_MS, query_timeout: LEASE_STATEMENT_MS },
    );
  const leases = isPooled ? inTransactions(leasing) : leasing.pool;
  const { pool } = requests;
  let replica: ReadReplica<Db> | null = null;
  const close = async () => {
    await Promise.all([replica?.close(), reads?.close()]);
    const opened = [requests, jobs, leasing, ...(positions ? [positions] : [])];
    await Promise.all(opened.map(({ pool }) => pool.end()));
  };
  await requireSchema(jobs.pool).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const db = onPool(requests, { reads });
  if (positions)
    replica = await ReadReplica.open({
      url: replicaUrl,
      events: replicaEvents,
      openDb: (reads): Db => drizzle(reads),
      primary: positions.pool,
      instance,
      waitMs,
    });
  const running = new Set<string>();
  return {
    db,
    read: (work) => (replica ? replica.read(work, db) : work(db)),
    replica,
    reserved: drizzle(leases),
    pools: { requests: pool, jobs: jobs.pool, ...(replica && { replica: replica.pool }) },
    ping: async () => void (await pool.query("select 1")),
    exclusively: async (name, job, wanted = [0]) => {
      const keyOf = (partition: number) => `${name} ${partition}`;
      const partitions = wanted.filter((partition) => !running.has(keyOf(partition)));
      if (partitions.length === 0) return false;
      for (const partition of partitions) running.add(keyOf(partition));
      try {
        const lease = await takeLease(leases, { name, partitions, instance }, leaseEvents);
        if (!lease) return false;
        const ran = await runUnder(lease, (held) => job(onPool(jobs, { lease: held }), held));
        return ran && lease.tokens.size === wanted.length;
      } finally {
        for (const partition of partitions) running.delete(keyOf(partition));
      }
    },
    leases: () => readLeases(pool),
    close,
  };
}

/** @returns false when the lease was lost meanwhile, which explains the failure */
async function runUnder(lease: HeldLease, job: (lease: HeldLease) => Promise<void>) {
  try {
    await job(lease);
    return true;
  } catch (error) {
    if (!(await lease.isHeld().catch(() => true))) return false;
    throw error;
  } finally {
    await lease.release().catch(() => undefined);
  }
}

/** SQLSTATE of transactions that were aborted because of others and can be retried. */
const TRY_AGAIN = new Set(["40001", "40P01"]);
const MAX_TRIES = 3;

const mayTryAgain = (thrown: unknown): boolean =>
  getCauses(thrown).some((error) => TRY_AGAIN.has(getErrorCode(error) ?? ""));

/**
 * Drizzle over a pool. Connections are released even when a transaction cannot begin, and
 * transactions are retried after a deadlock. With a lease, every transaction, and every statement
 * outside of one that may write, takes the lease's fence first.
 */
function onPool(
  limited: LimitedPool,
  { lease, reads }: { lease?: HeldLease; reads?: PipelinedReads | null },
): Db {
  const { pool, begin } = limited;
  const transaction: Db["transaction"] = async (job, config) => {
    for (let tries = 1; ; tries++) {
      const client = await pool.connect();
      let broken = false;
      try {
        return await drizzle(client).transaction(async (tx) => {
          if (begin) await client.query(begin);
          await lease?.fence((text) => client.query(text));
          return job(tx);
        }, config);
      } catch (error) {
        broken = isDatabaseUnavailable(error);
        if (tries === MAX_TRIES || !mayTryAgain(error)) throw error;
      } finally {
        client.release(broken);
      }
    }
  };
  const single = reads ? withPipelinedReads(pool, reads) : pool;
  const statements = lease ? inTransactions(limited, lease) : single;
  return Object.assign(drizzle(statements), { transaction });
}

async function requireSchema(pool: pg.Pool): Promise<void> {
  const pending = await pendingMigrations(pool, serviceSchema);
  if (pending === 0) return;
  throw new Error(
    `The service's database lacks ${pending} migrations. Apply them with npm run migrate, ` +
      "or start with npm start or npm run service, which do so.",
  );
}
