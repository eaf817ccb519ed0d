import { operations, noBody, type OperationId, type Problem } from "../../lib/contract/index.ts";
import type { RecordedExample, RecordedExamples } from "../../service/api/openapi-document.ts";
import { lockKey } from "../../service/store/idempotency-keys.ts";
import { openStore } from "../../service/store/store.ts";
import { startDatabaseProxy } from "./database-proxy.ts";
import { playScene, type SentInput } from "./documented-calls.ts";
import { expectErrorLog } from "./error-log.ts";
import { freshDatabase } from "./postgres.ts";
import { World } from "./service.ts";

/** One request of the recording and what the service answered. */
export interface Exchange {
  key: OperationId;
  status: number;
  body: unknown;
  answer: unknown;
}

const START = "2026-05-01T11:30:00Z";
const REQUEST_ID = "4b1c7a30-5f0e-4a53-9d0c-0e1f7c2b9a64";
const SECRET = "ck_EXAMPLE0000000000000000000000000000000000000";
const WEBHOOK_SECRET = "whsec_EXAMPLE00000000000000000000000000000000000=";
const keys = Object.keys(operations) as OperationId[];
const takesBody = (key: OperationId) => operations[key].body !== noBody;
const json = { "Content-Type": "application/json" };

/** Secrets differ at each run, and nobody should take one from a document for a real one. */
const withoutSecrets = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, field: unknown) => {
      if (typeof field === "string" && field.startsWith("whsec_")) return WEBHOOK_SECRET;
      if (typeof field !== "string" || !field.startsWith("ck_")) return field;
      return name === "prefix" ? SECRET.slice(0, 9) : SECRET;
    }),
  );

/** A name of a problem for the document: its code, or its detail in a few words. */
const problemName = ({ status, code, detail }: Problem): string => {
  const words = (code ?? detail.split(". ")[0]!)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${status}-${words.slice(0, 60).replace(/-$/, "")}`;
};

interface Sent {
  parameters: Record<string, string | number>;
  path: string;
  init: RequestInit;
}

/** Sends calls to a service, and keeps what it answered. */
class Recorder {
  readonly ids: Record<string, string> = {};
  readonly exchanges: Exchange[] = [];
  readonly sent = new Map<OperationId, Sent>();
  readonly recorded: RecordedExamples = { problems: {}, operations: {} };
  private readonly problems = new Map<OperationId, RecordedExample["problems"]>();
  world!: World;

  readonly call = async <K extends OperationId>(operation: K, input: SentInput<K> = {}) => {
    const request = this.toRequest(operation, input);
    const { status, answer } = await this.exchange(
      operation,
      request.path,
      request.init,
      input.body,
    );
    if (status !== 200)
      throw new Error(`${operation} answered ${status}: ${JSON.stringify(answer)}`);
    if (!this.recorded.operations[operation]) {
      this.sent.set(operation, request);
      this.recorded.operations[operation] = {
        parameters: request.parameters,
        ...(input.body !== undefined && { body: input.body }),
        answer,
        problems: this.problemsOf(operation),
      };
    }
    return answer as { id?: string };
  };

  /** Records the refusals of an operation that ends the scene when it is called. */
  prepare(operation: OperationId): void {
    this.sent.set(operation, this.toRequest(operation, {}));
  }

  readonly refused = async <K extends OperationId>(
    operation: K,
    input: SentInput<K>,
    expected: number,
  ) => {
    const { path, init } = this.toRequest(operation, input);
    await this.refusedAs(operation, path, init, expected);
  };

  async refusedAs(key: OperationId, path: string, init: RequestInit, expected: number) {
    const { status, answer } = await this.exchange(key, path, init);
    if (status !== expected)
      throw new Error(`${key} answered ${status}, not ${expected}: ${JSON.stringify(answer)}`);
    this.addProblem(key, answer as Problem);
  }

  async exchange(key: OperationId, path: string, init: RequestInit, body?: unknown) {
    const headers = { "X-Request-Id": REQUEST_ID, ...(init.headers as Record<string, string>) };
    const response = await this.world.request(path, { ...init, headers });
    const answer = withoutSecrets(await response.json());
    const exchange = { key, status: response.status, body, answer };
    this.exchanges.push(exchange);
    return exchange;
  }

  private problemsOf(key: OperationId): RecordedExample["problems"] {
    const problems = this.problems.get(key) ?? {};
    this.problems.set(key, problems);
    return problems;
  }

  addProblem(key: OperationId, problem: Problem): void {
    let name = problemName(problem);
    const text = JSON.stringify(problem);
    for (
      let n = 2;
      this.recorded.problems[name] && JSON.stringify(this.recorded.problems[name]) !== text;
      n++
    )
      name = `${problemName(problem)}-${n}`;
    this.recorded.problems[name] = problem;
    const problems = this.problemsOf(key);
    const names = (problems[problem.status] ??= []);
    if (!names.includes(name)) names.push(name);
  }

  /** The request of an operation with the ids learned so far. */
  private toRequest(key: OperationId, { query = {}, headers = {}, body }: SentInput<never>): Sent {
    const { path, method } = operations[key];
    const parameters: Sent["parameters"] = {};
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      parameters[name] = this.ids[name]!;
      return encodeURIComponent(this.ids[name]!);
    });
    Object.assign(parameters, query, headers);
    const search = new URLSearchParams(
      Object.entries(query as object).map(([name, value]) => [name, String(value)]),
    );
    return {
      parameters,
      path: search.size > 0 ? `${filled}?${search}` : filled,
      init: {
        method: method.toUpperCase(),
        headers: { ...headers, ...(body !== undefined && json) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    };
  }
}

const unknownIds = (key: OperationId) =>
  operations[key].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "device_type" ? "SOLAR_INVERTER" : "unknown",
  );

/** A request of each operation that the contract refuses. */
function invalidRequest(
  key: OperationId,
  { path, init }: Omit<Sent, "parameters">,
): [string, RequestInit] {
  const { query } = operations[key];
  const [bare] = path.split("?") as [string];
  if (takesBody(key)) return [path, { ...init, body: '{"no_such_field":true}' }];
  if ("start" in query.shape) return [`${bare}?start=yesterday`, init];
  if ("end" in query.shape) return [`${bare}?end=tomorrow`, init];
  if ("page_size" in query.shape) return [`${bare}?page_size=1000`, init];
  const [first] = Object.keys(query.shape);
  if (first) return [`${bare}?${first}=none`, init];
  return [path, { ...init, headers: { ...init.headers, "Idempotency-Key": "x".repeat(201) } }];
}

/** What every operation refuses: credentials, scopes, ids, bodies, values. */
async function recordRefusals(recorder: Recorder): Promise<void> {
  const { world } = recorder;
  const keyWith = async (scope: "read" | "keys", rate?: number) => {
    const limits = rate ? { reads_per_minute: rate, changes_per_minute: rate } : null;
    const body = { name: `with ${scope}`, scopes: [scope], rate: limits };
    return (await world.call("createApiKey", { body })).data.key!;
  };
  const reading = await keyWith("read");
  const managing = await keyWith("keys");
  const { key: slow } = (
    await world.call("createApiKey", {
      body: {
        name: "slow",
        scopes: ["read", "control", "manage", "keys"],
        rate: { reads_per_minute: 1, changes_per_minute: 1 },
      },
    })
  ).data;
  await world.request("/v1/groups", { headers: { "X-API-Key": slow! } });
  await world.post("/v1/groups", {}, { "X-API-Key": slow! });
  for (const key of keys) {
    const sent = recorder.sent.get(key);
    if (!sent) continue;
    const { path } = sent;
    // A key that was used before is answered as then.
    const { "Idempotency-Key": _used, ...headers } = sent.init.headers as Record<string, string>;
    const init = { ...sent.init, headers };
    const withKey = (value: string) => ({
      ...init,
      headers: { ...init.headers, "X-API-Key": value },
    });
    await recorder.refusedAs(key, path, withKey(""), 401);
    const lacking = operations[key].scope === "read" ? managing : reading;
    await recorder.refusedAs(key, path, withKey(lacking), 403);
    await recorder.refusedAs(key, path, withKey(slow!), 429);
    const isUnknown = operations[key].path.includes("{");
    if (isUnknown) await recorder.refusedAs(key, unknownIds(key), init, 404);
    const takesInput = takesBody(key) || operations[key].changes;
    if (takesInput || Object.keys(operations[key].query.shape).length > 0)
      await recorder.refusedAs(key, ...invalidRequest(key, { path, init }), 422);
    if (!takesBody(key)) continue;
    const typed = (type: string) => ({ ...init.headers, "Content-Type": type });
    await recorder.refusedAs(key, path, { ...init, body: "{" }, 400);
    await recorder.refusedAs(key, path, { ...init, headers: typed("text/plain") }, 415);
    await recorder.refusedAs(key, path, { ...init, body: `"${"x".repeat(1024 * 1024)}"` }, 413);
  }
}

/** A repeated request while the first is being processed, elsewhere. */
async function recordConflicts(recorder: Recorder): Promise<void> {
  const { world } = recorder;
  const nowMs = world.nowMs;
  // Back to when the recorded requests were valid.
  world.setClock("2026-05-01T12:14:10Z");
  const store = await openStore(recorder.world.databaseUrl, () => {});
  const held = "held-elsewhere";
  const keyed = { caller: "configured", key: held, requestHash: Buffer.alloc(32) };
  try {
    await store.db.transaction(async (tx) => {
      await lockKey(tx, keyed);
      for (const [key, { path, init }] of recorder.sent) {
        if (!operations[key].changes) continue;
        const headers = { ...init.headers, "Idempotency-Key": held };
        await recorder.refusedAs(key, path, { ...init, headers }, 409);
      }
    });
  } finally {
    await store.close();
    world.setClock(nowMs);
  }
}

/** A service that fails, and one whose database is away: the same answer to any operation. */
async function recordFailures(recorder: Recorder): Promise<void> {
  expectErrorLog(/ECONNRESET|ECONNREFUSED|terminat|connection error|Invalid time value|timeout/);
  const { world } = recorder;
  const proxy = await startDatabaseProxy(await freshDatabase("service"));
  recorder.world = await World.open(START, { databaseUrl: proxy.url });
  try {
    const everywhere = async (path: string, expected: number) => {
      const { status, answer } = await recorder.exchange("getBiddingZoneStatus", path, {});
      if (status !== expected) throw new Error(`${status}: ${JSON.stringify(answer)}`);
      for (const key of recorder.sent.keys()) recorder.addProblem(key, answer as Problem);
    };
    proxy.set("cut");
    await everywhere("/v1/bidding-zones/NL/status", 503);
    proxy.set("free");
    // A moment that no date can hold.
    recorder.world.setClock(9e15);
    await everywhere("/v1/bidding-zones/NL/status", 500);
    recorder.world.setClock(START);
  } finally {
    proxy.set("free");
    await recorder.world.close();
    await proxy.close();
    recorder.world = world;
  }
}

/** Plays the scene at a running service, then what it refuses. */
export async function recordExamples() {
  const recorder = new Recorder();
  recorder.world = await World.open(START);
  try {
    await playScene(recorder.world, recorder);
    recorder.prepare("deleteRule");
    recorder.prepare("deleteCustomer");
    await recordRefusals(recorder);
    await recordConflicts(recorder);
    await recorder.call("deleteRule");
    await recorder.call("deleteCustomer");
    await recordFailures(recorder);
  } finally {
    await recorder.world.close();
  }
  return { recorded: recorder.recorded, exchanges: recorder.exchanges };
}
