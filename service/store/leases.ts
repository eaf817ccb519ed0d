import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type pg from "pg";

/** Jobs of which one runs at a time, whatever the number of instances; each has its lease. */
export const jobNames = ["tick", "dispatch", "weather"] as const;
export type JobName = (typeof jobNames)[number];

/** How long a lease lasts after it was taken or renewed. */
const LEASE_MS = 6_000;
/** A lease is renewed this often while its job runs. */
const HEARTBEAT_MS = 2_000;
/** So long before the end of a lease its holder stops, unless it can renew it. */
const MARGIN_MS = 500;
/** How long the sessions of a stalled holder may take to end. */
const TERMINATE_MS = 1_000;

/** Begins the name of database sessions for leases: they lock nothing, and a takeover leaves them. */
export const LEASE_SESSIONS = "curtail-service leases";

/** A job's instance has lost its lease: another has taken over. */
export class LeaseLostError extends Error {
  constructor(name: JobName) {
    super(`the lease ${name} was lost to another instance`);
  }
}

/** What a job that dispatches asks of its lease. */
export interface Lease {
  /** Whether the lease is held at this moment, by this process's own clock. */
  isCurrent(): boolean;
  /**
   * Renews the lease in the database.
   * @throws LeaseLostError when another instance has it
   */
  confirm(): Promise<void>;
}

/** The lease of a job that no other instance can do: the demo's past, in one transaction. */
export const undisputed: Lease = { isCurrent: () => true, confirm: async () => {} };

/** What is worth logging and counting about leases. */
export interface LeaseEvents {
  /** This instance took over from one that did not renew; `since` is when that one began. */
  onTakeover(name: JobName, from: { holder: string; since: Date }): void;
  /** Another instance took over from this one. */
  onLost(name: JobName): void;
  /** The lease could not be renewed this time. */
  onRenewalFailed(name: JobName, error: Error): void;
}

/** A name that no other instance has, which its database sessions end with. */
export function newInstanceId(): string {
  const host = hostname().replace(/[^\w.-]/g, "_");
  return `${host.slice(0, 20)}-${process.pid}-${randomBytes(3).toString("hex")}`;
}

/** A lease while this instance holds it. */
export class HeldLease implements Lease {
  private isLost = false;
  private renewing: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly pool: pg.Pool,
    readonly name: JobName,
    readonly token: string,
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
   * The lock that a transaction takes first. A takeover waits for transactions that have it; the
   * heartbeat does not.
   * @throws LeaseLostError when another instance has the lease
   */
  async fence(query: (text: string) => Promise<{ rows: unknown[] }>): Promise<void> {
    if (!this.isCurrent()) await this.confirm();
    const { rows } = await query(
      `select 1 from leases where name = '${this.name}' and token = ${this.token} for key share`,
    );
    if (rows.length === 0) this.lose();
  }

  /** Whether the database still has this token. */
  async isHeld(): Promise<boolean> {
    if (this.isLost) return false;
    const { rowCount } = await this.pool.query(
      "select 1 from leases where name = $1 and token = $2",
      [this.name, this.token],
    );
    if (rowCount !== 1) this.noteLost();
    return !this.isLost;
  }

  /** Ends the lease, so that another instance may take it at once. */
  async release(): Promise<void> {
    clearInterval(this.timer);
    if (this.isLost) return;
    await this.pool.query(
      "update leases set holder = null, expires_at = null where name = $1 and token = $2",
      [this.name, this.token],
    );
  }

  private async beat(): Promise<void> {
    await this.confirm().catch((error: Error) => {
      if (!(error instanceof LeaseLostError)) this.events.onRenewalFailed(this.name, error);
    });
  }

  private async renew(): Promise<void> {
    const askedMs = performance.now();
    const { rowCount } = await this.pool.query(
      `update leases set expires_at = clock_timestamp() + $3 * interval '1 ms'
       where name = $1 and token = $2 and holder is not null`,
      [this.name, this.token, LEASE_MS],
    );
    if (rowCount === 1) this.takenMs = askedMs;
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

/**
 * Takes a lease that is free, that its holder did not renew, or that this instance could not give
 * back; null when another instance has it. The caller runs one job of a name at a time.
 * Sessions of a holder that did not renew are ended first: what they had locked is free afterwards.
 */
export async function takeLease(
  pool: pg.Pool,
  name: JobName,
  instance: string,
  events: LeaseEvents,
): Promise<HeldLease | null> {
  await endOverdueHolder(pool, name, instance);
  const takenMs = performance.now();
  const { rows } = await pool.query<{ token: string; holder: string | null; since: Date }>(
    `with free as (
       select name, holder, acquired_at from leases
       where name = $1 and (holder is null or holder = $2 or expires_at <= clock_timestamp())
       for update
     )
     update leases l set holder = $2, token = l.token + 1, acquired_at = clock_timestamp(),
       expires_at = clock_timestamp() + $3 * interval '1 ms'
     from free where l.name = free.name
     returning l.token, free.holder, free.acquired_at as since`,
    [name, instance, LEASE_MS],
  );
  const [taken] = rows;
  if (!taken) return null;
  if (taken.holder !== null && taken.holder !== instance)
    events.onTakeover(name, { holder: taken.holder, since: taken.since });
  return new HeldLease(pool, name, taken.token, takenMs, events);
}

async function endOverdueHolder(pool: pg.Pool, name: JobName, instance: string): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid, ${TERMINATE_MS}) from pg_stat_activity, leases
     where name = $1 and holder <> $2 and expires_at <= clock_timestamp()
       and datname = current_database() and usename = current_user
       and right(application_name, length(holder) + 1) = ' ' || holder
       and application_name not like '${LEASE_SESSIONS} %'`,
    [name, instance],
  );
}

/** The lease of a job as the database has it. */
export interface LeaseStatus {
  name: JobName;
  holder: string;
  since: Date;
}

/** The leases that are held, or were not given back. */
export async function readLeases(pool: pg.Pool): Promise<LeaseStatus[]> {
  const { rows } = await pool.query<LeaseStatus>(
    "select name, holder, acquired_at as since from leases where holder is not null",
  );
  return rows;
}
