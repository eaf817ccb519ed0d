import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { operations, type OperationId } from "../../lib/contract/index.ts";
import { isExposed, policy } from "../../lib/portal/auth/policy.ts";
import { portalRoutes, type PortalRoute } from "../../lib/portal/auth/portal-routes.ts";
import { createAccount, findAccount, setDisabled } from "../../lib/portal/db/accounts.ts";
import { levels, type Level } from "../../lib/portal/db/schema.ts";
import { createTestClient, portalWorld } from "./portal-world.ts";
import { anna, annasHouse, annasInverter, bram, bramsHouse, bramsInverter } from "./fixtures.ts";
import { nextContext, routeFiles, type FoundRoute } from "./route-files.ts";
import { startWholeService } from "./full-service.ts";

/** The caller's session, as named by the cookie; everything behind it is real. */
const signedIn = vi.hoisted(() => ({ sid: null as string | null }));
vi.mock("next/headers", async () => {
  const { encode } = await import("next-auth/jwt");
  return {
    headers: async () => new Headers(),
    cookies: async () => {
      const secret = process.env.NEXTAUTH_SECRET!;
      const value = signedIn.sid && (await encode({ token: { sid: signedIn.sid }, secret }));
      return { get: () => (value ? { value } : undefined) };
    },
  };
});
vi.hoisted(() => (process.env.NEXTAUTH_SECRET = "only-for-tests-only-for-tests-only"));

const world = portalWorld();
const found = await routeFiles();

const RUNTIME = Symbol.for("curtail.portal.runtime");
const shared = globalThis as { [RUNTIME]?: unknown };
afterAll(() => delete shared[RUNTIME]);

const actors = ["anonymous", "disabled", "customer", ...levels] as const;
type Actor = (typeof actors)[number];
type Whose = "own" | "other";

beforeAll(async () => {
  for (const level of levels) {
    const email = `${level}@example.org`;
    await createAccount(world.db, { email, name: level, role: "staff", level, passwordHash: "" });
  }
  const closed = { email: "closed@example.org", name: "Closed", passwordHash: "" };
  await createAccount(world.db, { ...closed, role: "staff", level: "admin" });
});

async function sessionOf(actor: Actor): Promise<string | null> {
  if (actor === "anonymous") return null;
  if (actor === "customer") return (await world.signIn(anna.email, new Date())).sessionId;
  if (actor !== "disabled")
    return (await world.signIn(`${actor}@example.org`, new Date())).sessionId;
  const { id } = (await findAccount(world.db, "closed@example.org"))!;
  await setDisabled(world.db, id, null);
  const { sessionId } = await world.signIn("closed@example.org", new Date());
  await setDisabled(world.db, id, new Date());
  return sessionId;
}

/** Of a resource that does not exist. */
const SOME_ID = randomUUID();
const idsOf = (whose: Whose): Record<string, string> => ({
  bidding_zone_id: "NL",
  group_id: "grp_north",
  control_id: "ctrl_1",
  key_id: "key_1",
  device_type: "SOLAR_INVERTER",
  month: "2026-05",
  noun: "locations",
  ...(whose === "own"
    ? { customer_id: anna.id, location_id: annasHouse.id, device_id: annasInverter.id }
    : { customer_id: bram.id, location_id: bramsHouse.id, device_id: bramsInverter.id }),
});

const filled = (address: string, whose: Whose) => {
  const params: Record<string, string> = {};
  const path = address.replace(/\{(\w+)\}/g, (_, name: string) => {
    return (params[name] = idsOf(whose)[name] ?? SOME_ID);
  });
  return { path, params };
};

/** Valid bodies; without one, an operation that requires a body answers 422. */
const bodies: Partial<Record<OperationId, object>> = {
  controlBiddingZone: { type: "ZERO_EXPORT" },
  controlGroup: { type: "ZERO_EXPORT" },
  previewBiddingZoneControl: { type: "ZERO_EXPORT" },
  previewGroupControl: { type: "ZERO_EXPORT" },
  previewBiddingZoneControlValue: { type: "ZERO_EXPORT" },
  previewGroupControlValue: { type: "ZERO_EXPORT" },
  updateCustomer: { name: "Taken over" },
  createCustomer: { name: "New", email: "new@example.org" },
  createGroup: { name: "New", bidding_zone: "NL" },
  createApiKey: { name: "New", scopes: ["read"] },
  createLocation: { customer_id: anna.id, latitude: 52, longitude: 5 },
};

/** Calls a route like a page of the portal, through the handler its file exports. */
async function call(route: FoundRoute, actor: Actor, whose: Whose, query = "", body: object = {}) {
  const service = await startWholeService();
  shared[RUNTIME] = { db: world.db, client: createTestClient(service) };
  signedIn.sid = await sessionOf(actor);
  const [method = "", address = ""] = route.name.split(" ");
  const { path, params } = filled(address, whose);
  const stop = new AbortController();
  const request = new Request(`http://portal.example${path}${query}`, {
    method,
    signal: stop.signal,
    headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
    ...(/GET|HEAD/.test(method) ? {} : { body: JSON.stringify(body) }),
  });
  const response = await (await route.load())(request, nextContext(params));
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const text = isStream ? "" : await response.text();
  stop.abort();
  const reached = service.seen.filter((seen) => seen.path !== "/v1/openapi.json");
  return { status: response.status, text, reached };
}

const rank = (actor: Actor) => levels.indexOf(actor as Level);
const isStaff = (actor: Actor) => rank(actor) >= 0;
const isNobody = (actor: Actor) => actor === "anonymous" || actor === "disabled";

/** The expected table, written by hand: a status, or the service's decision. */
function expected(operation: OperationId, actor: Actor, whose: Whose): number | "reached" {
  const { staff, customer } = policy[operation];
  if (isNobody(actor)) return 401;
  if (isStaff(actor)) {
    return staff !== "no" && rank(actor) >= levels.indexOf(staff) ? "reached" : 403;
  }
  if (customer === "no") return 403;
  return whose === "own" || !/\{/.test(operations[operation].path) ? "reached" : 404;
}

const others = /bram|Bos|Zwolle/i;
const cases = actors.flatMap((actor) => [[actor, "own"] as const, [actor, "other"] as const]);
const offered = (Object.keys(operations) as OperationId[]).filter(isExposed);
const routeOf = (name: string) => found.find((route) => route.name === name)!;

describe.each(offered)("%s", (operation) => {
  const { method, path, body } = operations[operation];
  const route = routeOf(`${method.toUpperCase()} ${path.replace("/v1", "/api")}`);

  test.each(cases)("by %s, on their %s", async (actor, whose) => {
    const given = bodies[operation];
    const { status, text, reached } = await call(route, actor, whose, "", given);
    const want = expected(operation, actor, whose);
    const servicePath = filled(path, whose).path;
    const asked = reached.some((one) => one.path === servicePath);
    if (want === "reached") {
      const takesBody = !body.safeParse(undefined).success;
      const lacksBody = takesBody && !given && !body.safeParse({}).success;
      if (lacksBody) expect([422, 415]).toContain(status);
      else expect([status, asked]).toEqual([[200, 409].includes(status) ? status : 409, true]);
      expect([401, 403, 404]).not.toContain(status);
    } else {
      expect(status).toBe(want);
      if (want !== 404) expect(reached).toEqual([]);
      else expect(reached.filter((one) => one.method !== "GET")).toEqual([]);
    }
    if (!isStaff(actor)) expect(text).not.toMatch(others);
  });
});

const own = (Object.keys(portalRoutes) as PortalRoute[]).map((name) => routeOf(name));

describe.each(own)("$name", (route) => {
  const right = portalRoutes[route.name as PortalRoute];

  test.each(actors)("by %s", async (actor) => {
    const { status, reached } = await call(route, actor, "own");
    const least = levels.indexOf(right as Level);
    if (right === "anyone") return expect([401, 403]).not.toContain(status);
    if (!isNobody(actor) && (right === "signed-in" || (least >= 0 && rank(actor) >= least))) {
      return expect([401, 403]).not.toContain(status);
    }
    expect(status).toBe(isNobody(actor) ? 401 : 403);
    expect(reached).toEqual([]);
  });
});

describe("another customer's data on the portal's own routes", () => {
  test("is not in a live stream", async () => {
    const live = routeOf("GET /api/live");
    const { status, text } = await call(
      live,
      "customer",
      "other",
      `?area=location:${bramsHouse.id}`,
    );
    expect(status).toBe(404);
    expect(text).not.toMatch(others);
  });

  test("is not in an export", async () => {
    const { text } = await call(routeOf("GET /api/exports/{noun}"), "customer", "own");
    expect(text).not.toMatch(others);
  });
});

describe("operations for programs with their own key", () => {
  const forPrograms = (Object.keys(operations) as OperationId[]).filter((one) => !isExposed(one));

  test.each(forPrograms)("%s has no route for browsers", async (operation) => {
    const { method, path } = operations[operation];
    const address = path.replace("/v1", "/api");
    expect(routeOf(`${method.toUpperCase()} ${address}`)).toBeUndefined();
    const unknown = routeOf(`${method.toUpperCase()} /api/[[...unknown]]`);
    for (const actor of actors) {
      const { status, reached } = await call(unknown, actor, "own");
      expect([actor, status]).toEqual([actor, isNobody(actor) ? 401 : 404]);
      expect(reached).toEqual([]);
    }
  });
});

describe("every route file", () => {
  /** Routes in no table: their response is the same for everybody. */
  const forEverybody = [
    "GET /api/auth/[...nextauth]",
    "POST /api/auth/[...nextauth]",
    "PUT /api/auth/[...nextauth]",
    "PATCH /api/auth/[...nextauth]",
    "DELETE /api/auth/[...nextauth]",
    "POST /api/auth/back-channel-logout",
    "GET /docs/files/{name}",
    "GET /docs/openapi.json",
    "GET /healthz",
    "GET /offline",
    "GET /readyz",
  ];

  test("is in the table of the operations, or in that of the portal's own routes", () => {
    const inTables = [
      ...offered.map((operation) => {
        const { method, path } = operations[operation];
        return `${method.toUpperCase()} ${path.replace("/v1", "/api")}`;
      }),
      ...Object.keys(portalRoutes),
      ...forEverybody,
    ];
    const names = found.map(({ name }) => name).filter((name) => !name.includes("[[...unknown]]"));
    expect(names.sort()).toEqual(inTables.sort());
  });
});
