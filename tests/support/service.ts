import type { Logger } from "pino";
import {
  operations,
  problem as problemShape,
  PROBLEM_TYPE,
  type AnswerOf,
  type BodyInput,
  type OperationId,
  type ParamsOf,
  type Problem,
  type QueryInput,
} from "../../lib/contract/index.ts";
import { parseEnv } from "../../lib/env.ts";
import { openLog } from "../../lib/log/logger.ts";
import { ApiThread } from "../../service/api-thread/api-thread.ts";
import { openService, type Service, type ServiceOptions } from "../../service/service.ts";
import { errorLog } from "./error-log.ts";
import { freshDatabase } from "./postgres.ts";

/** How requests reach the service: both must behave alike. */
export const transports = ["in process", "over HTTP"] as const;
export type Transport = (typeof transports)[number];

export const KEY = "ck_the-key-of-the-tests";

/** What an operation answered, re-parsed with the contract. */
export interface Answer<K extends OperationId> {
  status: number;
  headers: Headers;
  /** Throws unless the operation succeeded. */
  data: AnswerOf<K>;
  /** Throws unless it was refused. */
  problem: Problem;
}

/** How long open requests may take to finish when a world is closed. */
const FINISH_MS = 10_000;

/** A time that threads share. */
class SharedClock {
  readonly memory = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  private readonly shared = new Float64Array(this.memory);

  constructor(ms: number) {
    this.ms = ms;
  }

  get ms(): number {
    return this.shared[0]!;
  }

  set ms(ms: number) {
    this.shared[0] = ms;
  }
}

/** A service on an empty database, whose clock the test sets. */
export class World {
  private constructor(
    readonly service: Service,
    readonly databaseUrl: string,
    private readonly clock: { ms: number },
    private readonly send: (path: string, init?: RequestInit) => Promise<Response>,
    private readonly end: () => Promise<void>,
  ) {}

  static async open(
    at: string,
    options: {
      transport?: Transport;
      /** The demo fleet, with as many days of history. */
      demo?: boolean | number;
      /** Whether demo plants go offline now and then, and a few have been lost or are broken. */
      outages?: boolean;
      /** Whether controls were issued in the demo's past. */
      demoControls?: boolean;
      /** Whether the demo has contract terms, positions and a rule. */
      demoMarket?: boolean;
      /** How devices are reached that are not simulated. */
      field?: ServiceOptions["field"];
      /** The price sources that are read. */
      priceSources?: ServiceOptions["priceSources"];
      /** How webhooks are resolved and trusted. */
      webhooks?: ServiceOptions["webhooks"];
      databaseUrl?: string;
      /** How long the database is waited for. */
      databaseWaitMs?: number;
      /** The destination of its log; without it the log is dropped, but an error fails the test. */
      log?: Logger;
      /** Additional settings. */
      settings?: Record<string, string>;
    } = {},
  ): Promise<World> {
    const clock = new SharedClock(Date.parse(at));
    const url = options.databaseUrl ?? (await freshDatabase("service"));
    const settings = {
      DEMO: options.demo ? "1" : "0",
      FLEX_API_KEY: KEY,
      RATE_UNKNOWN: "100000",
      ...options.settings,
    };
    const service = await openService(parseEnv(settings), url, {
      now: () => clock.ms,
      log: options.log ?? worldLog(),
      outages: options.outages ?? false,
      demoControls: options.demoControls ?? false,
      demoMarket: options.demoMarket ?? false,
      ...(typeof options.demo === "number" && { demoDays: options.demo }),
      ...(options.field && { field: options.field }),
      ...(options.priceSources && { priceSources: options.priceSources }),
      ...(options.webhooks && { webhooks: options.webhooks }),
      ...(options.databaseWaitMs && { databaseWaitMs: options.databaseWaitMs }),
    });
    await service.tick();
    if (options.transport !== "over HTTP") {
      const send = async (path: string, init?: RequestInit) =>
        service.fetch(new Request(`http://service${path}`, init));
      return new World(service, url, clock, send, () => service.close());
    }
    const api = await ApiThread.open(
      { ...settings, SERVICE_DATABASE_URL: url, SERVICE_PORT: "0", LOG_LEVEL: "error" },
      { clock: clock.memory, onLog: (line) => errorLog.note(line) },
    );
    const base = `http://127.0.0.1:${await api.listen(service.fetch)}`;
    const end = async () => {
      await api.close(FINISH_MS);
      await service.close();
    };
    return new World(service, url, clock, (path, init) => fetch(base + path, init), end);
  }

  get nowMs(): number {
    return this.clock.ms;
  }

  /** Sets the clock without running anything. */
  setClock(at: string | number): void {
    this.clock.ms = typeof at === "number" ? at : Date.parse(at);
  }

  /** Runs the service until then, minute by minute. */
  async liveUntil(at: string): Promise<void> {
    while (this.clock.ms < Date.parse(at)) {
      this.clock.ms = Math.min(Date.parse(at), this.clock.ms + 60_000);
      await this.service.tick();
    }
  }

  /** Advances the clock without running the service, then runs it. */
  async sleepUntil(at: string): Promise<void> {
    this.setClock(at);
    await this.service.tick();
  }

  /** A plain request, with the key unless headers override it. */
  request(path: string, init: RequestInit = {}): Promise<Response> {
    return this.send(path, { ...init, headers: { "X-API-Key": KEY, ...init.headers } });
  }

  /** Sends any body as JSON. */
  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const init = { "Content-Type": "application/json", ...headers };
    return this.request(path, { method: "POST", headers: init, body: JSON.stringify(body) });
  }

  /** Calls an operation of the contract; the answer must have its shape. */
  async call<K extends OperationId>(
    key: K,
    input: {
      params?: ParamsOf<K>;
      query?: QueryInput<K>;
      headers?: Record<string, string>;
      body?: BodyInput<K>;
    } = {},
  ): Promise<Answer<K>> {
    const operation = operations[key];
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent((input.params as Record<string, string>)[name]!),
    );
    const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const response = await this.request(`${path}${query.size > 0 ? `?${query}` : ""}`, {
      method: operation.method.toUpperCase(),
      headers: {
        ...input.headers,
        ...(input.body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    });
    return answerOf(key, response);
  }

  close(): Promise<void> {
    return this.end();
  }
}

/** Its log is printed only if requested; a line at level error counts in any case. */
function worldLog(): Logger {
  const { WORLD_LOG } = process.env;
  return WORLD_LOG
    ? openLog("service", WORLD_LOG)
    : openLog("service", "error", { write: () => undefined });
}

async function answerOf<K extends OperationId>(key: K, response: Response): Promise<Answer<K>> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    get data() {
      if (response.status !== 200) throw new Error(`${key} answered ${response.status}: ${text}`);
      return operations[key].response.parse(JSON.parse(text)) as AnswerOf<K>;
    },
    get problem() {
      if (response.headers.get("content-type") !== PROBLEM_TYPE)
        throw new Error(`${key} answered ${response.status}, which is no problem: ${text}`);
      return problemShape.parse(JSON.parse(text));
    },
  };
}
