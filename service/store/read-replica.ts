import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import {
  isDatabaseUnavailable,
  socketWithTimeout,
} from "../../lib/database/is-database-unavailable.ts";
import { getCauses } from "../../lib/log/error-causes.ts";
import { coalesce } from "../../lib/database/coalesce.ts";

/** Where a read that may use the replica was answered; all but `replica` mean the primary. */
export const readOutcomes = ["replica", "behind", "away", "failed"] as const;
export type ReadOutcome = (typeof readOutcomes)[number];

/** Why no read uses the replica, and since when. */
export interface ReplicaStop {
  state: "behind" | "away";
  since: Date;
  error?: Error;
}

/** Receives what happens to the replica. */
export interface ReplicaEvents {
  onRead(outcome: ReadOutcome): void;
  /** Reads stopped using the replica; called once for each stop. */
  onStop(stop: ReplicaStop): void;
  /** Reads use the replica again. */
  onReturn(): void;
}

interface ReplicaOptions<Db> {
  /** Opens the replica's connections for reads. */
  openDb(pool: pg.Pool): Db;
  /** The primary, on a connection reserved for positions. */
  primary: Pick<pg.Pool, "query">;
  url: string;
  instance: string;
  /** Timeout of a statement. */
  waitMs: number;
  events: ReplicaEvents;
}

/** How long a read waits for the replica to replay what was committed before it. */
const MAX_REPLAY_WAIT_MS = 50;
/** A replica that lags by more is reported as behind. */
const MAX_LAG_SECONDS = 5;
const CHECK_MS = 1_000;
/** Timeout of statements about positions. */
const POSITION_WAIT_MS = 2_000;
const MAX_CONNECTIONS = 10;

const DATABASE = `(select system_identifier::text from pg_control_system()) || ' ' || current_database()`;
/** Every commit that was answered lies before the flushed position. */
const PRIMARY_STATUS = `
  select (pg_current_wal_flush_lsn() - '0/0')::text as position,
    extract(epoch from clock_timestamp())::float8 as clock`;
const REPLAYED = `coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::text as position`;
const REPLICA_STATUS = `
  select ${REPLAYED}, pg_is_in_recovery() as "isReplica", ${DATABASE} as database,
    extract(epoch from pg_last_xact_replay_timestamp())::float8 as "lastCommit"`;

interface ReplicaStatus {
  position: string;
  isReplica: boolean;
  database: string;
  lastCommit: number | null;
}

/** What was measured of the replica no longer holds: it restarted. */
class RestartedReplicaError extends Error {}

/**
 * A streaming replica for reads. A read uses it only after it has replayed everything that the
 * primary had committed when the read began, at whichever instance, so a read never misses a change
 * that was answered before. Otherwise, and when the replica fails meanwhile, the primary answers.
 */
export class ReadReplica<Db> {
  /** The connections for reads. */
  readonly pool: pg.Pool;
  private readonly db: Db;
  private readonly positions: pg.Pool;
  private readonly sockets = new Set<Socket>();
  private readonly timer: NodeJS.Timeout;
  private state: "current" | ReplicaStop["state"] = "away";
  private stop: ReplicaStop | null = null;
  /** The position in bytes up to which the replica has replayed, as measured last. */
  private replayed = 0n;
  /** Grows when the replica is lost or restarts: `replayed` holds within one epoch. */
  private epoch = 0;
  private database: string | undefined;
  private lastCommit: number | null = null;
  private caughtUpMs = performance.now();
  private lag = NaN;
  private isClosed = false;

  private constructor(private readonly options: ReplicaOptions<Db>) {
    const { url: connectionString, instance, waitMs } = options;
    this.pool = new pg.Pool({
      connectionString,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: 5_000,
      application_name: `curtail-service reads ${instance}`,
      stream: () => this.follow(socketWithTimeout(waitMs)()),
      onConnect: (client) => this.requireReplayed(client),
    });
    this.positions = new pg.Pool({
      connectionString,
      max: 1,
      connectionTimeoutMillis: POSITION_WAIT_MS,
      query_timeout: POSITION_WAIT_MS,
      application_name: `curtail-service positions ${instance}`,
    });
    for (const pool of [this.pool, this.positions]) {
      pool.on("error", () => void this.check());
      pool.on("connect", (client) => void client.on("error", () => undefined));
    }
    this.db = options.openDb(this.pool);
    this.timer = setInterval(() => void this.check(), CHECK_MS).unref();
  }

  /** Opens a replica, which may be away, and checks once whether reads can use it. */
  static async open<Db>(options: ReplicaOptions<Db>): Promise<ReadReplica<Db>> {
    const replica = new ReadReplica(options);
    await replica.check();
    return replica;
  }

  /** Why reads do not use the replica; null while they do, or while it lags only a little. */
  get stopped(): ReplicaStop | null {
    return this.stop;
  }

  /** Seconds by which the replica lags; NaN while it is away. */
  get lagSeconds(): number {
    return this.state === "away" ? NaN : this.lag;
  }

  /** Runs a read at the replica or the primary. It changes nothing and may run at both. */
  async read<T>(work: (db: Db) => Promise<T>, primary: Db): Promise<T> {
    const { onRead } = this.options.events;
    const { epoch } = this;
    if (!(await this.hasAllCommitted())) {
      onRead(this.state === "away" ? "away" : "behind");
      return work(primary);
    }
    try {
      const result = await work(this.db);
      if (epoch !== this.epoch) throw new RestartedReplicaError();
      onRead("replica");
      return result;
    } catch (error) {
      if (!isOfReplica(error)) throw error;
      onRead("failed");
      void this.check();
      return work(primary);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    await Promise.all([this.pool.end(), this.positions.end()]);
  }

  /** Whether the replica has, within a moment, everything the primary has committed by now. */
  private async hasAllCommitted(): Promise<boolean> {
    if (this.state !== "current") return false;
    const primary = await this.measurePrimary().catch(() => null);
    if (primary === null) return false;
    if (await this.reaches(primary.position)) return true;
    if (this.state === "current") {
      this.state = "behind";
      void this.check();
    }
    return false;
  }

  private async reaches(position: bigint): Promise<boolean> {
    const untilMs = performance.now() + MAX_REPLAY_WAIT_MS;
    const { epoch } = this;
    while (epoch === this.epoch) {
      if (this.replayed >= position) return true;
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return false;
      await Promise.race([this.measureReplica().catch(() => undefined), delay(leftMs)]);
    }
    return false;
  }

  /** Compares both servers, and starts or stops the use of the replica; never rejects. */
  private readonly check = coalesce(async (): Promise<void> => {
    if (this.isClosed) return;
    try {
      this.database ??= await this.readPrimaryDatabase();
      const { position, clock } = await this.measurePrimary();
      await this.measureReplica();
      if (await this.reaches(position)) return this.use();
      if (this.replayed > 0n) this.state = "behind";
      const sinceLastCommit = clock - (this.lastCommit ?? -Infinity);
      this.lag = Math.min(sinceLastCommit, (performance.now() - this.caughtUpMs) / 1_000);
      if (this.lag > MAX_LAG_SECONDS) this.report({ state: "behind", since: new Date() });
    } catch {
      // `lose` has reported the replica; a failure of the primary shows in the requests.
    }
  });

  private async readPrimaryDatabase(): Promise<string> {
    const { rows } = await this.options.primary.query<{ database: string }>(
      `select ${DATABASE} as database`,
    );
    return rows[0]!.database;
  }

  private readonly measurePrimary = coalesce(async () => {
    const { rows } = await this.options.primary.query<{ position: string; clock: number }>(
      PRIMARY_STATUS,
    );
    return { position: BigInt(rows[0]!.position), clock: rows[0]!.clock };
  });

  private readonly measureReplica = coalesce(async (): Promise<void> => {
    try {
      const { rows } = await this.positions.query<ReplicaStatus>(REPLICA_STATUS);
      this.update(rows[0]!);
    } catch (error) {
      this.lose(error as Error);
      throw error;
    }
  });

  private update({ position, isReplica, database, lastCommit }: ReplicaStatus): void {
    if (!isReplica) throw new Error("DATABASE_REPLICA_URL leads to a server that is no replica");
    if (database !== this.database)
      throw new Error("DATABASE_REPLICA_URL leads to another cluster or another database");
    if (BigInt(position) < this.replayed) this.disconnect();
    this.replayed = BigInt(position);
    this.lastCommit = lastCommit;
  }

  private use(): void {
    this.state = "current";
    this.lag = 0;
    this.caughtUpMs = performance.now();
    if (this.stop === null) return;
    this.stop = null;
    this.options.events.onReturn();
  }

  private lose(error: Error): void {
    this.state = "away";
    this.replayed = 0n;
    this.disconnect();
    this.report({ state: "away", since: new Date(), error });
  }

  private report(stop: ReplicaStop): void {
    if (this.stop?.state === stop.state || this.isClosed) return;
    this.stop = stop;
    this.options.events.onStop(stop);
  }

  /** Ends the reads under way at the replica; the primary answers them. */
  private disconnect(): void {
    this.epoch += 1;
    for (const socket of this.sockets) socket.destroy();
  }

  private follow(socket: Socket): Socket {
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket));
    return socket;
  }

  /** A replica that was killed begins again behind what it had replayed before. */
  private async requireReplayed(client: pg.ClientBase): Promise<void> {
    const { replayed } = this;
    const { rows } = await client.query<{ position: string }>(`select ${REPLAYED}`);
    if (BigInt(rows[0]!.position) < replayed) throw new RestartedReplicaError();
  }
}

/** Whether a read failed in the database or on the way to it. */
const isOfReplica = (thrown: unknown): boolean =>
  getCauses(thrown).some(
    (error) =>
      error instanceof pg.DatabaseError ||
      error instanceof RestartedReplicaError ||
      isDatabaseUnavailable(error),
  );
