import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Scope } from "../../../lib/contract/index.ts";
import { createKey } from "../../../service/store/keys.ts";
import { openStore, type Store } from "../../../service/store/store.ts";
import { World } from "../../support/service.ts";

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

  it("revokes a key permanently, and is idempotent", async () => {
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

  it("accepts a future expiry, and names each invalid value", async () => {
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

  it("requires its own scope, which default keys lack", async () => {
    const usual = await holding("read", "control", "manage");
    expect((await world.request("/v1/api-keys", { headers: usual })).status).toBe(403);
    expect((await make({ name: "x", scopes: ["read"] }, usual)).status).toBe(403);
    const manager = await holding("keys");
    expect((await world.request("/v1/api-keys", { headers: manager })).status).toBe(200);
  });

  it("gives a key no more scopes than its creator has", async () => {
    const reader = await holding("read", "keys");
    expect((await make({ name: "x", scopes: ["read"] }, reader)).status).toBe(200);
    const more = await make({ name: "x", scopes: ["read", "control"] }, reader);
    expect(more.status).toBe(403);
  });

  it("gives a key no later expiry and no higher rate than its creator has", async () => {
    const expiresAt = new Date(world.nowMs + 3_600_000);
    const rate = { reads_per_minute: 10, changes_per_minute: 50 };
    const given = { name: "brief", scopes: ["read", "keys"] as const, expiresAt, rate };
    const { key, record } = await createKey(store.db, given, world.nowMs);
    const brief = { "X-API-Key": key };
    const own = { name: "x", scopes: ["read"], expires_at: expiresAt.toISOString(), rate };
    const more = [
      { expires_at: null },
      { expires_at: new Date(expiresAt.getTime() + 1).toISOString() },
      { rate: null },
      { rate: { ...rate, reads_per_minute: 11 } },
      { rate: { ...rate, changes_per_minute: 51 } },
    ];
    for (const part of more)
      expect((await make({ ...own, ...part }, brief)).status, JSON.stringify(part)).toBe(403);
    expect((await make(own, brief)).status).toBe(200);
    const { id: lasting } = await made();
    expect((await rotate(lasting, {}, brief)).status).toBe(403);
    expect((await rotate(record.id, {}, brief)).status).toBe(200);
  });

  const rotate = (id: string, body: object, headers: Record<string, string> = {}) =>
    world.post(`/v1/api-keys/${id}/rotate`, body, headers);
  interface Made {
    id: string;
    key: string;
    previous_until: string;
  }
  const made = async (body: object = { name: "x", scopes: ["read"] }) =>
    (await (await make(body)).json()) as Made;
  const works = async (key: string) =>
    (await world.request("/v1/groups", { headers: { "X-API-Key": key } })).status === 200;

  it("rotates a key: the old secret works until the end of the grace period, the new one at once", async () => {
    const before = await made();
    const answer = await rotate(before.id, { grace_hours: 2 });
    const after = (await answer.json()) as Made;
    expect(after.id).toBe(before.id);
    expect(after.key).not.toBe(before.key);
    expect(after.previous_until).toBe(new Date(world.nowMs + 2 * 3_600_000).toISOString());
    expect([await works(before.key), await works(after.key)]).toEqual([true, true]);
    world.setClock(world.nowMs + 2 * 3_600_000 - 1);
    expect(await works(before.key)).toBe(true);
    world.setClock(world.nowMs + 1);
    expect([await works(before.key), await works(after.key)]).toEqual([false, true]);
  });

  it("leaves no grace period after a second rotation, a rotation without one, or revocation", async () => {
    const first = await made();
    const second = (await (await rotate(first.id, {})).json()) as Made;
    const third = (await (await rotate(first.id, { grace_hours: 0 })).json()) as Made;
    expect([await works(first.key), await works(second.key)]).toEqual([false, false]);
    expect(await works(third.key)).toBe(true);
    const fourth = (await (await rotate(first.id, {})).json()) as Made;
    await world.request(`/v1/api-keys/${first.id}`, { method: "DELETE" });
    expect([await works(third.key), await works(fourth.key)]).toEqual([false, false]);
    expect((await rotate(first.id, {})).status).toBe(409);
    expect((await rotate("key_none", {})).status).toBe(404);
    expect((await rotate(first.id, { grace_hours: 169 })).status).toBe(422);
  });

  it("does not give a key to a caller with fewer rights", async () => {
    const more = await made({ name: "x", scopes: ["read", "control"] });
    expect((await rotate(more.id, {}, await holding("read", "keys"))).status).toBe(403);
  });

  it("returns a secret once, and not again for the same Idempotency-Key", async () => {
    const once = { "Idempotency-Key": "make-one" };
    const body = { name: "once", scopes: ["read"] };
    const first = (await (await make(body, once)).json()) as Made;
    const again = (await (await make(body, once)).json()) as Made;
    expect(again).toEqual({ ...first, key: null });
    const rotated = { "Idempotency-Key": "rotate-one" };
    const { key } = (await (await rotate(first.id, {}, rotated)).json()) as Made;
    expect(((await (await rotate(first.id, {}, rotated)).json()) as Made).key).toBeNull();
    expect(await works(key)).toBe(true);
  });

  it("stores no secret in any table", async () => {
    const { key } = await made({ name: "kept?", scopes: ["read"] });
    const first = await make({ name: "kept!", scopes: ["read"] }, { "Idempotency-Key": "kept" });
    const { key: other } = (await first.json()) as Made;
    const { rows } = await store.db.execute<{ all: string }>(sql`
      select (select string_agg(k::text, ' ') from api_keys k) ||
        (select string_agg(i::text, ' ') from idempotency_keys i) as all`);
    expect(rows[0]!.all).toContain("kept!");
    for (const secret of [key, other]) expect(rows[0]!.all).not.toContain(secret);
  });
});
