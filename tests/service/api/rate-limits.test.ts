import { get } from "node:http";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { problem } from "../../../lib/contract/index.ts";
import { getClientAddress } from "../../../service/api/authenticate.ts";
import { Buckets } from "../../../service/api/rate-limit.ts";
import { World } from "../../support/service.ts";

const settings = { RATE_READS: "6", RATE_CHANGES: "2", RATE_PORTAL: "20", RATE_UNKNOWN: "3" };
let world: World;
let ends: World[] = [];
afterEach(async () => {
  for (const one of ends) await one.close();
  ends = [];
});
async function open() {
  world = await World.open("2026-06-15T09:58:30Z", { settings });
  ends.push(world);
}

async function keyOf(rate: object | null = null) {
  const body = { name: "x", scopes: ["read", "manage"], rate };
  const { key } = (await (await world.post("/v1/api-keys", body)).json()) as { key: string };
  return { "X-API-Key": key };
}
const read = (headers: Record<string, string>) => world.request("/v1/groups", { headers });
const change = (headers: Record<string, string>) =>
  world.post("/v1/groups", { name: "x", bidding_zone: "NL" }, headers);

it("reports the remaining rate in each answer, and refuses requests above it", async () => {
  await open();
  const key = await keyOf();
  const first = await read(key);
  expect(first.headers.get("ratelimit-policy")).toBe('"reads";q=6;w=60, "changes";q=2;w=60');
  expect(first.headers.get("ratelimit")).toBe('"reads";r=5;t=10');
  for (let i = 0; i < 5; i++) expect((await read(key)).status).toBe(200);
  const refused = await read(key);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("10");
  expect(refused.headers.get("ratelimit"), "no later than the time to retry").toBe(
    '"reads";r=0;t=10',
  );
  expect(refused.headers.get("content-type")).toBe("application/problem+json");
  expect(problem.parse(await refused.json()).code).toBe("rate-limited");
  world.setClock(world.nowMs + 9_999);
  expect((await read(key)).status).toBe(429);
  world.setClock(world.nowMs + 1);
  expect((await read(key)).status).toBe(200);
  expect((await read(key)).status).toBe(429);
});

it("reports the remaining rate in refusals too", async () => {
  await open();
  const key = await keyOf();
  const unknown = await world.request("/v1/groups/grp_none", { headers: key });
  expect([unknown.status, unknown.headers.get("ratelimit")]).toEqual([404, '"reads";r=5;t=10']);
  const forbidden = await world.request("/v1/api-keys", { headers: key });
  expect([forbidden.status, forbidden.headers.get("ratelimit")]).toEqual([403, '"reads";r=4;t=10']);
});

it("reports in whole seconds when the next request is possible", () => {
  let nowMs = 0;
  const buckets = new Buckets(() => nowMs);
  expect(buckets.take("a", 4)).toEqual({ allowed: true, remaining: 3, moreSeconds: 15 });
  nowMs = 3_500;
  expect(buckets.take("a", 4)).toEqual({ allowed: true, remaining: 2, moreSeconds: 12 });
  expect(buckets.take("b", 60_000)).toEqual({ allowed: true, remaining: 59_999, moreSeconds: 1 });
});

it("counts changes apart from reads, and each key separately", async () => {
  await open();
  const [one, other] = [await keyOf(), await keyOf()];
  expect((await change(one)).status).toBe(200);
  expect((await change(one)).status).toBe(200);
  const refused = await change(one);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
  expect((await read(one)).status).toBe(200);
  expect((await change(other)).status).toBe(200);
});

it("prefers a key's own rate over the configured one", async () => {
  await open();
  const key = await keyOf({ reads_per_minute: 1, changes_per_minute: null });
  const first = await read(key);
  expect(first.headers.get("ratelimit-policy")).toBe('"reads";q=1;w=60, "changes";q=2;w=60');
  expect((await read(key)).status).toBe(429);
});

it("gives the key from the configuration its own rate", async () => {
  await open();
  const first = await read({});
  expect(first.headers.get("ratelimit-policy")).toBe('"reads";q=20;w=60, "changes";q=20;w=60');
  for (let i = 0; i < 19; i++) expect((await read({})).status).toBe(200);
  expect((await read({})).status).toBe(429);
});

it("counts unknown keys by address, without affecting known keys from there", async () => {
  await open();
  const key = await keyOf();
  for (let i = 0; i < 3; i++) expect((await read({ "X-API-Key": `ck_${i}` })).status).toBe(401);
  const refused = await read({ "X-API-Key": "ck_more" });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "20"]);
  expect((await read({ "X-API-Key": "" })).status).toBe(429);
  expect((await read(key)).status).toBe(200);
});

it("knows callers' addresses over HTTP", async () => {
  const over = await World.open("2026-06-15T09:58:30Z", { settings, transport: "over HTTP" });
  ends.push(over);
  const { url } = await over.request("/healthz");
  const from = (localAddress: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { "X-API-Key": "ck_unknown" };
      const asked = get(new URL("/v1/groups", url), { localAddress, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      });
      asked.once("error", reject);
    });
  for (let i = 0; i < 3; i++) expect(await from("127.0.0.1")).toBe(401);
  expect([await from("127.0.0.1"), await from("127.0.0.2")]).toEqual([429, 401]);
});

it("builds the OpenAPI document once: it needs no key, so has to be cheap", async () => {
  await open();
  const read = async () => (await world.request("/v1/openapi.json")).text();
  const first = await read();
  const stringify = vi.spyOn(JSON, "stringify");
  onTestFinished(() => stringify.mockRestore());
  for (let i = 0; i < 20; i++) expect(await read()).toBe(first);
  const isDocument = (value: unknown) => typeof value === "object" && value && "openapi" in value;
  expect(stringify.mock.calls.filter(([value]) => isDocument(value))).toEqual([]);
});

it("treats an IPv6 network as one address, and both forms of an IPv4 address alike", () => {
  const at = (remoteAddress?: string) =>
    getClientAddress({ env: { incoming: { socket: { remoteAddress } } } } as never);
  expect(at("2001:db8:1:2::7")).toBe(at("2001:db8:1:2:3:4:5:6"));
  expect(at("2001:db8::7")).not.toBe(at("2001:db8:0:1::7"));
  expect(at("::ffff:192.0.2.1")).toBe(at("192.0.2.1"));
  expect(at()).toBe("");
});

it("evicts the least recently used bucket when there are too many", () => {
  const buckets = new Buckets(() => 0, 2);
  expect(buckets.take("a", 1).allowed).toBe(true);
  buckets.take("b", 1);
  expect(buckets.take("a", 1).allowed).toBe(false);
  buckets.take("c", 1);
  expect(buckets.take("b", 1).allowed, "was forgotten").toBe(true);
});

it("counts the requests of a key at all instances together", async () => {
  await open();
  const other = await World.open("2026-06-15T09:58:30Z", {
    databaseUrl: world.databaseUrl,
    settings,
  });
  ends.push(other);
  const key = await keyOf({ reads_per_minute: 40, changes_per_minute: 2 });
  for (let i = 0; i < 40; i++) expect((await read(key)).status).toBe(200);
  expect((await read(key)).status).toBe(429);
  const statuses: number[] = [];
  const readThere = async () => {
    statuses.push((await other.request("/v1/groups", { headers: key })).status);
    return statuses.at(-1);
  };
  await expect.poll(readThere, { interval: 200, timeout: 6_000 }).toBe(429);
  expect(statuses.length).toBeLessThan(30);
});
