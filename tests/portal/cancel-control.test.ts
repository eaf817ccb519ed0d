import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { handleOperation } from "../../lib/portal/http/bff.ts";
import { controlDetail, locationDeliveryList, problem } from "../../lib/contract/index.ts";
import { createPortalClientWith } from "../../lib/portal/client/portal-client.ts";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { audit } from "../../lib/portal/db/schema.ts";
import { startFakeService, startService } from "./fake-service.ts";
import * as plant from "./fixtures.ts";
import { catchError, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const ctrl = { control_id: "ctrl_1" };

async function withControl() {
  const service = await startFakeService("with extensions");
  service.controls.push(plant.control("ctrl_1"));
  return { service, portal: await world.portal(service, await world.staff()) };
}

describe("cancelling a control", () => {
  test("is one request to the service, recorded before and after it", async () => {
    const { service, portal } = await withControl();
    const { data, requestId } = await portal.call("cancelControl", { params: ctrl, body: {} });
    expect(data).toMatchObject({ state: "cancelled", effective_to: "2026-06-01T10:10:00Z" });
    expect(data.cancelled_at).toBe("2026-06-01T10:09:20Z");
    const posted = service.seen.filter(({ method }) => method === "POST");
    expect(posted).toMatchObject([{ path: "/v1/controls/ctrl_1/cancel", body: "{}" }]);
    const written = await world.db.select().from(audit).where(eq(audit.requestId, requestId));
    const common = { operation: "cancelControl", target: "control_id=ctrl_1", role: "staff" };
    expect(written).toMatchObject([
      { ...common, kind: "intent", status: null },
      { ...common, kind: "outcome", status: 200 },
    ]);
  });

  test("without an answer is reported as possibly done", async () => {
    const service = await startService(({ url }) =>
      url.endsWith("/openapi.json")
        ? Response.json({ paths: { "/v1/controls/{control_id}/cancel": { post: {} } } })
        : new Response("", { status: 500 }),
    );
    const portal = await world.portal(service, await world.staff());
    const call = portal.call("cancelControl", { params: ctrl, body: {} });
    const error = await catchError<PortalError>(call);
    expect(error.problem.type).toBe("urn:curtail:problem:cancel-unknown");
    expect(error.problem.detail).toMatch(/check its state before trying again/);
  });

  test("is not offered with a service of documented operations only", async () => {
    const service = await startFakeService("ten only");
    const portal = await world.portal(service, await world.staff());
    expect(portal.supports("cancelControl")).toBe(false);
    const call = portal.call("cancelControl", { params: ctrl, body: {} });
    expect((await catchError<PortalError>(call)).status).toBe(501);
    expect(service.seen.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("accepts an empty object through /api and refuses any field in it", async () => {
    const { service } = await withControl();
    const user = await world.staff();
    const routeDeps = {
      currentUser: async () => user,
      createPortalClient: () => createPortalClientWith(world.deps(service), user),
      publicUrl: undefined,
    };
    const post = (body: string) => {
      const headers = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
      const asked = new Request("http://portal.example/api/x", { method: "POST", headers, body });
      return handleOperation(routeDeps, "cancelControl", asked, ctrl);
    };
    controlDetail.parse(await (await post("{}")).json());
    const refused = await post('{"at":"12:00"}');
    expect(refused.status).toBe(422);
    expect(problem.parse(await refused.json()).errors?.[0]?.pointer).toBe("#/at");
    expect(service.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

describe("the delivery of a control", () => {
  test("is requested with its filter, and returned with the service's total and in UTC", async () => {
    const { service, portal } = await withControl();
    const answer = await portal.call("listControlDeliveries", {
      params: ctrl,
      query: { state: "failed", page: 2 },
    });
    locationDeliveryList.parse(answer.data);
    expect(answer.total).toBe(41);
    expect(answer.data.data[0]?.dispatched_at).toBe("2026-06-01T10:00:02Z");
    expect(service.seen.at(-1)?.search).toBe("?page=2&page_size=10&sort=location_id&state=failed");
  });

  test("is for staff only", async () => {
    const { service } = await withControl();
    const portal = await world.portal(service, await world.anna());
    for (const operation of ["getControlDelivery", "listControlDeliveries"] as const) {
      const error = await catchError<PortalError>(portal.call(operation, { params: ctrl }));
      expect(error.status).toBe(403);
    }
  });
});

describe("measurements", () => {
  test("cannot be recorded through the portal, even by staff", async () => {
    const { service, portal } = await withControl();
    const asked = service.seen.length;
    const moments = { time_from: "2026-06-01T10:00:00Z", time_to: "2026-06-01T10:15:00Z" };
    const call = portal.call("recordMeasurements", {
      params: { location_id: "loc_anna" },
      body: { measurements: [{ ...moments, injection_kw: 1 }] },
    });
    expect((await catchError<PortalError>(call)).status).toBe(403);
    expect(service.seen).toHaveLength(asked);
  });
});

test("a service that only lists controls leaves the outcome of a control open", async () => {
  const service = await startFakeService("ten only");
  service.controls.push(plant.control("ctrl_1"));
  const portal = await world.portal(service, await world.staff());
  expect(await portal.directory.getControl("ctrl_1")).toMatchObject({
    state: "active",
    superseded: null,
    unsupported: null,
    cancelled_at: null,
    effective_to: "2026-06-01T10:15:00Z",
    cancelled_effect: [],
  });
});
