import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  operations,
  problem,
  scopes,
  type OperationId,
  type Scope,
} from "../../../lib/contract/index.ts";
import { createKey, revokeKey } from "../../../service/store/keys.ts";
import { openStore, type Store } from "../../../service/store/store.ts";
import { transports, World } from "../../support/service.ts";
import { group } from "../../support/site.ts";

const keys = Object.keys(operations) as OperationId[];
const pathOf = (key: OperationId) =>
  operations[key].path.replace("{month}", "2026-05").replace(/\{\w+\}/g, "some-id");
const isPost = (key: OperationId) => operations[key].method === "post";

describe.each(transports)("every operation, %s", (transport) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open("2026-06-15T09:58:30Z", { transport });
  });
  afterAll(() => world.close());

  const send = (key: OperationId, headers: Record<string, string>, body?: string) =>
    world.request(pathOf(key), { method: operations[key].method.toUpperCase(), headers, body });

  it("is in the OpenAPI 3.1 document, and nothing else is", async () => {
    const document = await (await world.request("/v1/openapi.json")).json();
    expect(document.openapi).toBe("3.1.0");
    const listed = Object.values(
      document.paths as Record<string, Record<string, { operationId: string }>>,
    ).flatMap((path) => Object.values(path).map((operation) => operation.operationId));
    expect(listed.sort()).toEqual([...keys].sort());
  });

  it("is tagged as an extension unless the interface document lists it", async () => {
    const document = await (await world.request("/v1/openapi.json")).json();
    const documented = Object.values(
      document.paths as Record<string, Record<string, { tags: string[] }>>,
    )
      .flatMap((path) => Object.values(path))
      .filter((operation) => !operation.tags.includes("extension"));
    expect(documented).toHaveLength(10);
  });

  it.each(keys)("%s answers 401 without a key and with a wrong one", async (key) => {
    for (const given of ["", "ck_wrong", "é"]) {
      const response = await send(key, { "X-API-Key": given, "Content-Type": "application/json" });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toContain("X-API-Key");
      const body = problem.parse(await response.json());
      expect(body.request_id).toBe(response.headers.get("x-request-id"));
    }
  });

  it.each(keys.filter(isPost))(
    "%s refuses invalid JSON, each error with its own status",
    async (key) => {
      const json = { "Content-Type": "application/json" };
      expect((await send(key, json, "{")).status).toBe(400);
      expect((await send(key, json, "")).status).toBe(400);
      expect((await send(key, { "Content-Type": "text/plain" }, "{}")).status).toBe(415);
      expect((await send(key, json, `"${"x".repeat(1024 * 1024)}"`)).status).toBe(413);
      expect((await send(key, json, '{"name":"\\u0000"}')).status).toBe(422);
      expect((await send(key, json, '{"name":"\\ud800"}')).status).toBe(422);
      expect((await send(key, json, "[".repeat(200_000) + "]".repeat(200_000))).status).toBe(422);
      expect((await send(key, json, '{"name":1e999}')).status).toBe(422);
      expect((await send(key, json, '{"name":{"__proto__":1}}')).status).toBe(422);
      expect((await send(key, { ...json, "Content-Encoding": "gzip" }, "{}")).status).toBe(415);
      for (const type of [
        "application/json;",
        "application/json ; charset=utf-8",
        "Application/JSON; a=b; c",
      ])
        expect((await send(key, { "Content-Type": type }, '{"nothing":1}')).status).toBe(422);
      const latin1 = new Uint8Array([0x22, 0xe9, 0x22]);
      const sent = { method: "POST", headers: json, body: latin1 };
      expect((await world.request(pathOf(key), sent)).status).toBe(400);
    },
  );

  it.each(keys)("%s never answers 500 for a hostile id", async (key) => {
    if (!operations[key].path.includes("{")) return;
    for (const id of [
      "%00",
      "%ff",
      "%E0%A4%A",
      "..%2f..",
      "'%20or%201=1",
      "a".repeat(5_000),
      "%F0%9F%8C%9E",
    ]) {
      const path = operations[key].path.replace(/\{\w+\}/g, id);
      const response = await world.request(path, {
        method: operations[key].method.toUpperCase(),
        ...(isPost(key) && {
          headers: { "Content-Type": "application/json" },
          body: '{"type":"ZERO_EXPORT","name":"x"}',
        }),
      });
      expect([400, 404, 422]).toContain(response.status);
    }
  });

  it("answers 405 with Allow for an unsupported method, and 404 for an unknown path", async () => {
    const wrong = await world.request("/v1/controls", { method: "DELETE" });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("GET");
    expect((await world.request("/v1/nothing")).status).toBe(404);
    expect((await world.request("/elsewhere")).status).toBe(404);
  });

  it("requires no key for health and readiness", async () => {
    const bare = { headers: { "X-API-Key": "" } };
    expect((await world.request("/healthz", bare)).status).toBe(200);
    expect((await world.request("/readyz", bare)).status).toBe(200);
  });

  it("returns a caller's request id if it is well-formed", async () => {
    const given = await world.request("/healthz", { headers: { "X-Request-Id": "abc-12345678" } });
    expect(given.headers.get("x-request-id")).toBe("abc-12345678");
    const odd = await world.request("/healthz", { headers: { "X-Request-Id": "no spaces!" } });
    expect(odd.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  });
});

describe("API keys", () => {
  let world: World;
  let store: Store;
  beforeAll(async () => {
    world = await World.open("2026-06-15T09:58:30Z");
    store = await openStore(world.databaseUrl, () => {});
  });
  afterAll(async () => {
    await store.close();
    await world.close();
  });
  const create = (scopes: Scope[], expiresAt: Date | null = null) =>
    createKey(store.db, { name: "test", scopes, expiresAt }, world.nowMs);
  const list = (key: string) => world.request("/v1/controls", { headers: { "X-API-Key": key } });

  it("are stored as a hash only, and end within a second when another program revokes them", async () => {
    const { key, record } = await create(["read"]);
    expect(key).toMatch(/^ck_[\w-]{43}$/);
    expect(Buffer.from(record.hash).includes(key)).toBe(false);
    expect((await list(key)).status).toBe(200);
    await revokeKey(store.db, record.id, world.nowMs);
    const isRefused = async () => expect((await list(key)).status).toBe(401);
    await vi.waitFor(isRefused, { timeout: 1_000, interval: 20 });
  });

  it("end when they expire", async () => {
    const { key } = await create(["read"], new Date(world.nowMs + 60_000));
    expect((await list(key)).status).toBe(200);
    world.setClock(world.nowMs + 60_000);
    expect((await list(key)).status).toBe(401);
  });

  it.each(keys)(
    "without the scope of %s cannot use it, however its path is written",
    async (key) => {
      const { method, scope } = operations[key];
      const { key: others } = await create(scopes.filter((one) => one !== scope));
      const { key: own } = await create([scope]);
      const ask = async (path: string, given: string, as = method.toUpperCase()) => {
        const headers = { "X-API-Key": given, "Content-Type": "application/json" };
        const body = as === "POST" ? { body: '{"nothing":1}' } : {};
        return (await world.request(path, { method: as, headers, ...body })).status;
      };
      const path = pathOf(key);
      expect(await ask(path, others)).toBe(403);
      expect([401, 403, 405]).not.toContain(await ask(path, own));
      if (method === "get") expect(await ask(path, others, "HEAD")).toBe(403);
      const encoded = path.replace(
        /^\/v1\/(.)/,
        (_, one: string) => `/v1/%${one.charCodeAt(0).toString(16)}`,
      );
      for (const other of [
        encoded,
        `${path}/`,
        path.replace("/v1", "//v1"),
        path.replace("/v1/", "/v1//"),
      ])
        expect([403, 404], other).toContain(await ask(other, others));
    },
  );

  it("can do what their scopes allow and nothing else", async () => {
    const utrecht = await group(world);
    const { key } = await create(["read"]);
    const refused = await world.post(
      `/v1/groups/${utrecht.id}/control`,
      { type: "ZERO_EXPORT" },
      { "X-API-Key": key },
    );
    expect(refused.status).toBe(403);
    const preview = await world.post(
      `/v1/groups/${utrecht.id}/control/preview`,
      { type: "ZERO_EXPORT" },
      { "X-API-Key": key },
    );
    expect(preview.status).toBe(200);
    const { key: controlling } = await create(["control"]);
    expect((await list(controlling)).status).toBe(403);
  });
});
