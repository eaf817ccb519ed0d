import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { ApiCall, Control } from "../../lib/contract/index.ts";
import { parseAuditQuery, readAuditPage } from "../../lib/portal/audit-log/audit.ts";
import { createPortalClientWith } from "../../lib/portal/client/portal-client.ts";
import type { PortalDeps } from "../../lib/portal/service-client/portal-deps.ts";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { reconcile } from "../../lib/portal/reconcile/reconcile.ts";
import { MAX_TRIES, getRetryDelayMs } from "../../lib/portal/reconcile/reconcile.ts";
import { readRequestOutcome, type RequestResult } from "../../lib/portal/http/request-outcome.ts";
import { recordIntent, recordOutcome } from "../../lib/portal/db/audit.ts";
import { openDatabase } from "../../lib/portal/db/database.ts";
import { audit } from "../../lib/portal/db/schema.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import { withLeaderLock } from "../../lib/portal/db/unresolved-calls.ts";
import { freshDatabase } from "../support/postgres.ts";
import { startService, type FakeService } from "./fake-service.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import * as plant from "./fixtures.ts";
import { catchError, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const order = { params: { group_id: "grp_north" }, body: { type: "ZERO_EXPORT" as const } };
const MINUTE = 60_000;

/** A service that loses the answer of a control it accepts, or never accepts it. */
async function losing(accepts: boolean, { lists = true } = {}) {
  const controls: Control[] = [];
  const paths: Record<string, object> = { "/v1/controls": { get: {} } };
  if (lists) paths["/v1/control-summaries"] = { get: {} };
  const service = await startService((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/openapi.json") return Response.json({ openapi: "3.1.0", paths });
    if (pathname === "/v1/control-summaries")
      return Response.json({ data: controls.map(plant.detail) });
    if (pathname === "/v1/controls") return Response.json({ data: controls });
    if (accepts) {
      const id = `ctrl_lost_${Math.random().toString(36).slice(2)}`;
      controls.unshift(plant.control(id, new Date().toISOString()));
    }
    return new Response("", { status: 502 });
  }, controls);
  return { service, controls };
}

/** The portal at a later time. */
const later = (service: FakeService, ms: number): PortalDeps => ({
  ...world.deps(service),
  now: () => new Date(Date.now() + ms),
});

async function lost(service: FakeService): Promise<string> {
  const portal = await createPortalClientWith(world.deps(service), await world.staff());
  const error = await catchError<PortalError>(portal.call("controlGroup", order));
  return error.problem.request_id;
}

const rows = (requestId: string) =>
  world.db.select().from(audit).where(eq(audit.requestId, requestId)).orderBy(audit.id);
const lineOf = async (requestId: string) => {
  const { items } = await readAuditPage(
    world,
    await world.staff(),
    parseAuditQuery({ page_size: "100" }),
  );
  return items.find(({ request_id }) => request_id === requestId)!;
};
const ordersIn = ({ seen }: FakeService) => seen.filter(({ method }) => method === "POST").length;

describe("a control whose answer was lost", () => {
  test("is unknown, then confirmed with its id and window, and never sent again", async () => {
    const { service, controls } = await losing(true);
    const id = await lost(service);
    expect((await lineOf(id)).outcome).toBe("unknown");
    await reconcile(later(service, 10_000));
    expect(await lineOf(id)).toMatchObject({
      outcome: "took-effect",
      target: `group_id=grp_north type=ZERO_EXPORT control_id=${controls[0]!.id}`,
      window: { from: "2026-06-01T10:00:00.000Z", to: "2026-06-01T10:15:00.000Z" },
    });
    expect((await rows(id)).map(({ kind, result }) => [kind, result])).toEqual([
      ["intent", null],
      ["outcome", "unknown"],
      ["finding", "took-effect"],
    ]);
    await reconcile(later(service, 20 * MINUTE));
    expect(await rows(id)).toHaveLength(3);
    expect(ordersIn(service)).toBe(1);
  });

  test("is reported as not issued only once it can no longer arrive", async () => {
    const { service } = await losing(false);
    const id = await lost(service);
    await reconcile(later(service, 10_000));
    expect((await lineOf(id)).outcome).toBe("unknown");
    await reconcile(later(service, 5 * MINUTE));
    expect((await lineOf(id)).outcome).toBe("did-not-happen");
    expect(ordersIn(service)).toBe(1);
  });

  test("is not matched with a control that belongs to another request", async () => {
    const { service, controls } = await losing(false);
    const user = await world.staff();
    const asked = "group_id=grp_north type=ZERO_EXPORT";
    const known = { user, operation: "controlGroup", target: asked, requestId: "known" };
    await recordIntent(world.db, known);
    controls.unshift(plant.control("ctrl_known", new Date().toISOString()));
    const done = { ...known, target: `${asked} control_id=ctrl_known` };
    await recordOutcome(world.db, done, { status: 200 });
    const id = await lost(service);
    await reconcile(later(service, 5 * MINUTE));
    expect((await lineOf(id)).outcome).toBe("did-not-happen");
  });

  test("stays open if two controls match", async () => {
    const { service } = await losing(true);
    const [first, second] = [await lost(service), await lost(service)];
    await reconcile(later(service, 10_000));
    expect((await lineOf(first)).outcome).toBe("unknown");
    await reconcile(later(service, 5 * MINUTE));
    const outcomes = [(await lineOf(first)).outcome, (await lineOf(second)).outcome];
    expect(outcomes).toEqual(["cannot-be-known", "cannot-be-known"]);
  });

  test("stays open if the service does not report a control's target", async () => {
    const { service } = await losing(true, { lists: false });
    const id = await lost(service);
    await reconcile(later(service, 5 * MINUTE));
    expect((await lineOf(id)).outcome).toBe("cannot-be-known");
  });

  test("stays open after repeated checks of a service that does not answer", async () => {
    const service = await startService(() => new Response("", { status: 503 }));
    const entry = {
      user: await world.staff(),
      operation: "controlGroup",
      target: "group_id=grp_north type=ZERO_EXPORT",
      requestId: "killed-between",
    };
    await recordIntent(world.db, entry);
    let ms = 3 * MINUTE;
    for (let looks = 1; looks < MAX_TRIES; looks++) {
      await reconcile(later(service, ms));
      ms += getRetryDelayMs(looks) + 1;
    }
    expect((await lineOf("killed-between")).outcome).toBe("unknown");
    await reconcile(later(service, ms));
    expect((await lineOf("killed-between")).outcome).toBe("cannot-be-known");
  }, 60_000);
});

test("is also looked up after the portal was killed", async () => {
  const { service, controls } = await losing(true);
  const entry = {
    user: await world.staff(),
    operation: "controlGroup",
    target: "group_id=grp_north type=ZERO_EXPORT",
    requestId: "killed-after",
  };
  await recordIntent(world.db, entry);
  controls.unshift(plant.control("ctrl_killed", new Date().toISOString()));
  await reconcile(later(service, MINUTE));
  expect((await lineOf("killed-after")).outcome).toBe("unknown");
  await reconcile(later(service, 4 * MINUTE));
  expect(await lineOf("killed-after")).toMatchObject({
    outcome: "took-effect",
    target: "group_id=grp_north type=ZERO_EXPORT control_id=ctrl_killed",
  });
});

describe("with the service's record of calls", () => {
  const row = (request_id: string, status: number | null, made = ""): ApiCall => ({
    id: "7",
    created_at: "2026-06-01T10:00:00Z",
    caller: "configured",
    key_name: null,
    actor: null,
    operation: "controlGroup",
    target: `group_id=grp_north${made}`,
    time_from: made ? "2026-06-01T10:00:00Z" : null,
    time_to: made ? "2026-06-01T10:15:00Z" : null,
    status,
    request_id,
  });
  const recording = async (
    calls: (requestId: string) => ApiCall[],
    controls: () => Control[] = () => [],
  ) => {
    const service = await startService((request) => {
      const { pathname, searchParams } = new URL(request.url);
      const paths = { "/v1/api-calls": { get: {} }, "/v1/control-summaries": { get: {} } };
      if (pathname === "/v1/openapi.json") return Response.json({ openapi: "3.1.0", paths });
      if (pathname === "/v1/control-summaries")
        return Response.json({ data: controls().map(plant.detail) });
      if (pathname === "/v1/api-calls")
        return Response.json({ data: calls(searchParams.get("request_id")!) });
      return new Response("", { status: request.method === "POST" ? 502 : 404 });
    });
    return { service, id: await lost(service) };
  };

  test("the request id resolves the outcome at once", async () => {
    const made = " type=ZERO_EXPORT control_id=ctrl_told";
    const { service, id } = await recording((asked) => [row(asked, 200, made)]);
    await reconcile(later(service, 6_000));
    expect(await lineOf(id)).toMatchObject({
      outcome: "took-effect",
      target: "group_id=grp_north type=ZERO_EXPORT control_id=ctrl_told",
      window: { from: "2026-06-01T10:00:00.000Z", to: "2026-06-01T10:15:00.000Z" },
    });
  });

  test("a refused call is resolved as not executed", async () => {
    const { service, id } = await recording((asked) => [row(asked, 422)]);
    await reconcile(later(service, 6_000));
    expect((await lineOf(id)).outcome).toBe("did-not-happen");
  });

  test("a call in conflict with the same request in progress gets that request's outcome", async () => {
    const made: Control[] = [];
    const first = { id: "" };
    const told = (asked: string) =>
      asked === first.id
        ? made.map(({ id }) => row(asked, 200, ` type=ZERO_EXPORT control_id=${id}`))
        : [row(asked, 409)];
    const { service, id } = await recording(told, () => made);
    first.id = id;
    const again = await lost(service);
    await reconcile(later(service, 6_000));
    expect((await lineOf(again)).outcome).toBe("unknown");
    made.push(plant.control("ctrl_first", new Date().toISOString()));
    await reconcile(later(service, MINUTE));
    for (const one of [id, again])
      expect(await lineOf(one)).toMatchObject({
        outcome: "took-effect",
        target: "group_id=grp_north type=ZERO_EXPORT control_id=ctrl_first",
      });
  });

  test("a call in conflict without a matching request is resolved as not executed once it can no longer arrive", async () => {
    const { service, id } = await recording((asked) => [row(asked, 409)]);
    await reconcile(later(service, 6_000));
    expect((await lineOf(id)).outcome).toBe("unknown");
    await reconcile(later(service, 5 * MINUTE));
    expect((await lineOf(id)).outcome).toBe("did-not-happen");
  });

  test("a call that never arrived is resolved as not executed once it can no longer arrive", async () => {
    const { service, id } = await recording(() => []);
    await reconcile(later(service, 6_000));
    expect((await lineOf(id)).outcome).toBe("unknown");
    await reconcile(later(service, 5 * MINUTE));
    expect((await lineOf(id)).outcome).toBe("did-not-happen");
  });
});

test("the outcome is shown to the caller, and to nobody else", async () => {
  const { service } = await losing(true);
  const id = await lost(service);
  await reconcile(later(service, 6_000));
  const ask = (user: User) =>
    callPortalRoute(
      world.deps(service),
      "GET /api/audit/outcomes/{request_id}",
      readRequestOutcome,
      {
        user,
        params: { request_id: id },
      },
    );
  expect((await ask(await world.anna())).status).toBe(404);
  const told = (await (await ask(await world.staff())).json()) as RequestResult;
  expect(told.outcome).toBe((await lineOf(id)).outcome);
});

test("one instance checks at a time", async () => {
  const { service } = await losing(true);
  const inside = await withLeaderLock(world.db, async () => {
    expect(await reconcile(later(service, MINUTE))).toBe(false);
  });
  expect(inside).toBe(true);
  expect(await reconcile(later(service, MINUTE))).toBe(true);
});

test("one instance checks at a time, even while the service answers slowly", async () => {
  const { db, pool } = openDatabase(await freshDatabase("portal"), {
    connections: 4,
    silentMs: 3_000,
  });
  const held = new Promise((resolve) => setTimeout(resolve, 4_500));
  const service = await startService(({ url }) =>
    url.endsWith("/openapi.json")
      ? Response.json({ paths: { "/v1/api-calls": { get: {} } } })
      : held.then(() => Response.json({ data: [] })),
  );
  const user = { id: null, email: "kim@example.org", role: "staff" } as const;
  await recordIntent(db, { user, operation: "controlGroup", target: null, requestId: "slowly" });
  const deps: PortalDeps = { ...later(service, 5 * MINUTE), db };
  const first = reconcile(deps);
  await new Promise((resolve) => setTimeout(resolve, 3_700));
  expect(await reconcile(deps)).toBe(false);
  expect(await first).toBe(true);
  const found = await db.select().from(audit).where(eq(audit.kind, "finding"));
  expect(found).toHaveLength(1);
  await pool.end();
}, 20_000);
