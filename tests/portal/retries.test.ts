import { describe, expect, test } from "vitest";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { API_KEY, startService } from "./fake-service.ts";
import * as plant from "./fixtures.ts";
import { createTestClient, catchError } from "./portal-world.ts";

const page = { params: {}, query: { page: 0, page_size: 10 }, body: undefined };
const order = (headers = {}) => ({
  params: { group_id: "grp_north" },
  query: {},
  headers,
  body: { type: "ZERO_EXPORT" as const },
});
const keyed = order({ "Idempotency-Key": "key-of-this-order" });

const status = (code: number, headers = {}, body: object = {}) =>
  new Response(JSON.stringify(body), {
    status: code,
    headers: { "Content-Type": "application/json", ...headers },
  });
const done = (request: Request) =>
  Response.json(request.method === "POST" ? plant.control("ctrl_1") : { data: [] });

/** A service that answers its first calls so, and the later ones well; `lists` its idempotency. */
async function answering(first: Response[], lists = true) {
  const parameters = lists ? [{ in: "header", name: "Idempotency-Key" }] : [];
  const paths = { "/v1/groups/{group_id}/control": { post: { parameters } } };
  const service = await startService((request) => {
    if (request.url.endsWith("/openapi.json")) return Response.json({ paths });
    return first.shift() ?? done(request);
  });
  const calls = () => service.seen.filter(({ path }) => !path.endsWith("openapi.json"));
  return { client: createTestClient(service), calls };
}

describe("a read", () => {
  test("is tried at most three times, with the same request id", async () => {
    const { client, calls } = await answering([502, 504].map((code) => status(code)));
    expect((await client.call("listControls", page, "req-1")).data).toEqual({ data: [] });
    expect(calls().map(({ headers }) => headers.get("x-request-id"))).toEqual(
      Array.from({ length: 3 }, () => "req-1"),
    );
    const worse = await answering([502, 502, 502].map((code) => status(code)));
    expect(
      (await catchError<PortalError>(worse.client.call("listControls", page, "r"))).status,
    ).toBe(502);
    expect(worse.calls()).toHaveLength(3);
  });

  test.each([429, 503])("answered %i is retried no sooner than requested", async (code) => {
    const { client, calls } = await answering([status(code, { "Retry-After": "1" })]);
    const begunMs = performance.now();
    await client.call("listControls", page, "req-2");
    expect(performance.now() - begunMs).toBeGreaterThan(1_000);
    expect(calls()).toHaveLength(2);
  });

  test.each([
    ["503 without a time", status(503)],
    ["429 without a time", status(429)],
    ["429 beyond the time there is", status(429, { "Retry-After": "60" })],
    ["503 for longer than a page should wait", status(503, { "Retry-After": "3" })],
    ["404", status(404)],
    ["401", status(401)],
    ["500", status(500)],
  ])("is not retried after %s", async (_, answer) => {
    const { client, calls } = await answering([answer]);
    await catchError(client.call("listControls", page, "req-3"));
    expect(calls()).toHaveLength(1);
  });
});

describe("a change", () => {
  test("is retried once, with its idempotency key, if the service lists the key", async () => {
    const { client, calls } = await answering([status(502)]);
    expect((await client.call("controlGroup", keyed, "req-4")).data.id).toBe("ctrl_1");
    const keys = calls().map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toEqual(["key-of-this-order", "key-of-this-order"]);
    const worse = await answering([status(502), status(502)]);
    await catchError(worse.client.call("controlGroup", keyed, "r"));
    expect(worse.calls()).toHaveLength(2);
  });

  test("is never retried without an idempotency key, or if the service does not list it", async () => {
    for (const [input, lists] of [
      [order(), true],
      [keyed, false],
    ] as const) {
      const { client, calls } = await answering([status(502)], lists);
      const error = await catchError<PortalError>(client.call("controlGroup", input, "req-5"));
      expect(error.problem.type).toBe("urn:curtail:problem:control-unknown");
      expect(calls()).toHaveLength(1);
    }
  });

  test.each([401, 409, 422, 429])(
    "that was lost and is answered %i on retry stays unknown",
    async (code) => {
      const { client, calls } = await answering([status(504), status(code)]);
      const error = await catchError<PortalError>(client.call("controlGroup", keyed, "req-6"));
      expect(error.problem.type).toBe("urn:curtail:problem:control-unknown");
      expect(calls()).toHaveLength(2);
    },
  );

  describe("a change whose first request is still in progress", () => {
    const running = {
      type: "urn:curtail:problem:conflict",
      title: "Conflict",
      status: 409,
      detail: "still running",
      code: "idempotency-key-running",
      request_id: "theirs",
    };
    const underWay = (seconds: string) => status(409, { "Retry-After": seconds }, running);

    test("is retried until its outcome is known", async () => {
      const { client, calls } = await answering(["0", "1", "0", "0"].map(underWay));
      const { data } = await client.call("controlGroup", keyed, "req-7");
      expect(data.id).toBe("ctrl_1");
      expect(calls()).toHaveLength(5);
    });

    test("is a conflict, not unknown, if its time ends first", async () => {
      const { client, calls } = await answering([underWay("1"), underWay("24")]);
      const error = await catchError<PortalError>(client.call("controlGroup", keyed, "req-8"));
      expect(error).toMatchObject({
        status: 409,
        retryAfter: 24,
        problem: { type: "urn:curtail:problem:conflict", code: "idempotency-key-running" },
      });
      expect(calls()).toHaveLength(2);
      expect(JSON.stringify(error.problem)).not.toContain(API_KEY);
    });

    test("stays unknown if an earlier request of ours was lost", async () => {
      const { client, calls } = await answering([status(502), underWay("60")]);
      const error = await catchError<PortalError>(client.call("controlGroup", keyed, "req-9"));
      expect(error.problem.type).toBe("urn:curtail:problem:control-unknown");
      expect(calls()).toHaveLength(2);
    });
  });
});
