import pg from "pg";
import { traceStatements } from "../../lib/tracing/trace-statements.ts";

const PIPELINES = 2;
/** Reads on their way on one connection: a slow one delays those sent after it. */
const MAX_SENT = 6;
/** After this time without an answer the connection gets no further reads. */
const SLOW_MS = 5;
const IDLE_MS = 10_000;
const RETRY_MS = 1_000;

interface PipelineOptions {
  /** Opens a connection with `pipeline`. */
  connect(): Promise<pg.Client>;
  /** The clock, in ms. */
  now(): number;
  /** The idle time after which a connection is closed. */
  idleMs: number;
}

/**
 * A connection on which further reads are sent before the first is answered. It is opened when it is needed
 * and closed when it is idle.
 */
class Pipeline {
  private client: pg.Client | null = null;
  private opening: Promise<void> | null = null;
  private failedMs = -Infinity;
  /** When the reads were sent that are not answered, oldest first: PostgreSQL answers in order. */
  private sentMs: number[] = [];
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: PipelineOptions) {}

  get sent(): number {
    return this.sentMs.length;
  }

  /** Whether a read would be sent at once, and not after a slow one. */
  isReady(nowMs: number): boolean {
    if (!this.client) return this.open(nowMs);
    return this.sent < MAX_SENT && nowMs - (this.sentMs[0] ?? nowMs) < SLOW_MS;
  }

  async send(
    statement: pg.QueryConfig,
    values: unknown[] | undefined,
    nowMs: number,
  ): Promise<pg.QueryResult> {
    const client = this.client!;
    clearTimeout(this.idleTimer);
    this.sentMs.push(nowMs);
    try {
      return await client.query(statement, values);
    } finally {
      if (this.client === client) {
        this.sentMs.shift();
        if (this.sent === 0) this.closeWhenIdle(client);
      }
    }
  }

  async close(): Promise<void> {
    await this.opening;
    const { client } = this;
    this.forget(client);
    await client?.end();
  }

  /** Begins to open the connection, which is not ready yet. */
  private open(nowMs: number): false {
    if (this.opening || nowMs - this.failedMs < RETRY_MS) return false;
    this.opening = this.options
      .connect()
      .then(
        (client) => {
          this.client = client;
          client.on("end", () => this.forget(client));
          client.on("error", () => this.forget(client));
          this.closeWhenIdle(client);
        },
        () => void (this.failedMs = this.options.now()),
      )
      .finally(() => (this.opening = null));
    return false;
  }

  private closeWhenIdle(client: pg.Client): void {
    this.idleTimer = setTimeout(() => {
      this.forget(client);
      void client.end().catch(() => undefined);
    }, this.options.idleMs);
    this.idleTimer.unref();
  }

  private forget(client: pg.Client | null): void {
    if (this.client !== client) return;
    clearTimeout(this.idleTimer);
    this.client = null;
    this.sentMs = [];
  }
}

/**
 * Sends short reads on a few connections, each before the last is answered. That needs half the CPU time of a
 * connection for each read. Reads that would wait behind a slow one are left to a pool.
 */
export class PipelinedReads {
  private readonly pipelines: readonly Pipeline[];
  private readonly now: () => number;

  constructor(
    connect: () => Promise<pg.Client>,
    { size = PIPELINES, now = () => performance.now(), idleMs = IDLE_MS } = {},
  ) {
    this.now = now;
    this.pipelines = Array.from({ length: size }, () => new Pipeline({ connect, now, idleMs }));
  }

  /** Sends a read; null when no connection is ready. */
  send(statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> | null {
    const nowMs = this.now();
    let chosen: Pipeline | null = null;
    for (const one of this.pipelines)
      if (one.isReady(nowMs) && (!chosen || one.sent < chosen.sent)) chosen = one;
    return chosen?.send(statement, values, nowMs) ?? null;
  }

  async close(): Promise<void> {
    await Promise.all(this.pipelines.map((one) => one.close()));
  }
}

/** Opens a connection for pipelined reads; `onError` is told when it is lost while nothing is sent. */
export async function connectPipelined(
  config: pg.ClientConfig,
  onError: (error: Error) => void,
): Promise<pg.Client> {
  const client = new pg.Client({ ...config, pipeline: true, keepAlive: true });
  client.on("error", onError);
  await client.connect();
  traceStatements(client);
  return client;
}
