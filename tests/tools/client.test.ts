import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { createClient, ProblemError, type Schema } from "../../packages/client/src/index.ts";
import { KEY, World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

let world: World;
let groupId: string;
const waits: number[] = [];
const sleep = async (ms: number) => void waits.push(ms);
const baseUrl = "http://service";
const reach = async (request: Request) => world.service.fetch(request);

beforeAll(async () => {
  world = await World.open("2026-06-15T09:58:30Z");
  groupId = (await group(world)).id;
  await household(world, { groupId });
});
beforeEach(() => void waits.splice(0));
afterAll(() => world.close());

const client = (send = reach, apiKey = KEY) =>
  createClient({ baseUrl, apiKey, fetch: send, sleep, maxWaitMs: 60_000 });
const count = async () => (await world.call("listControls")).headers.get("x-total-count");
const order = { path: { bidding_zone_id: "NL" }, body: { type: "ZERO_EXPORT" } } as const;

describe("the client", () => {
  test("calls operations by name, with the types of the document", async () => {
    const control = await client().controlGroup({
      path: { group_id: groupId },
      header: { "Control-Reason": "grid" },
      body: { type: "ZERO_EXPORT" },
    });
    expectTypeOf(control).toEqualTypeOf<Schema<"ControlRequest">>();
    const detail = await client().getControl({ path: { control_id: control.id } });
    expect(detail).toMatchObject({ id: control.id, reason: "grid", type: "ZERO_EXPORT" });
    const first = await client().listControls({ query: { page_size: 1 } });
    expect(first.data).toHaveLength(1);
    expect((await client().getControlPause()).paused).toBe(false);
  });

  test("percent-encodes ids and refuses unknown ones as a problem", async () => {
    const call = client().getGroup({ path: { group_id: "no such/group" } });
    await expect(call).rejects.toMatchObject({ name: "ProblemError", status: 404 });
  });

  test("throws the problem with its code, its fields and the request id", async () => {
    const wrong = { name: "", email: "none", group_id: groupId };
    const error = await client()
      .createCustomer({ body: wrong })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    const { status, type, errors, requestId, message } = error as ProblemError;
    expect({ status, type }).toEqual({ status: 422, type: "urn:curtail:problem:invalid" });
    expect(errors.map(({ pointer }) => pointer)).toEqual(["#/name", "#/email"]);
    expect(requestId).toMatch(/^[\w-]{36}$/);
    expect(message).toContain("Invalid value");
    expect(waits).toEqual([]);
  });

  test("issues one control when the answers are lost", async () => {
    const before = Number(await count());
    let sent = 0;
    const losing = async (request: Request) => {
      const response = await reach(request);
      sent += 1;
      if (sent < 3) throw new TypeError("connection reset");
      return response;
    };
    const control = await client(losing).controlBiddingZone(order);
    expect(sent).toBe(3);
    expect(Number(await count())).toBe(before + 1);
    expect((await world.call("listControls")).data.data[0]!.id).toBe(control.id);
  });

  test("issues two controls for two calls, and one for two calls under one key", async () => {
    const before = Number(await count());
    const one = await client().controlBiddingZone(order);
    const two = await client().controlBiddingZone(order);
    expect(one.id).not.toBe(two.id);
    const keyed = { ...order, header: { "Idempotency-Key": "order-17" } };
    const first = await client().controlBiddingZone(keyed);
    expect((await client().controlBiddingZone(keyed)).id).toBe(first.id);
    expect(Number(await count())).toBe(before + 3);
  });

  test("waits as long as a busy service asks, and gives up in the end", async () => {
    const busy = async () =>
      Response.json(
        {
          type: "urn:curtail:problem:too-many",
          title: "Too many",
          status: 429,
          detail: "",
          request_id: "r",
        },
        { status: 429, headers: { "Retry-After": "7" } },
      );
    const error = await client(busy)
      .getControlPause()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 7 });
    expect(waits).toEqual([7000, 7000, 7000, 7000]);
  });

  test("does not repeat what will not succeed", async () => {
    let sent = 0;
    const counting = async (request: Request) => {
      sent += 1;
      return reach(request);
    };
    await expect(client(counting, "ck_wrong").listGroups()).rejects.toMatchObject({ status: 401 });
    await client().pauseControls({ body: { reason: "Test" } });
    await expect(client(counting).controlBiddingZone(order)).rejects.toMatchObject({
      status: 409,
      code: "paused",
    });
    await client().resumeControls();
    expect(sent).toBe(2);
    expect(waits).toEqual([]);
  });

  test("makes a problem of an answer that is not the service's", async () => {
    const html = async () => new Response("<html>", { status: 404 });
    await expect(client(html).listGroups()).rejects.toMatchObject({
      status: 404,
      type: "about:blank",
    });
  });

  test("ends with its signal, without a retry", async () => {
    const stop = new AbortController();
    const never = (request: Request) =>
      new Promise<Response>((_, reject) => {
        request.signal.addEventListener("abort", () => reject(request.signal.reason));
        stop.abort();
      });
    await expect(client(never).listGroups({ signal: stop.signal })).rejects.toThrow(/abort/i);
    expect(waits).toEqual([]);
  });

  test("lists every item once, while new ones arrive", async () => {
    const total = Number(await count());
    const seen: string[] = [];
    for await (const { id } of client().all("listControls", { query: { page_size: 2 } })) {
      if (seen.length === 1) await client().controlBiddingZone(order);
      seen.push(id);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(total);
  });
});
