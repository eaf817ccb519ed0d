import { once } from "node:events";
import { Worker } from "node:worker_threads";
import {
  packAnswer,
  unpackRequest,
  type ForwardedRequest,
  type FromThread,
  type MetricValues,
  type ThreadData,
  type ToThread,
} from "./thread-messages.ts";

/** The part of a connection that the API reads. */
interface Connection {
  incoming: { socket: { remoteAddress: string | undefined } };
}

/** Answers a request of a client, as the whole API does. */
type Fetch = (request: Request, connection: Connection) => Response | Promise<Response>;

/** Options for tests, which set the time. */
export interface ThreadOptions {
  /** The time in ms as one Float64, instead of that of the system. */
  clock?: SharedArrayBuffer;
  /** Receives the lines of the log, instead of standard output. */
  onLog?: (line: string) => void;
  /** After how long without a sign of life of this thread `/healthz` fails. */
  stalledAfterMs?: number;
}

/** Longer than any computation that does not give way. */
const STALLED_AFTER_MS = 60_000;
/** How often the thread gets a sign of life. */
const ALIVE_MS = 1_000;

/** The answers of reads are short-lived. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16 };

/**
 * The thread that serves the API. It answers reads that need no fleet itself, so that they never wait
 * for the jobs and plans of the service's own thread, and forwards all other requests to it.
 */
export class ApiThread {
  private readonly worker: Worker;
  private fetch: Fetch | null = null;
  private isClosing = false;
  private readonly alive: NodeJS.Timeout;

  private constructor(
    env: NodeJS.Dict<string>,
    { clock, onLog, stalledAfterMs = STALLED_AFTER_MS }: ThreadOptions,
  ) {
    const workerData: ThreadData = {
      clock: clock ?? null,
      sendsLog: onLog !== undefined,
      stalledAfterMs,
    };
    this.worker = new Worker(new URL("./api-worker.mjs", import.meta.url), {
      env: env as NodeJS.ProcessEnv,
      workerData,
      resourceLimits: THREAD_LIMITS,
    });
    this.worker.unref();
    this.alive = setInterval(() => this.send({ kind: "alive" }), ALIVE_MS).unref();
    this.worker.on("message", (message: FromThread) => {
      if (message.kind === "request") void this.answer(message.request);
      else if (message.kind === "logged") onLog?.(message.line);
    });
    this.worker.on("error", (error) => {
      throw error;
    });
    this.worker.on("exit", (code) => {
      if (!this.isClosing) throw new Error(`The thread of the API ended with code ${code}.`);
    });
  }

  /**
   * Opens the thread with this configuration, which names the database in `SERVICE_DATABASE_URL`. It
   * does not listen yet. An error in the thread is thrown as an uncaught one.
   */
  static async open(env: NodeJS.Dict<string>, options: ThreadOptions = {}): Promise<ApiThread> {
    const thread = new ApiThread(env, options);
    await thread.receive("opened");
    return thread;
  }

  /**
   * Accepts requests from now on, of which `fetch` answers the forwarded ones.
   * @returns the port
   */
  async listen(fetch: Fetch): Promise<number> {
    this.fetch = fetch;
    this.worker.ref();
    this.send({ kind: "listen" });
    return (await this.receive("listening")).port;
  }

  /** The metrics of the thread at this moment. */
  async collect(): Promise<MetricValues> {
    this.send({ kind: "collect" });
    return (await this.receive("collected")).metrics;
  }

  /** Accepts no more connections, lets requests finish within a time, and ends the thread. */
  async close(withinMs: number): Promise<void> {
    this.isClosing = true;
    clearInterval(this.alive);
    const ended = once(this.worker, "exit");
    this.send({ kind: "close", withinMs });
    await ended;
  }

  private async answer(request: ForwardedRequest): Promise<void> {
    const { id, address } = request;
    const connection: Connection = {
      incoming: { socket: { remoteAddress: address ?? undefined } },
    };
    try {
      const answer = await packAnswer(id, await this.fetch!(unpackRequest(request), connection));
      this.send({ kind: "answer", answer }, [answer.body]);
    } catch (error) {
      this.send({ kind: "failed", id, error: error as Error });
    }
  }

  private send(message: ToThread, transferred: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transferred);
  }

  private receive<Kind extends FromThread["kind"]>(
    kind: Kind,
  ): Promise<Extract<FromThread, { kind: Kind }>> {
    return new Promise((resolve) => {
      const onMessage = (message: FromThread) => {
        if (message.kind !== kind) return;
        this.worker.off("message", onMessage);
        resolve(message as Extract<FromThread, { kind: Kind }>);
      };
      this.worker.on("message", onMessage);
    });
  }
}
