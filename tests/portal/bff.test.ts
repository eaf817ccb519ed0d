import { describe, expect, test } from "vitest";
import {
  control,
  operations,
  problem,
  PROBLEM_TYPE,
  type OperationId,
} from "../../lib/contract/index.ts";
import { handleOperation, type BffDeps } from "../../lib/portal/http/bff.ts";
import { createPortalClientWith } from "../../lib/portal/client/portal-client.ts";
import { withIdempotencyKey } from "../../lib/portal/service-client/request-headers.ts";
import { readSession, revokeSession, type User } from "../../lib/portal/db/sessions.ts";
import { API_KEY, startFakeService, startService, type FakeService } from "./fake-service.ts";
import * as plant from "./fixtures.ts";
import { NOW, portalWorld } from "./portal-world.ts";
import { expectErrorLog } from "../support/error-log.ts";

const world = portalWorld();
const HOST = "portal.example:3000";
const own = { host: HOST, "sec-fetch-site": "same-origin", "content-type": "application/json" };

const depsFor = (service: FakeService, user: User | null): BffDeps => ({
  currentUser: async () => user && readSession(world.db, user.sessionId, NOW),
  createPortalClient: (signedIn) => createPortalClientWith(world.deps(service), signedIn),
  publicUrl: undefined,
});

const request = (path: string, headers: Record<string, string>, body?: string) =>
  new Request(`http://${HOST}/api${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers,
    ...(body === undefined ? {} : { body }),
  });

const operationIds = Object.keys(operations) as OperationId[];
const KEY = "idempotency-key";
const order = JSON.stringify({ type: "ZERO_EXPORT" });
const params = { group_id: "grp_north" };
async function issue(
  headers: Record<string, string>,
  body = order,
  publicUrl?: string,
  kind: "ten only" | "with extensions" = "ten only",
) {
  const service = await startFakeService(kind);
  const routeDeps = { ...depsFor(service, await world.staff()), publicUrl };
  const posted = request("/groups/grp_north/control", headers, body);
  return { service, response: await handleOperation(routeDeps, "controlGroup", posted, params) };
}

async function refused(response: Response, status: number) {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe(PROBLEM_TYPE);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const body = problem.strict().parse(await response.json());
  expect(response.headers.get("x-request-id")).toBe(body.request_id);
  return body;
}

describe("an answer of /api", () => {
  test("is the contract's JSON, and is never cached", async () => {
    const { service, response } = await issue(own);
    expect(response.status).toBe(200);
    control.parse(await response.json());
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const sent = service.seen.at(-1)!;
    expect(sent.headers.get("x-request-id")).toBe(response.headers.get("x-request-id"));
    expect(sent.body).toBe(order);
  });

  test("passes the total of a list", async () => {
    const service = await startFakeService("with extensions");
    const routeDeps = depsFor(service, await world.staff());
    const asked = request("/customers?page_size=1&unknown=1", { host: HOST });
    const response = await handleOperation(routeDeps, "listCustomers", asked, undefined);
    expect(response.headers.get("x-total-count")).toBe("2");
    expect(service.seen.at(-1)!.search).toBe("?page=0&page_size=1&sort=name");
  });

  test("carries Retry-After if the service sends it", async () => {
    const busy = () => Response.json({}, { status: 429, headers: { "Retry-After": "9" } });
    const routeDeps = depsFor(await startService(busy), await world.staff());
    const asked = request("/controls", { host: HOST });
    const response = await handleOperation(routeDeps, "listControls", asked, undefined);
    expect(response.headers.get("retry-after")).toBe("9");
    await refused(response, 429);
  });

  test("contains no internal details after an unexpected error", async () => {
    expectErrorLog(/connection to the-inside failed/);
    const routeDeps = {
      ...depsFor(await startFakeService("ten only"), await world.staff()),
      createPortalClient: () =>
        Promise.reject(new Error(`connection to the-inside failed ${API_KEY}`)),
    };
    const response = await handleOperation(
      routeDeps,
      "listControls",
      request("/controls", own),
      undefined,
    );
    expect(JSON.stringify(await refused(response, 500))).not.toMatch(/the-inside|flex_/);
  });
});

test("a body that breaks off is a 400 and no error in the log", async () => {
  const aborted = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{"type":')),
    pull: (stream) => stream.error(aborted),
  });
  const init = { method: "POST", headers: own, body, duplex: "half" };
  const posted = new Request(`http://${HOST}/api/groups/grp_north/control`, init);
  const service = await startFakeService("ten only");
  const routeDeps = depsFor(service, await world.staff());
  await refused(await handleOperation(routeDeps, "controlGroup", posted, params), 400);
  expect(service.seen).toEqual([]);
});

describe("without a session", () => {
  test.each(Object.keys(operations) as OperationId[])("%s is refused", async (operation) => {
    const service = await startFakeService("with extensions");
    const asked = new Request(`http://${HOST}/api/x`, {
      method: operations[operation].method.toUpperCase(),
      headers: own,
    });
    const response = await handleOperation(depsFor(service, null), operation, asked, undefined);
    await refused(response, 401);
    expect(service.seen).toEqual([]);
  });

  test("a revoked session is refused on the next request", async () => {
    const user = await world.staff();
    const routeDeps = depsFor(await startFakeService("ten only"), user);
    const ask = () =>
      handleOperation(routeDeps, "listControls", request("/controls", { host: HOST }), undefined);
    expect((await ask()).status).toBe(200);
    await revokeSession(world.db, user.sessionId, NOW);
    await refused(await ask(), 401);
  });
});

describe("a state-changing request", () => {
  const json = { host: HOST, "content-type": "application/json" };
  test.each<[string, Record<string, string>, number]>([
    ["from our page", { "sec-fetch-site": "same-origin" }, 200],
    ["typed by hand", { "sec-fetch-site": "none" }, 200],
    ["from another site", { "sec-fetch-site": "cross-site" }, 403],
    ["from a sibling domain", { "sec-fetch-site": "same-site" }, 403],
    [
      "from another site that also claims our origin",
      { "sec-fetch-site": "cross-site", origin: `http://${HOST}` },
      403,
    ],
    ["of an older browser on our page", { origin: `http://${HOST}` }, 200],
    ["of an older browser elsewhere", { origin: "http://evil.example" }, 403],
    ["from a sandboxed frame", { origin: "null" }, 403],
    ["that does not say where from", {}, 403],
  ])("%s", async (_, headers, status) => {
    const { service, response } = await issue({ ...json, ...headers });
    expect(response.status).toBe(status);
    expect(service.controls).toHaveLength(status === 200 ? 1 : 0);
  });

  test("behind a TLS proxy is checked against the public origin", async () => {
    const ask = async (origin: string) =>
      (await issue({ ...json, origin }, order, "https://portal.example")).response.status;
    expect(await ask("https://portal.example")).toBe(200);
    expect(await ask(`http://${HOST}`)).toBe(403);
  });
});

describe("a request body", () => {
  test("that is not JSON is 415", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
      await refused((await issue({ ...own, "content-type": type })).response, 415);
    }
  });

  test("that is malformed is 400", async () => {
    await refused((await issue(own, '{"type":')).response, 400);
  });

  test("over 1 MiB is 413", async () => {
    const huge = JSON.stringify({ type: "ZERO_EXPORT", time_to: "x".repeat(1024 * 1024) });
    await refused((await issue(own, huge)).response, 413);
  });

  test("with invalid values is 422 and points at each of them", async () => {
    const body = JSON.stringify({ type: "OFF", time_to: "soon", "a/b": 1 });
    const { errors } = await refused((await issue(own, body)).response, 422);
    const pointers = errors!.map(({ pointer }) => pointer).sort();
    expect(pointers).toEqual(["#/a~1b", "#/time_to", "#/type"]);
  });

  test("that is not an object is 422, and nothing is sent to the service", async () => {
    for (const body of ["null", "[]", "7", '"x"']) {
      const { service, response } = await issue(own, body);
      await refused(response, 422);
      expect(service.controls).toEqual([]);
    }
  });
});

describe("the headers of a control", () => {
  test("are passed to the service unchanged", async () => {
    const given = { ...own, "Idempotency-Key": "5d8f0a60", "Control-Reason": "price" };
    const { service } = await issue(given, order, undefined, "with extensions");
    const { headers } = service.seen.at(-1)!;
    expect(headers.get("idempotency-key")).toBe("5d8f0a60");
    expect(headers.get("control-reason")).toBe("price");
  });

  test("include a new idempotency key if the browser sent none", async () => {
    const sent = async () => {
      const { service } = await issue(own, order, undefined, "with extensions");
      return service.seen.at(-1)!.headers.get("idempotency-key");
    };
    const keys = [await sent(), await sent()];
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ["does not list it", () => Response.json({ paths: {} })],
    ["has no description", () => new Response("", { status: 404 })],
    ["could not be asked what it has", () => new Response("", { status: 503 })],
  ])("include the browser's key even if the service %s", async (_, described) => {
    const service = await startService((asked) =>
      asked.url.endsWith("/openapi.json") ? described() : Response.json(plant.control("ctrl_1")),
    );
    const routeDeps = depsFor(service, await world.staff());
    const posted = request("/groups/grp_north/control", { ...own, [KEY]: "5d8f0a60" }, order);
    expect((await handleOperation(routeDeps, "controlGroup", posted, params)).status).toBe(200);
    const [sent, ...more] = service.seen.filter(({ method }) => method === "POST");
    expect(more).toEqual([]);
    expect(sent!.headers.get(KEY)).toBe("5d8f0a60");
  });

  test.each([
    ["Idempotency-Key", "k".repeat(201)],
    ["Control-Reason", "weather"],
  ])(
    "are validated: an invalid %s is 422 and names it, and nothing is issued",
    async (name, value) => {
      const { service, response } = await issue({ ...own, [name]: value });
      const { errors } = await refused(response, 422);
      expect(errors![0]!.pointer).toBe(`header/${name}`);
      expect(service.controls).toEqual([]);
    },
  );

  test("are the only browser headers that are passed on", async () => {
    const service = await startFakeService("with extensions");
    const routeDeps = depsFor(service, await world.staff());
    const body = JSON.stringify({ name: "East", bidding_zone: "NL" });
    const given = { ...own, "Control-Reason": "price", "x-api-key": "mine", cookie: "a=b" };
    await handleOperation(routeDeps, "createGroup", request("/groups", given, body), undefined);
    const { headers } = service.seen.at(-1)!;
    expect(headers.get("control-reason")).toBeNull();
    expect(headers.get("cookie")).toBeNull();
    expect(headers.get("x-api-key")).toBe(API_KEY);
  });

  const changing = operationIds.filter((operation) => operations[operation].changes);
  test.each(changing)("include an idempotency key at %s, from the browser or generated", (id) => {
    const input = { params: {}, query: {}, body: undefined } as never;
    expect(withIdempotencyKey(id, input).headers!["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
    const given = { ...(input as object), headers: { "Idempotency-Key": "mine" } } as never;
    expect(withIdempotencyKey(id, given).headers).toEqual({ "Idempotency-Key": "mine" });
  });
});

test("an invalid query value is 422 and points at it", async () => {
  const routeDeps = depsFor(await startFakeService("ten only"), await world.staff());
  const asked = request("/controls?page_size=101", { host: HOST });
  const { errors } = await refused(
    await handleOperation(routeDeps, "listControls", asked, undefined),
    422,
  );
  expect(errors![0]!.pointer).toBe("query/page_size");
});
