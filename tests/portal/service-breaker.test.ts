import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { createStatusQuery } from "../../lib/portal/live/live-area.ts";
import { CircuitBreaker } from "../../lib/portal/service-client/circuit-breaker.ts";
import {
  createServiceClient,
  serviceLimits,
} from "../../lib/portal/service-client/service-client.ts";
import { API_KEY, startService } from "./fake-service.ts";
import { HeldClock } from "./live-world.ts";
import * as plant from "./fixtures.ts";
import { catchError, NOW } from "./portal-world.ts";

let clock: HeldClock;
/** The results of the next probes; each is counted. */
let trial: { answers: boolean; hangs: boolean; made: number };
let breaker: CircuitBreaker;

beforeEach(() => {
  clock = new HeldClock();
  trial = { answers: false, hangs: false, made: 0 };
  breaker = new CircuitBreaker(clock, async () => {
    trial.made += 1;
    if (trial.hangs) await new Promise(() => undefined);
    return trial.answers;
  });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
const pass = async (ms: number) => {
  clock.pass(ms);
  await settled();
};
/** Calls that fail for the service's part, a second each. */
async function fail(times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    const begun = clock.now();
    await pass(1_000);
    breaker.recordFailure(begun);
  }
  await settled();
}

describe("the circuit breaker", () => {
  test("opens after three consecutive failures and a failed probe, dated from the first", async () => {
    await fail(2);
    expect([breaker.unavailableSince(), trial.made]).toEqual([null, 0]);
    await fail(1);
    expect([breaker.unavailableSince(), trial.made]).toEqual([NOW, 1]);
  });

  test("stays closed if the probe succeeds: one failing operation is not an outage", async () => {
    trial.answers = true;
    await fail(10);
    expect(breaker.unavailableSince()).toBeNull();
  });

  test("resets its count on every success, and forgets failures after 30 seconds", async () => {
    await fail(2);
    breaker.recordSuccess();
    await fail(2);
    await pass(30_000);
    await fail(2);
    expect([breaker.unavailableSince(), trial.made]).toEqual([null, 0]);
  });

  test("probes every two seconds, one at a time, and closes on the first success", async () => {
    await fail(3);
    await pass(1_000);
    expect(trial.made).toBe(1);
    await pass(1_000);
    expect(trial.made).toBe(2);
    trial.answers = true;
    await pass(2_000);
    expect([breaker.unavailableSince(), trial.made]).toEqual([null, 3]);
    await pass(60_000);
    expect(trial.made).toBe(3);
  });

  test("probes for a read at once, but not twice within a quarter of a second", async () => {
    await fail(3);
    const confirmed = async () => (await breaker.confirmUnavailable()) !== null;
    await pass(249);
    expect([await confirmed(), trial.made]).toEqual([true, 1]);
    await pass(1);
    expect([await confirmed(), await confirmed(), trial.made]).toEqual([true, true, 2]);
    await pass(1_999);
    expect(trial.made).toBe(2);
    await pass(1);
    expect(trial.made).toBe(3);
    trial.answers = true;
    await pass(250);
    expect([await confirmed(), trial.made]).toEqual([false, 4]);
    await pass(60_000);
    expect(trial.made).toBe(4);
  });

  test("lets a read wait for a hanging probe for a quarter of a second only", async () => {
    await fail(3);
    trial.hangs = true;
    await pass(250);
    const confirming = breaker.confirmUnavailable();
    const another = breaker.confirmUnavailable();
    await pass(250);
    expect(await Promise.all([confirming, another])).toEqual([NOW, NOW]);
    expect(trial.made).toBe(2);
  });

  test("ignores a call that started before the latest success", async () => {
    const begun = clock.now();
    await pass(5_000);
    breaker.recordSuccess();
    for (let count = 0; count < 3; count++) breaker.recordFailure(begun);
    await settled();
    expect([breaker.unavailableSince(), trial.made]).toEqual([null, 0]);
  });
});

const page = { params: {}, query: { page: 0, page_size: 10 }, body: undefined };
const order = {
  params: { group_id: "grp_north" },
  query: {},
  body: { type: "ZERO_EXPORT" as const },
};
const ZONE = { kind: "bidding-zone", id: "NL" } as const;

/** A service that is unavailable until the test ends that, and a client that detected it. */
async function away(status = 503) {
  const state = { isAway: true };
  const service = await startService((request) => {
    if (state.isAway) return new Response("", { status });
    return Response.json(request.method === "POST" ? plant.control("ctrl_1") : { data: [] });
  });
  const client = clientOn(service);
  await catchError(Promise.all([1, 2, 3].map(() => client.call("listControls", page, "req-1"))));
  await vi.waitFor(() => expect(client.unavailableSince()).toEqual(NOW));
  return { client, service, state };
}
const clientOn = ({ baseUrl }: { baseUrl: string }) =>
  createServiceClient({ baseUrl, apiKey: API_KEY }, serviceLimits, clock);

/** An address where nothing can listen: the local end of an open connection. */
async function nobody(): Promise<{ baseUrl: string }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const connection = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(connection, "connect");
  onTestFinished(() => {
    connection.destroy();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${connection.localPort}` };
}

describe("while the service is unavailable", () => {
  test("a read fails at once with the start of the outage, without a request to the service", async () => {
    const { client, service } = await away();
    const asked = service.seen.length;
    const error = await catchError<PortalError>(client.call("listControls", page, "req-2"));
    expect(error.problem).toMatchObject({
      status: 503,
      code: "service-away",
      values: { since: NOW.toISOString() },
      request_id: "req-2",
    });
    expect(error.retryAfter).toBe(3);
    await client.capabilities();
    expect(service.seen).toHaveLength(asked);
  });

  test("live updates fail with it, and resume once it is back", async () => {
    const { client, service, state } = await away();
    const asked = service.seen.length;
    const reading = createStatusQuery(client, ZONE);
    const error = await catchError<PortalError>(reading.read("req-3"));
    expect(error.problem.code).toBe("service-away");
    expect(service.seen).toHaveLength(asked);
    state.isAway = false;
    clock.pass(2_000);
    await vi.waitFor(() => expect(client.unavailableSince()).toBeNull());
    await client.call("listControls", page, "req-4");
  });

  test("a read succeeds as soon as the service is back, without waiting for the next probe", async () => {
    const { client, state } = await away();
    state.isAway = false;
    clock.pass(250);
    await client.call("listControls", page, "req-8");
    expect(client.unavailableSince()).toBeNull();
  });

  test("a change is still sent, and answered", async () => {
    const { client, state } = await away();
    state.isAway = false;
    expect((await client.call("controlGroup", order, "req-5")).data.id).toBe("ctrl_1");
    expect(client.unavailableSince()).toBeNull();
  });

  test("an unknown change stays unknown, and one without effect names the start of the outage", async () => {
    const { client } = await away();
    const unknown = await catchError<PortalError>(client.call("controlGroup", order, "req-6"));
    expect(unknown.problem.type).toBe("urn:curtail:problem:control-unknown");
    const closed = clientOn(await nobody());
    for (let count = 0; count < 3; count++)
      await catchError(closed.call("listControls", page, "r"));
    await vi.waitFor(() => expect(closed.unavailableSince()).not.toBeNull());
    const unsent = await catchError<PortalError>(closed.call("controlGroup", order, "req-7"));
    expect(unsent.problem).toMatchObject({ status: 503, code: "service-away" });
  });

  test.each([401, 403, 404, 429])("%i is not an outage", async (status) => {
    const service = await startService(() => new Response("", { status }));
    const client = clientOn(service);
    for (let count = 0; count < 5; count++)
      await catchError(client.call("listControls", page, "r"));
    expect(client.unavailableSince()).toBeNull();
  });
});

test("the reads of one page share one time budget", async () => {
  const service = await startService(async () => {
    clock.pass(3_000);
    return Response.json({ data: [] });
  });
  const onePage = clientOn(service).withPageDeadline();
  await onePage.call("listControls", page, "req-1");
  await onePage.call("listControls", page, "req-2");
  const late = await catchError<PortalError>(onePage.call("listControls", page, "req-3"));
  expect(late.problem).toMatchObject({ status: 504, code: "answer-late" });
  expect(service.seen).toHaveLength(2);
  await onePage.call("controlGroup", order, "req-4").catch(() => undefined);
  expect(service.seen).toHaveLength(3);
});
