import { describe, expect, test } from "vitest";
import { problem } from "../../lib/contract/index.ts";
import { handlePortalRoute } from "../../lib/portal/http/portal-route.ts";
import { parseEnv } from "../../lib/env.ts";
import { sendConsoleCall } from "../../lib/portal/service-client/api-console-proxy.ts";
import {
  MAX_CALL_BYTES,
  MAX_CONCURRENT_CALLS,
  MAX_CALLS_PER_MINUTE,
  sendTestCall,
  createConsoleAction,
} from "../../lib/portal/http/api-console.ts";
import { API_KEY, startFakeService, startService, type FakeService } from "./fake-service.ts";
import { portalWorld } from "./portal-world.ts";

const world = portalWorld();
const HOST = "portal.example:3000";
const KEY = "ck_the_readers_own";
const reading = {
  operation: "listControls",
  params: {},
  query: { page_size: "5" },
  headers: {},
  key: KEY,
};

let visitors = 0;
const newVisitor = () => `198.51.100.${(visitors += 1)}`;

function attempt(
  service: FakeService,
  call: object,
  headers: Record<string, string> = {},
  visitor = newVisitor(),
  action = sendTestCall,
): Promise<Response> {
  const request = new Request(`http://${HOST}/api/try`, {
    method: "POST",
    headers: {
      host: HOST,
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      "x-forwarded-for": visitor,
      ...headers,
    },
    body: JSON.stringify(call),
  });
  const routeDeps = {
    currentUser: async () => null,
    deps: world.deps(service),
    publicUrl: undefined,
  };
  return handlePortalRoute(routeDeps, "POST /api/try", action, request, undefined);
}

const refused = async (response: Response, status: number) => {
  expect(response.status).toBe(status);
  return problem.parse(await response.json());
};

describe("the API console", () => {
  test("calls the service with the reader's key, signed in or not", async () => {
    const service = await startFakeService("with extensions");
    const refusedThere = await attempt(service, reading);
    expect(refusedThere.status).toBe(200);
    expect(await refusedThere.json()).toMatchObject({ status: 401, cut: false });
    expect(service.seen.map(({ headers }) => headers.get("x-api-key"))).toEqual([KEY]);
    expect(service.seen[0]!.search).toBe("?page_size=5");

    const answer = await (await attempt(service, { ...reading, key: API_KEY })).json();
    expect(answer).toMatchObject({ status: 200, cut: false });
    expect(JSON.parse(answer.body)).toHaveProperty("data");
  });

  test.each(["", " ", "ck_\n", "sleutel\u00e9"])(
    "calls nothing without a valid key (%j)",
    async (key) => {
      const service = await startFakeService("with extensions");
      const { errors } = await refused(await attempt(service, { ...reading, key }), 422);
      expect(errors![0]!.pointer).toBe("#/key");
      await refused(await attempt(service, { ...reading, key: undefined }), 422);
      expect(service.seen).toEqual([]);
    },
  );

  test("shows the service's refusal unchanged", async () => {
    const body = { title: "Not allowed with this key", status: 403 };
    const service = await startService(() => Response.json(body, { status: 403 }));
    const answer = await (await attempt(service, { ...reading, key: API_KEY })).json();
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toEqual(body);
  });

  test("accepts the contract's operations and parameters only", async () => {
    const service = await startFakeService("with extensions");
    const wrong = [
      { ...reading, operation: "toString" },
      { ...reading, operation: "../healthz" },
      { ...reading, query: { debug: "1" } },
      { ...reading, headers: { Cookie: "a=b" } },
      { ...reading, url: "http://127.0.0.1/" },
    ];
    for (const call of wrong) await refused(await attempt(service, call), 422);
    const device = { ...reading, operation: "getDevice", query: {} };
    await refused(await attempt(service, { ...device, params: { device_id: ".." } }), 404);
    await refused(await attempt(service, { ...device, params: {} }), 404);
    expect(service.seen).toEqual([]);
  });

  test("refuses requests from another site's page", async () => {
    const service = await startFakeService("with extensions");
    await refused(await attempt(service, reading, { "sec-fetch-site": "cross-site" }), 403);
    expect(service.seen).toEqual([]);
  });

  test("is rate-limited per address", async () => {
    const service = await startFakeService("with extensions");
    const visitor = newVisitor();
    for (let i = 0; i < MAX_CALLS_PER_MINUTE; i++) {
      expect((await attempt(service, reading, {}, visitor)).status).toBe(200);
    }
    const response = await attempt(service, reading, {}, visitor);
    expect(response.headers.get("retry-after")).toBe("60");
    await refused(response, 429);
    expect((await attempt(service, reading)).status).toBe(200);
  });

  test("is refused if it is off, and calls nothing", async () => {
    const service = await startFakeService("with extensions");
    const off = createConsoleAction(() => false);
    await refused(await attempt(service, reading, {}, newVisitor(), off), 404);
    expect(service.seen).toEqual([]);
  });

  test("does not forward a very long body", async () => {
    const service = await startFakeService("with extensions");
    const body = { name: "x".repeat(MAX_CALL_BYTES) };
    const call = { ...reading, operation: "createGroup", query: {}, body };
    await refused(await attempt(service, call), 413);
    expect(service.seen).toEqual([]);
  });

  test("runs a few calls at once, and no more for any number of visitors", async () => {
    const waiting: (() => void)[] = [];
    const service = await startService(async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return Response.json({ data: [] });
    });
    const call = { ...reading, key: API_KEY };
    const slow = Array.from({ length: MAX_CONCURRENT_CALLS }, () => attempt(service, call));
    await expect.poll(() => waiting.length).toBe(MAX_CONCURRENT_CALLS);
    const response = await attempt(service, call);
    expect(response.headers.get("retry-after")).toBe("5");
    await refused(response, 429);
    for (const release of waiting) release();
    for (const answer of slow) expect((await answer).status).toBe(200);
    const after = attempt(service, call);
    await expect.poll(() => waiting.length).toBe(MAX_CONCURRENT_CALLS + 1);
    waiting.at(-1)!();
    expect((await after).status).toBe(200);
  });

  test("does not wait for a slow service", async () => {
    const service = await startService(() => new Promise<Response>(() => undefined));
    const call = { ...reading, operation: "listControls" as const, query: {}, key: API_KEY };
    const answer = sendConsoleCall(service.baseUrl, call, "r1", 20);
    await expect(answer).rejects.toMatchObject({ status: 504 });
  });

  test("returns the beginning of a very long answer", async () => {
    const long = "x".repeat(300 * 1024);
    const service = await startService(() => Response.json({ long }));
    const answer = await (await attempt(service, { ...reading, key: API_KEY })).json();
    expect(answer.cut).toBe(true);
    expect(answer.body.length).toBe(256 * 1024);
  });
});

describe("the availability of the API console", () => {
  const isOn = (variables: Record<string, string>) => parseEnv(variables).DOCS_TRY;

  test("is configured, or else limited to portals reachable only locally", () => {
    expect(isOn({})).toBe(true);
    expect(isOn({ HOST: "::1" })).toBe(true);
    expect(isOn({ HOST: "0.0.0.0" })).toBe(false);
    expect(isOn({ PUBLIC_URL: "https://portal.example" })).toBe(false);
    expect(isOn({ PUBLIC_URL: "https://portal.example", DOCS_TRY: "1" })).toBe(true);
    expect(isOn({ DOCS_TRY: "0" })).toBe(false);
  });
});
