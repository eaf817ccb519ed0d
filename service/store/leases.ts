import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type pg from "pg";

/**
 * The jobs that run at one instance at a time; each has a lease. `tick` and `dispatch` have one for
 * each partition of the locations.
 */
export const jobNames = [
  "tick",
  "dispatch",
  "sums",
  "weather",
  "prices",
  "rules",
  "events",
  "alerts",
] as const;
export type JobName = (typeof jobNames)[number];

/** Duration of a lease from its last renewal. */
const LEASE_MS = 6_000;
/** Renewal interval while the job runs. */
const HEARTBEAT_MS = 2_000;
/** The holder stops this long before the lease ends if it cannot renew it. */
const MARGIN_MS = 500;
/** How long a takeover waits for the sessions of a stalled holder to end. */
const TERMINATE_MS = 1_000;

/** Prefix of the session names for leases: they hold no locks, so a takeover does not end them. */
export const LEASE_SESSIONS = "curtail-service leases";

/** This instance lost its lease: another instance took over. */
export class LeaseLostError extends Error {
  constructor(name: JobName) {
    super(`the lease ${name} was lost to another instance`);
  }
}

/** What a dispatching job needs of its lease. */
export interface Lease {
  /** The token of each partition it is held for, which increases each time that any instance takes it. */
  readonly tokens: ReadonlyMap<number, number>;
  /** Whether the lease is held now, by this process's own clock. */
  isCurrent(): boolean;
  /**
   * Renews the lease in the database.
   * @throws LeaseLostError when another instance has it
   */
  confirm(): Promise<void>;
}

/** The lease of a job that only one instance can run: the demo's history, in one transaction. */
export const undisputed: Lease = {
  tokens: new Map([[0, 0]]),
  isCurrent: () => true,
  confirm: async () => {},
};

/** Lease events for the log and the metrics. */
export interface LeaseEvents {
  /** This instance took over from a stalled one; `since` is when that one started. */
  onTakeover(name: JobName, from: { holder: string; since: Date }): void;
  /** Another instance took over from this one. */
  onLost(name: JobName): void;
  /** A renewal failed. */
  onRenewalFailed(name: JobName, error: Error): void;
}

/** A unique name of this instance, part of its database session names. */
export function newInstanceId(): string {
  const host = hostname().replace(/[^\w.-]/g, "_");
  return `${host.slice(0, 20)}-${process.pid}-${randomBytes(3).toString("hex")}`;
}

/** A lease held by this instance, for one or more partitions: it is lost when one of them is. */
export class HeldLease implements Lease {
  private isLost = false;
  private renewing: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly pool: pg.Pool,
    readonly name: JobName,
    readonly tokens: ReadonlyMap<number, number>,
    private takenMs: number,
    private readonly events: LeaseEvents,
  ) {
    this.timer = setInterval(() => void this.beat(), HEARTBEAT_MS).unref();
  }

  isCurrent(): boolean {
    return !this.isLost && performance.now() < this.takenMs + LEASE_MS - MARGIN_MS;
  }

  async confirm(): Promise<void> {
    await (this.renewing ??= this.renew().finally(() => (this.renewing = undefined)));
    if (!this.isCurrent()) throw new LeaseLostError(this.name);
  }

  /**
   * The lock that every transaction takes first. A takeover waits for transactions that hold it;
   * the heartbeat does not.
   * @throws LeaseLostError when another instance has the lease
   */
  async fence(query: (text: string) => Promise<{ rows: unknown[] }>): Promise<void> {
    await this.ensureCurrent();
    const { rows } = await query(`select 1 from leases where ${this.condition} for key share`);
    if (rows.length < this.tokens.size) this.lose();
  }

  /**
   * Renews the lease where its time is nearly over.
   * @throws LeaseLostError when another instance has the lease
   */
  async ensureCurrent(): Promise<void> {
    if (!this.isCurrent()) await this.confirm();
  }

  /** Whether the database still has this token. */
  async isHeld(): Promise<boolean> {
    if (this.isLost) return false;
    const { rowCount } = await this.pool.query(`select 1 from leases where ${this.condition}`);
    if (rowCount !== this.tokens.size) this.noteLost();
    return !this.isLost;
  }

  /** Releases the lease, so that another instance can take it at once. */
  async release(): Promise<void> {
    clearInterval(this.timer);
    if (this.isLost) return;
    await this.pool.query(
      `update leases set holder = null, expires_at = null where ${this.condition}`,
    );
  }

  /** The rows of this lease; names and numbers of our own. */
  private get condition(): string {
    const held = [...this.tokens].map(([partition, token]) => `(${partition}, ${token})`);
    return `name = '${this.name}' and (partition, token) in (${held.join(", ")})`;
  }

  private async beat(): Promise<void> {
    await this.confirm().catch((error: Error) => {
      if (!(error instanceof LeaseLostError)) this.events.onRenewalFailed(this.name, error);
    });
  }

  private async renew(): Promise<void> {
    const requestedMs = performance.now();
    const { rowCount } = await this.pool.query(
      `update leases set expires_at = clock_timestamp() + $1 * interval '1 ms'
       where ${this.condition} and holder is not null`,
      [LEASE_MS],
    );
    if (rowCount === this.tokens.size) this.takenMs = requestedMs;
    else this.lose();
  }

  private lose(): never {
    this.noteLost();
    throw new LeaseLostError(this.name);
  }

  private noteLost(): void {
    if (!this.isLost) this.events.onLost(this.name);
    this.isLost = true;
    clearInterval(this.timer);
  }
}

interface LeaseRequest {
  name: JobName;
  partitions: readonly number[];
  instance: string;
}

/** A lease that was taken, or nulls where none was; `overdue` counts what other holders did not renew. */
interface TakenLease {
  partition: number | null;
  token: string;
  holder: string | null;
  since: Date;
  overdue: number;
}

/**
 * Takes the lease for those of some partitions where it is free, expired, or could not be released
 * by this instance; null when other instances hold it for all of them. The caller runs one job of a
 * name on a partition at a time. Sessions of a holder that did not renew are ended first, which
 * releases their locks.
 */
export async function takeLease(
  pool: pg.Pool,
  request: LeaseRequest,
  events: LeaseEvents,
): Promise<HeldLease | null> {
  const { name, instance } = request;
  let takenMs = performance.now();
  let rows = await takeFree(pool, request, false);
  if (rows.some(({ overdue }) => overdue > 0)) {
    await endOverdueHolders(pool, request);
    takenMs = performance.now();
    rows = await takeFree(pool, request, true);
  }
  const taken = rows.filter(({ partition }) => partition !== null);
  if (taken.length === 0) return null;
  const stalled = new Map(taken.map(({ holder, since }) => [holder, since]));
  for (const [holder, since] of stalled)
    if (holder !== null && holder !== instance) events.onTakeover(name, { holder, since });
  const tokens = new Map(taken.map(({ partition, token }) => [partition!, Number(token)]));
  return new HeldLease(pool, name, tokens, takenMs, events);
}

/** Takes a lease where it is free or this instance's own, and on request where it has expired. */
async function takeFree(
  pool: pg.Pool,
  { name, partitions, instance }: LeaseRequest,
  isExpiredFree: boolean,
): Promise<TakenLease[]> {
  const { rows } = await pool.query<TakenLease>({
    text: `with free as (
       select name, partition, holder, acquired_at from leases
       where name = $1 and partition = any($2::int[])
         and (holder is null or holder = $3 or ($5 and expires_at <= clock_timestamp()))
       order by partition for update
     ), taken as (
       update leases l set holder = $3, token = l.token + 1, acquired_at = clock_timestamp(),
         expires_at = clock_timestamp() + $4 * interval '1 ms'
       from free where l.name = free.name and l.partition = free.partition
       returning l.partition, l.token, free.holder, free.acquired_at as since
     ), others as (
       select count(*)::int as overdue from leases
       where name = $1 and partition = any($2::int[])
         and holder <> $3 and expires_at <= clock_timestamp()
     )
     select taken.*, others.overdue from others left join taken on true`,
    values: [name, partitions, instance, LEASE_MS, isExpiredFree],
  });
  return rows;
}

async function endOverdueHolders(
  pool: pg.Pool,
  { name, partitions, instance }: LeaseRequest,
): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid, ${TERMINATE_MS}) from pg_stat_activity, leases
     where name = $1 and partition = any($2::int[]) and holder <> $3 and expires_at <= clock_timestamp()
       and datname = current_database() and usename = current_user
       and right(application_name, length(holder) + 1) = ' ' || holder
       and application_name not like '${LEASE_SESSIONS} %'`,
    [name, partitions, instance],
  );
}

/** The lease of a job as stored. */
export interface LeaseStatus {
  name: JobName;
  partition: number;
  holder: string;
  since: Date;
}

/** The leases that are held or were not released. */
export async function readLeases(pool: pg.Pool): Promise<LeaseStatus[]> {
  const { rows } = await pool.query<LeaseStatus>(
    "select name, partition, holder, acquired_at as since from leases where holder is not null",
  );
  return rows;
}
