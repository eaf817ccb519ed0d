import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { handleOperation } from "../../lib/portal/http/bff.ts";
import { operations, approvalRequest, type OperationId } from "../../lib/contract/index.ts";
import { createPortalClientWith } from "../../lib/portal/client/portal-client.ts";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { audit } from "../../lib/portal/db/schema.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import { startFakeService, startService } from "./fake-service.ts";
import { catchError, portalWorld } from "./portal-world.ts";

const world = portalWorld();

const pending = approvalRequest.parse({
  id: "creq_1",
  created_at: "2026-06-01T10:05:00Z",
  expires_at: "2026-06-01T10:20:00Z",
  state: "pending",
  target: { kind: "bidding_zone", id: "NL", name: "NL" },
  type: "MAX_CONSUMPTION",
  reason: null,
  time_from: "2026-06-01T10:05:00Z",
  time_to: "2026-06-01T11:00:00Z",
  results: [],
  locations: 1,
  devices: 1,
  energy_kwh: -4,
  change_kw: 5,
  needs: [],
  requested_by: "staff@example.org",
  decided_by: null,
  decided_at: null,
  control_id: null,
});
const paused = {
  paused: true,
  since: "2026-06-01T10:00:00",
  by: "ben@example.org",
  reason: "Grid operator called",
};
const approved = {
  ...pending,
  state: "approved",
  control_id: "ctrl_9",
  decided_by: "ben",
  decided_at: "2026-06-01T10:12:40Z",
};

/** A service that has limits, a second person and a pause. */
const guarded = () =>
  startService(({ url, method }) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith("/openapi.json")) return Response.json({ paths });
    if (pathname.endsWith("/control-pause"))
      return Response.json(method === "DELETE" ? { ...paused, paused: false } : paused);
    return Response.json(pathname.endsWith("/approve") ? approved : pending);
  });
const guarding = [
  "requestBiddingZoneControl",
  "requestGroupControl",
  "listControlRequests",
  "getControlRequest",
  "approveControlRequest",
  "rejectControlRequest",
  "getControlPause",
  "pauseControls",
  "resumeControls",
] as const satisfies OperationId[];
const paths: Record<string, Record<string, object>> = {};
for (const key of guarding) (paths[operations[key].path] ??= {})[operations[key].method] = {};

const order = { type: "MAX_CONSUMPTION", time_to: "2026-06-01T11:00:00Z" } as const;
const params = { request_id: "creq_1" };
const changing = (seen: { method: string; headers: Headers }[]) =>
  seen.filter(({ method }) => method !== "GET");

describe("the service receives the signed-in user's name", () => {
  test("when a control is requested, approved or rejected, and when controls are paused", async () => {
    const service = await guarded();
    const portal = await world.portal(service, await world.staff());
    await portal.call("requestBiddingZoneControl", {
      params: { bidding_zone_id: "NL" },
      body: order,
    });
    await portal.call("approveControlRequest", { params, body: {} });
    await portal.call("rejectControlRequest", { params, body: {} });
    await portal.call("pauseControls", { body: { reason: "Grid operator called" } });
    await portal.call("resumeControls", {});
    const actors = changing(service.seen).map(({ headers }) => headers.get("control-actor"));
    expect(actors).toEqual(Array(5).fill("staff@example.org"));
  });

  test("whatever name a browser sends", async () => {
    const service = await guarded();
    const user = await world.staff();
    const routeDeps = {
      currentUser: async () => user,
      createPortalClient: () => createPortalClientWith(world.deps(service), user),
      publicUrl: undefined,
    };
    const headers = {
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      "control-actor": "somebody.else@example.org",
    };
    const asked = new Request("http://portal.example/api/x", {
      method: "POST",
      headers,
      body: "{}",
    });
    expect((await handleOperation(routeDeps, "approveControlRequest", asked, params)).status).toBe(
      200,
    );
    const [posted] = changing(service.seen);
    expect(posted!.headers.get("control-actor")).toBe("staff@example.org");
  });

  test.each([
    ["with extensions", "staff@example.org"],
    ["ten only", null],
  ] as const)("of a control only if it stores names (%s)", async (kind, name) => {
    const service = await startFakeService(kind);
    const portal = await world.portal(service, await world.staff());
    const headers = { "Control-Actor": "somebody.else@example.org" };
    const params = { group_id: "grp_north" };
    await portal.call("controlGroup", { params, body: order, headers });
    expect(changing(service.seen)[0]!.headers.get("control-actor")).toBe(name);
  });
});

describe("the right to approve and pause", () => {
  const at = async (level: User["level"]) => {
    const user = { ...(await world.staff()), level };
    return createPortalClientWith(world.deps(await guarded()), user);
  };

  test("lets an operator pause and approve but not resume, and a viewer nothing", async () => {
    const operator = await at("operator");
    expect(guarding.filter((key) => !operator.isAllowed(key))).toEqual(["resumeControls"]);
    const viewer = await at("viewer");
    expect(guarding.filter((key) => viewer.isAllowed(key))).toEqual([
      "listControlRequests",
      "getControlRequest",
      "getControlPause",
    ]);
    const refused = await catchError<PortalError>(operator.call("resumeControls", {}));
    expect(refused.status).toBe(403);
  });

  test("is not shown or granted to a customer", async () => {
    const portal = await world.portal(await guarded(), await world.anna());
    for (const key of guarding) {
      expect(portal.isAllowed(key)).toBe(false);
      const call = portal.call(key, { params, body: order } as never);
      expect((await catchError<PortalError>(call)).status).toBe(403);
    }
  });
});

const clock = (at: Date) => at.toISOString().slice(11, 16);

test("the audit trail has the request, the approval with its control, and the pause with its reason", async () => {
  const portal = await world.portal(await guarded(), await world.staff());
  const written = async (requestId: string) =>
    (
      await world.db
        .select()
        .from(audit)
        .where(and(eq(audit.requestId, requestId), eq(audit.kind, "outcome")))
    ).map(({ operation, target, windowFrom, windowTo }) =>
      [`${operation}: ${target}`, windowFrom && ` from ${clock(windowFrom)} to ${clock(windowTo!)}`]
        .filter(Boolean)
        .join(""),
    );
  const zone = { bidding_zone_id: "NL" };
  const asked = await portal.call("requestBiddingZoneControl", { params: zone, body: order });
  expect(await written(asked.requestId)).toEqual([
    "requestBiddingZoneControl: bidding_zone_id=NL type=MAX_CONSUMPTION time_to=2026-06-01T11:00:00Z request_id=creq_1",
  ]);
  const decided = await portal.call("approveControlRequest", { params, body: {} });
  expect(await written(decided.requestId)).toEqual([
    "approveControlRequest: request_id=creq_1 control_id=ctrl_9 from 10:12 to 11:00",
  ]);
  const halted = await portal.call("pauseControls", { body: { reason: "Grid operator called" } });
  expect(await written(halted.requestId)).toEqual(["pauseControls: reason=Grid operator called"]);
});

test("a pause stores its time in UTC", async () => {
  const portal = await world.portal(await guarded(), await world.staff());
  const { data } = await portal.call("getControlPause", {});
  expect(data.since).toBe("2026-06-01T10:00:00Z");
});

test("with a service without these operations nothing is offered", async () => {
  for (const kind of ["ten only", "with extensions"] as const) {
    const service = await startFakeService(kind);
    const portal = await world.portal(service, await world.staff());
    expect(guarding.filter((key) => portal.supports(key))).toEqual([]);
    const call = portal.call("pauseControls", { body: { reason: "x" } });
    expect((await catchError<PortalError>(call)).status).toBe(501);
    expect(changing(service.seen)).toEqual([]);
  }
});

test.each([
  ["approveControlRequest", { params, body: {} }, "control-unknown"],
  ["rejectControlRequest", { params, body: {} }, "change-unknown"],
  ["pauseControls", { body: { reason: "x" } }, "change-unknown"],
] as const)("%s without an answer is reported as unknown", async (operation, input, kind) => {
  const service = await startService(({ url }) =>
    url.endsWith("/openapi.json") ? Response.json({ paths }) : new Response("", { status: 500 }),
  );
  const portal = await world.portal(service, await world.staff());
  const error = await catchError<PortalError>(portal.call(operation, input as never));
  expect(error.problem.type).toBe(`urn:curtail:problem:${kind}`);
});
