import { Hono } from "hono";
import { expect, test } from "vitest";
import { documentedOperations } from "../../lib/contract/index.ts";
import {
  createServiceClient,
  serviceLimits,
} from "../../lib/portal/service-client/service-client.ts";
import { API_KEY, startFakeService, startService } from "./fake-service.ts";

const clocked = (baseUrl: string) => {
  const clock = { ms: 0 };
  const timers = { now: () => new Date(clock.ms), after: () => () => undefined };
  const client = createServiceClient({ baseUrl, apiKey: API_KEY }, serviceLimits, timers);
  return { client, clock };
};

test("without a document the ten documented operations are offered", async () => {
  const { client } = clocked((await startFakeService("ten only")).baseUrl);
  expect([...(await client.capabilities())].sort()).toEqual([...documentedOperations].sort());
});

test("an extension is offered if the document lists its path and method", async () => {
  const { client } = clocked((await startFakeService("with extensions")).baseUrl);
  const offered = await client.capabilities();
  expect(offered.has("listLocations")).toBe(true);
  expect(offered.has("getGroup")).toBe(false);
  expect(offered.has("createCustomer")).toBe(false);
});

test("path parameter names in the document do not matter", async () => {
  const paths = { "/v1/groups/{id}": { get: {} } };
  const app = new Hono().get("/v1/openapi.json", (c) => c.json({ paths }));
  const { client } = clocked((await startService(app.fetch)).baseUrl);
  expect((await client.capabilities()).has("getGroup")).toBe(true);
});

test("control headers are offered if the document lists them for both ways to issue one", async () => {
  const named = (...names: string[]) => ({
    post: { parameters: names.map((name) => ({ in: "header", name })) },
  });
  const zone = "/v1/bidding-zones/{zone}/control";
  const offersOf = async (paths: object) => {
    const app = new Hono().get("/v1/openapi.json", (c) => c.json({ paths }));
    const { client } = clocked((await startService(app.fetch)).baseUrl);
    return [...(await client.capabilities()).controlHeaders];
  };
  const both = named("idempotency-key", "Control-Reason");
  expect(await offersOf({ [zone]: both, "/v1/groups/{id}/control": both })).toEqual([
    "Idempotency-Key",
    "Control-Reason",
  ]);
  const group = { "/v1/groups/{id}/control": named("Control-Reason") };
  expect(await offersOf({ [zone]: both, ...group })).toEqual(["Control-Reason"]);
  expect(await offersOf({ "/v1/groups/{id}/control": { post: {} } })).toEqual([]);
});

test("the document is read once a minute, and retried after 15 seconds if absent", async () => {
  const service = await startFakeService("with extensions");
  const { client, clock } = clocked(service.baseUrl);
  await Promise.all([client.capabilities(), client.capabilities()]);
  clock.ms = 59_999;
  await client.capabilities();
  expect(service.seen).toHaveLength(1);
  clock.ms = 60_000;
  await client.capabilities();
  expect(service.seen).toHaveLength(2);

  const bare = await startFakeService("ten only");
  const other = clocked(bare.baseUrl);
  await other.client.capabilities();
  other.clock.ms = 14_999;
  await other.client.capabilities();
  expect(bare.seen).toHaveLength(1);
  other.clock.ms = 15_000;
  await other.client.capabilities();
  expect(bare.seen).toHaveLength(2);
});

test("a short outage of the service keeps its known operations", async () => {
  let down = false;
  const paths = { "/v1/groups": { get: {} } };
  const service = await startService(() =>
    down ? new Response("", { status: 503 }) : Response.json({ paths }),
  );
  const { client, clock } = clocked(service.baseUrl);
  await client.capabilities();
  down = true;
  clock.ms = 60_000;
  expect((await client.capabilities()).has("listGroups")).toBe(true);
});
