import { once } from "node:events";
import { request, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MAX_BODY_BYTES } from "../../service/api/body-limit.ts";
import { ApiThread } from "../../service/api-thread/api-thread.ts";
import { mergeMetrics } from "../../service/api-thread/merged-metrics.ts";
import { errorLog, expectErrorLog } from "../support/error-log.ts";
import { freshDatabase } from "../support/postgres.ts";
import { KEY, World } from "../support/service.ts";
import { spawnService } from "../support/spawned-service.ts";

const FINISH_MS = 10_000;
const STALLED_MS = 5_000;

let world: World;
let api: ApiThread;
let port: number;
/** The addresses of clients of forwarded requests. */
const addresses: (string | undefined)[] = [];
/** Whether forwarded requests fail. */
let fails = false;
beforeAll(async () => {
  world = await World.open("2026-06-15T09:58:30Z", { demo: 2 });
  api = await ApiThread.open(
    { SERVICE_DATABASE_URL: world.databaseUrl, SERVICE_PORT: "0", FLEX_API_KEY: KEY },
    { onLog: (line) => errorLog.note(line), stalledAfterMs: STALLED_MS },
  );
  port = await api.listen((request, connection) => {
    if (fails) throw new Error("no answer to this");
    addresses.push(connection.incoming.socket.remoteAddress);
    return world.service.fetch(request, connection);
  });
});
afterAll(async () => {
  await api.close(FINISH_MS);
  await world.close();
});

const address = (path: string) => `http://127.0.0.1:${port}${path}`;
const ask = (path: string, init: RequestInit = {}) =>
  fetch(address(path), { ...init, headers: { "X-API-Key": KEY, ...init.headers } });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Reads an address in another thread, and tells when it has the answer. */
const READER = `
  const { workerData: { url, key, status } } = require("node:worker_threads");
  fetch(url, { headers: { "X-API-Key": key } }).then((response) => {
    Atomics.store(status, 0, response.status);
    Atomics.notify(status, 0);
  });`;
const READ_WITHIN_MS = 30_000;

/** The status that a read is answered with while the thread of the service does nothing else. */
function statusWhileBusy(path: string): number {
  const status = new Int32Array(new SharedArrayBuffer(4));
  new Worker(READER, { eval: true, workerData: { url: address(path), key: KEY, status } });
  Atomics.wait(status, 0, 0, READ_WITHIN_MS);
  return status[0]!;
}

test.each([
  "/v1/controls?page_size=1",
  "/v1/customers?page_size=1",
  "/v1/locations?page_size=1",
  "/v1/devices?page_size=1",
  "/v1/bidding-zones/NL/historical",
  "/healthz",
])("%s is answered while the service computes without a pause", (path) => {
  expect(statusWhileBusy(path)).toBe(200);
});

test("the health fails while the service gives no sign of life, and returns with it", async () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALLED_MS + 1_000);
  expect(statusWhileBusy("/healthz")).toBe(503);
  await vi.waitFor(async () => expect((await ask("/healthz")).status).toBe(200), 5_000);
});

test("a preview and a control are planned with the fleet of the service", async () => {
  const order = { type: "ZERO_EXPORT", time_to: "2026-06-15T12:00:00Z" };
  const preview = await post("/v1/bidding-zones/NL/control/preview", order);
  expect(preview.status).toBe(200);
  expect(((await preview.json()) as { locations: number }).locations).toBeGreaterThan(0);
  const issued = await post("/v1/bidding-zones/NL/control", order, { "Idempotency-Key": "one" });
  const { id } = (await issued.json()) as { id: string };
  const again = await post("/v1/bidding-zones/NL/control", order, { "Idempotency-Key": "one" });
  expect(again.headers.get("idempotent-replay")).toBe("true");
  const found = await ask(`/v1/controls/${id}`);
  expect(found.status, "a read finds it at once").toBe(200);
  expect((await ask("/readyz")).status).toBe(200);
});

test("a key that is revoked is refused by the next read", async () => {
  const created = await post("/v1/api-keys", { name: "revoked", scopes: ["read"] });
  const { id, key } = (await created.json()) as { id: string; key: string };
  const read = () => ask("/v1/groups", { headers: { "X-API-Key": key } });
  expect((await read()).status).toBe(200);
  expect((await ask(`/v1/api-keys/${id}`, { method: "DELETE" })).status).toBe(200);
  expect((await read()).status).toBe(401);
});

/** Sends a body of so many bytes, with its length or in chunks. */
async function send(bytes: number, headers: OutgoingHttpHeaders): Promise<IncomingMessage> {
  const sent = request(address("/v1/groups"), {
    method: "POST",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json", ...headers },
  });
  sent.on("error", () => undefined);
  sent.end(`"${"x".repeat(bytes - 2)}"`);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  return response;
}

test.each([
  ["with its length", (bytes: number) => ({ "Content-Length": bytes })],
  ["in chunks", () => ({ "Transfer-Encoding": "chunked" })],
])("a forwarded body %s may have 1 MiB and no more", async (_, headersOf) => {
  const largest = await send(MAX_BODY_BYTES, headersOf(MAX_BODY_BYTES));
  expect(largest.statusCode).toBe(422);
  const larger = await send(MAX_BODY_BYTES + 1, headersOf(MAX_BODY_BYTES + 1));
  expect([larger.statusCode, larger.headers.connection]).toEqual([413, "close"]);
});

test("a body that is too large by its length is refused before it arrives", async () => {
  const sent = request(address("/v1/groups"), {
    method: "POST",
    headers: {
      "X-API-Key": KEY,
      "Content-Type": "application/json",
      "Content-Length": MAX_BODY_BYTES + 1,
    },
  });
  sent.on("error", () => undefined);
  sent.write("{");
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  expect([response.statusCode, response.headers.connection]).toEqual([413, "close"]);
  sent.destroy();
});

test.each([{}, { "X-API-Key": "ck_unknown" }])(
  "with %o a request is refused before its body arrives",
  async (headers) => {
    const sent = request(address("/v1/groups"), {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json", "Content-Length": 10 },
    });
    sent.on("error", () => undefined);
    sent.write("{");
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(401);
    sent.destroy();
  },
);

test.each(["TRACE", "OPTIONS", "POST"])("%s of the readiness is not found", async (method) => {
  const sent = request(address("/readyz"), { method });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(404);
});

test("a request that fails where it is forwarded to is answered, and others go on", async () => {
  expectErrorLog(/no answer to this/);
  fails = true;
  const failed = await post("/v1/groups", { name: "fails", bidding_zone: "NL" });
  fails = false;
  expect(failed.status).toBe(500);
  expect(((await failed.json()) as { type: string }).type).toMatch(/internal/);
  expect((await ask("/readyz")).status).toBe(200);
});

test("an address with a password is refused", async () => {
  const sent = request({
    host: "127.0.0.1",
    port,
    method: "POST",
    path: `http://user:secret@127.0.0.1:${port}/v1/groups`,
    headers: { "X-API-Key": KEY },
  });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(400);
});

test("a forwarded request has the address of its client", async () => {
  expect((await post("/v1/groups", { name: "addressed", bidding_zone: "NL" })).status).toBe(200);
  expect(addresses.at(-1)).toBe("127.0.0.1");
});

test("metrics count what each thread answered, and keep those of the process", async () => {
  const read = async () => {
    const text = await mergeMetrics(world.service.metrics, api).metrics();
    const lines = text.split("\n").filter((line) => /^\w/.test(line));
    return new Map(
      lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]),
    );
  };
  const count = (metrics: Map<string, number>, operation: string) =>
    metrics.get(
      `curtail_service_request_duration_seconds_count{operation="${operation}",status="200"}`,
    ) ?? 0;
  const before = await read();
  await ask("/v1/devices");
  await post("/v1/groups", { name: "counted", bidding_zone: "NL" });
  const after = await read();
  for (const operation of ["listDevices", "createGroup"])
    expect(count(after, operation) - count(before, operation), operation).toBe(1);
  expect(after.get("process_resident_memory_bytes")).toBeGreaterThan(0);
  expect(after.get("process_start_time_seconds")).toBeGreaterThan(0);
  expect(after.get("curtail_service_api_delay_p99_seconds")).toBeGreaterThan(0);
  expect(after.get("curtail_service_database_up")).toBe(1);
});

/** Warns in the thread that accepts a request. */
const WARN_OF_REQUESTS = `import{subscribe}from'node:diagnostics_channel';subscribe('http.server.request.start',()=>process.emitWarning('of-a-request'))`;

test("a warning of Node in the thread is a line of JSON", async () => {
  const { child, port: opened } = await spawnService(await freshDatabase("service"), {
    NODE_OPTIONS: `--import=data:text/javascript,${WARN_OF_REQUESTS}`,
  });
  const said = once(child.stderr!, "data") as Promise<[Buffer]>;
  await fetch(`http://127.0.0.1:${opened}/healthz`);
  const [line] = await said;
  expect(JSON.parse(line.toString())).toMatchObject({
    level: 40,
    err: { message: "of-a-request" },
    msg: "a warning",
  });
});

test("the service ends with an error when its port is taken", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  expectErrorLog(/EADDRINUSE/);
  const { port: used } = taken.address() as AddressInfo;
  const database = await freshDatabase("service");
  await expect(spawnService(database, { SERVICE_PORT: String(used) })).rejects.toThrow(
    "the service ended with 1",
  );
  taken.close();
});
