import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { PortalError } from "../../lib/portal/context/errors.ts";
import { API_KEY, startFakeService, startService } from "./fake-service.ts";
import * as plant from "./fixtures.ts";
import { createTestClient, catchError } from "./portal-world.ts";

const none = { params: {}, query: {}, body: undefined };
const page = { ...none, query: { page: 0, page_size: 10 } };

describe("the service client", () => {
  test("sends the key, the request id and no header of the browser", async () => {
    const service = await startFakeService("ten only");
    await createTestClient(service).call("listControls", page, "req-1");
    const { headers, search } = service.seen[0]!;
    expect(headers.get("x-api-key")).toBe(API_KEY);
    expect(headers.get("x-request-id")).toBe("req-1");
    expect(headers.get("cookie")).toBeNull();
    expect(headers.get("content-type")).toBeNull();
    expect(search).toBe("?page=0&page_size=10");
  });

  test("keeps a path in the base URL before /v1", async () => {
    const app = new Hono().basePath("/flex/api").get("/v1/controls", (c) => c.json({ data: [] }));
    const service = await startService(app.fetch);
    const answer = await createTestClient(service, { path: "/flex/api/" }).call(
      "listControls",
      page,
      "r",
    );
    expect(answer.data).toEqual({ data: [] });
  });

  test("encodes an identifier once, whatever it contains", async () => {
    const service = await startFakeService("ten only");
    const params = { device_id: "a/b?c#d%2F é" };
    await catchError(createTestClient(service).call("getDevice", { ...none, params }, "r"));
    expect(service.seen[0]!.path).toBe("/v1/devices/a%2Fb%3Fc%23d%252F%20%C3%A9");
  });

  test.each([".", ".."])("never lets the identifier %j reach another path", async (id) => {
    const service = await startFakeService("ten only");
    const input = { ...none, params: { group_id: id }, body: { type: "ZERO_EXPORT" as const } };
    const error = await catchError<PortalError>(
      createTestClient(service).call("controlGroup", input, "r"),
    );
    expect(error.status).toBe(404);
    expect(service.seen).toEqual([]);
  });

  test("drops fields that are not in the contract", async () => {
    const app = new Hono().get("/v1/devices/:id", (c) =>
      c.json({ ...plant.annasInverter, serial_number: "secret" }),
    );
    const service = await startService(app.fetch);
    const input = { ...none, params: { device_id: "dev_anna" } };
    const { data } = await createTestClient(service).call("getDevice", input, "r");
    expect(data).not.toHaveProperty("serial_number");
    expect(data.name).toBe("Inverter dev_anna");
  });

  test("marks a timestamp without an offset as UTC", async () => {
    const service = await startFakeService("ten only");
    const input = { ...none, params: { bidding_zone_id: "NL" } };
    const { data } = await createTestClient(service).call("getBiddingZoneHistorical", input, "r");
    expect(data.data[0]!.time).toBe("2026-06-01T10:00:00Z");
  });

  test("reads the total that a service sends, or null", async () => {
    const client = createTestClient(await startFakeService("with extensions"));
    const query = { page: 0, page_size: 10, sort: "name" };
    expect((await client.call("listCustomers", { ...none, query }, "r")).total).toBe(2);
    expect((await client.call("listControls", page, "r")).total).toBeNull();
  });
});

describe("a refusal by the service", () => {
  const refusing = async (status: number, body: object, headers = {}) => {
    const type = { "Content-Type": "application/problem+json", ...headers };
    const service = await startService(
      () => new Response(JSON.stringify(body), { status, headers: type }),
    );
    const input = { ...none, body: { name: "North", bidding_zone: "NL" as const } };
    return catchError<PortalError>(createTestClient(service).call("createGroup", input, "req-7"));
  };
  const said = {
    type: "https://other.example/invalid",
    title: "Invalid",
    status: 422,
    detail: "d".repeat(500),
    errors: [{ pointer: "#/name", detail: "n".repeat(500) }],
    request_id: "theirs",
  };

  test.each([
    [401, 502],
    [403, 502],
    [404, 404],
    [405, 502],
    [409, 409],
    [422, 422],
    [429, 429],
    [500, 502],
    [504, 504],
  ])("%i becomes %i, with our request id and without its text", async (theirs, ours) => {
    const error = await refusing(theirs, { message: "inner words of theirs" });
    expect(error).toBeInstanceOf(PortalError);
    expect(error.status).toBe(ours);
    expect(error.problem.request_id).toBe("req-7");
    expect(JSON.stringify(error.problem)).not.toContain("inner words");
  });

  test("of a well-formed problem names the invalid value in at most 300 characters", async () => {
    const { problem } = await refusing(422, said);
    expect(problem.errors).toHaveLength(1);
    expect(problem.errors![0]!.pointer).toBe("#/name");
    expect(problem.errors![0]!.detail).toHaveLength(300);
    expect(problem.detail).toHaveLength(300);
    expect(problem.type).toMatch(/^urn:curtail:/);
  });

  test("that repeats the key is not passed on", async () => {
    const { problem } = await refusing(422, { ...said, detail: `bad key ${API_KEY}` });
    expect(JSON.stringify(problem)).not.toContain(API_KEY);
    expect(problem.errors).toBeUndefined();
  });

  test("with 429 includes the time to wait", async () => {
    expect((await refusing(429, {}, { "Retry-After": "17" })).retryAfter).toBe(17);
    expect((await refusing(429, {}, { "Retry-After": "Tue, 1 Jun" })).retryAfter).toBe(5);
  });

  test.each([
    [403, "key-limited", "key-limited"],
    [403, "prove-yourself", undefined],
    [429, "rate-limited", "rate-limited"],
    [429, "wait-a-quarter", undefined],
  ])(
    "%i with the code %s keeps the code only if it concerns the key",
    async (status, code, kept) => {
      const { problem } = await refusing(status, { ...said, status, code });
      expect(problem.code).toBe(kept);
      expect(JSON.stringify(problem)).not.toContain("ddd");
    },
  );

  test("counts as without effect only for a 503 that states it", async () => {
    const away = { ...said, status: 503 };
    const sure = await refusing(503, { ...away, code: "nothing-done" });
    expect(sure.problem.type).toMatch(/unavailable$/);
    expect((await refusing(503, away)).problem.type).toMatch(/change-unknown$/);
    expect((await refusing(503, {})).problem.type).toMatch(/change-unknown$/);
    const failed = await refusing(500, { ...said, status: 500, code: "nothing-done" });
    expect(failed.problem.type).toMatch(/change-unknown$/);
  });
});
