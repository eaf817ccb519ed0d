import { parentPort, workerData } from "node:worker_threads";
import { serve, type ServerType } from "@hono/node-server";
import type { AddressInfo } from "node:net";
import { followConnections } from "../../lib/http/connection-drain.mjs";
import { parseEnv } from "../../lib/env.ts";
import { logWarnings } from "../../lib/log/crash-logger.mjs";
import { startTracing } from "../../lib/tracing/start-tracing.ts";
import { getApiSettings } from "../api/api-settings.ts";
import { createReadApp } from "../api/app.ts";
import { socketAddress } from "../api/authenticate.ts";
import type { Forward } from "../api/forwarding.ts";
import { Semaphore } from "../api/semaphore.ts";
import { openLog } from "../log/log.ts";
import { SERVICE_PREFIX } from "../metrics/metrics.ts";
import { threadMetrics } from "../metrics/request-metrics.ts";
import { findLateJobs } from "../store/late-jobs.ts";
import { openStore } from "../store/store.ts";
import {
  packRequest,
  unpackAnswer,
  type FromThread,
  type ThreadData,
  type ToThread,
} from "./thread-messages.ts";

/** What settles a forwarded request. */
interface Waiting {
  resolve(response: Response): void;
  reject(error: Error): void;
}

logWarnings("service");
const connections = followConnections();
const env = parseEnv(process.env);
const endTracing = await startTracing("curtail-service");
const { clock, sendsLog, stalledAfterMs } = workerData as ThreadData;
const log = openLog(
  env.LOG_LEVEL,
  sendsLog ? { write: (line) => send({ kind: "logged", line }) } : undefined,
);
const sharedMs = clock && new Float64Array(clock);
const now = () => (sharedMs ? sharedMs[0]! : Date.now());
const store = await openStore(
  env.SERVICE_DATABASE_URL!,
  (error) => log.warn({ err: error }, "A database connection failed"),
  {
    pooler: env.DATABASE_POOLER,
    replicaUrl: env.DATABASE_REPLICA_URL,
    // The service's own thread logs when the replica is away.
    replicaEvents: {
      onRead: (outcome) => metrics.replicaRead(outcome),
      onStop: () => {},
      onReturn: () => {},
    },
  },
);
const metrics = threadMetrics(SERVICE_PREFIX, store.pools);
const waiting = new Map<number, Waiting>();
let requests = 0;
/** When the service's own thread last gave a sign of life. */
let aliveMs = performance.now();

function send(message: FromThread, transferred: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transferred);
}

const forward: Forward = async (request, context, { withBody }) => {
  const address = socketAddress(context);
  const packed = await packRequest((requests += 1), request, { address, withBody });
  const answered = new Promise<Response>((resolve, reject) =>
    waiting.set(packed.id, { resolve, reject }),
  );
  send({ kind: "request", request: packed }, packed.body ? [packed.body] : []);
  return answered;
};

const refuseChange = (): never => {
  throw new Error("Changes are forwarded.");
};
const app = createReadApp(
  {
    ...getApiSettings(env),
    db: store.db,
    read: (work) => store.read(work),
    now,
    lateJobs: () => findLateJobs(store, now()),
    requestDispatch: refuseChange,
    writers: new Semaphore(1),
    log,
    metrics,
  },
  { forward, isStalled: () => performance.now() - aliveMs > stalledAfterMs },
);

let server: ServerType | undefined;

function listen(): void {
  server = serve({ fetch: app.fetch, hostname: env.HOST, port: env.SERVICE_PORT }, (address) =>
    send({ kind: "listening", port: (address as AddressInfo).port }),
  );
}

function settle(message: Extract<ToThread, { kind: "answer" | "failed" }>): void {
  const id = message.kind === "answer" ? message.answer.id : message.id;
  const request = waiting.get(id);
  waiting.delete(id);
  if (message.kind === "answer") request?.resolve(unpackAnswer(message.answer));
  else request?.reject(message.error);
}

async function close(withinMs: number): Promise<void> {
  const closed = new Promise((done) => (server ? server.close(done) : done(undefined)));
  connections.end(withinMs);
  await closed;
  await store.close();
  await endTracing();
  process.exit(0);
}

parentPort!.on("message", (message: ToThread) => {
  if (message.kind === "listen") listen();
  else if (message.kind === "close") void close(message.withinMs);
  else if (message.kind === "alive") aliveMs = performance.now();
  else if (message.kind === "collect")
    void metrics.registry
      .getMetricsAsJSON()
      .then((values) => send({ kind: "collected", metrics: values }));
  else settle(message);
});
send({ kind: "opened" });
