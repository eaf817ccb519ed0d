import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Scope } from "../../../lib/contract/index.ts";
import { createKey } from "../../../service/store/keys.ts";
import { openStore, type Store } from "../../../service/store/store.ts";
import { World } from "../../world/service.ts";

describe("managing API keys", () => {
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

  const make = (body: object, headers: Record<string, string> = {}) =>
    world.post("/v1/api-keys", body, headers);
  const listed = async () =>
    ((await (await world.request("/v1/api-keys")).json()) as { data: { id: string }[] }).data;
  const holding = async (...scopes: Scope[]) => {
    const given = { name: "holder", scopes, expiresAt: null };
    return { "X-API-Key": (await createKey(store.db, given, world.nowMs)).key };
  };

  it("shows a new key once, and never again", async () => {
    const answer = await make({ name: " Importer ", scopes: ["manage", "read", "read"] });
    expect(answer.status).toBe(200);
    const { key, ...record } = (await answer.json()) as Record<string, unknown>;
    expect(key).toMatch(/^ck_[\w-]{43}$/);
    expect(record).toMatchObject({
      name: "Importer",
      prefix: String(key).slice(0, 9),
      scopes: ["manage", "read"],
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    });
    const used = await world.request("/v1/groups", { headers: { "X-API-Key": String(key) } });
    expect(used.status).toBe(200);
    const keys = await listed();
    expect(keys[0]).toEqual({ ...record, last_used_at: new Date(world.nowMs).toISOString() });
    expect(JSON.stringify(keys)).not.toContain(String(key));
  });

  it("revokes a key for good, and says so again when asked again", async () => {
    const { id, key } = (await (await make({ name: "x", scopes: ["read"] })).json()) as {
      id: string;
      key: string;
    };
    const revoke = () => world.request(`/v1/api-keys/${id}`, { method: "DELETE" });
    const first = (await (await revoke()).json()) as { revoked_at: string };
    expect(first.revoked_at).toBe(new Date(world.nowMs).toISOString());
    const refused = await world.request("/v1/groups", { headers: { "X-API-Key": key } });
    expect(refused.status).toBe(401);
    expect(await (await revoke()).json()).toEqual(first);
    const unknown = await world.request("/v1/api-keys/key_none", { method: "DELETE" });
    expect(unknown.status).toBe(404);
  });

  it("takes an expiry to come, and names each wrong value", async () => {
    const at = new Date(world.nowMs).toISOString();
    const passed = await make({ name: "x", scopes: ["read"], expires_at: at });
    expect(passed.status).toBe(422);
    expect(await passed.json()).toMatchObject({
      errors: [{ pointer: "#/expires_at", code: "expiry-passed" }],
    });
    const later = await make({ name: "x", scopes: ["read"], expires_at: "2026-06-16T00:00:00Z" });
    expect(await later.json()).toMatchObject({ expires_at: "2026-06-16T00:00:00.000Z" });
    const wrong = [
      { name: "x", scopes: [] },
      { name: "x", scopes: ["everything"] },
      { name: " ", scopes: ["read"] },
      { name: "x", scopes: ["read"], key: "mine" },
    ];
    for (const body of wrong) expect((await make(body)).status).toBe(422);
  });

  it("needs a scope of its own, which usual keys do not have", async () => {
    const usual = await holding("read", "control", "manage");
    expect((await world.request("/v1/api-keys", { headers: usual })).status).toBe(403);
    expect((await make({ name: "x", scopes: ["read"] }, usual)).status).toBe(403);
    const manager = await holding("keys");
    expect((await world.request("/v1/api-keys", { headers: manager })).status).toBe(200);
  });

  it("gives a key no more than whoever makes it has", async () => {
    const reader = await holding("read", "keys");
    expect((await make({ name: "x", scopes: ["read"] }, reader)).status).toBe(200);
    const more = await make({ name: "x", scopes: ["read", "control"] }, reader);
    expect(more.status).toBe(403);
  });
});
