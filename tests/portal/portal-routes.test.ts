import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { problem } from "../../lib/contract/index.ts";
import { portalRoutes, type PortalRoute, type Right } from "../../lib/portal/auth/portal-routes.ts";
import { hasRight } from "../../lib/portal/auth/policy.ts";
import { createAccount } from "../../lib/portal/db/accounts.ts";
import { levels } from "../../lib/portal/db/schema.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import { createTestClient, NOW, portalWorld } from "./portal-world.ts";
import { callPortalRoute, type PortalRouteCall } from "./portal-route-client.ts";
import { startFakeService } from "./fake-service.ts";
import { anna } from "./fixtures.ts";
import { expectErrorLog } from "../support/error-log.ts";

const world = portalWorld();
const routes = Object.keys(portalRoutes) as PortalRoute[];
const forSome = routes.filter((route) => portalRoutes[route] !== ("anyone" satisfies Right));
const changes = routes.filter((route) => !route.startsWith("GET "));
const people: Record<string, User> = {};

beforeAll(async () => {
  for (const level of levels) {
    const email = `${level}@example.org`;
    await createAccount(world.db, { email, name: level, role: "staff", level, passwordHash: "" });
    people[level] = await world.signIn(email);
  }
  people.customer = await world.signIn(anna.email);
});

async function call(route: PortalRoute, given: PortalRouteCall, action: object = {}) {
  const client = createTestClient(await startFakeService("ten only"));
  const deps = { db: world.db, client, now: () => NOW };
  return callPortalRoute(deps, route, { handle: async () => "in", ...action }, given);
}

describe("a route of the portal", () => {
  test.each(forSome)("%s requires a session", async (route) => {
    const response = await call(route, { user: null });
    expect(response.status).toBe(401);
    expect(problem.parse(await response.json()).type).toMatch(/signed-out$/);
  });

  test.each(routes)("%s admits exactly the roles with the right", async (route) => {
    for (const [who, user] of Object.entries(people)) {
      const { status } = await call(route, { user });
      expect([who, status]).toEqual([who, hasRight(user, portalRoutes[route]) ? 200 : 403]);
    }
  });

  test.each(changes)("%s refuses changes from another site's page", async (route) => {
    const user = people.admin!;
    for (const site of ["cross-site", "same-site"]) {
      const headers = { "sec-fetch-site": site };
      expect((await call(route, { user, headers })).status).toBe(403);
    }
  });
});

describe("the roles", () => {
  const may = (right: Right) => Object.keys(people).filter((who) => hasRight(people[who]!, right));

  test("include the rights of lower ones, and customers have no staff rights", () => {
    expect(may("anyone")).toEqual(["viewer", "operator", "admin", "customer"]);
    expect(may("signed-in")).toEqual(["viewer", "operator", "admin", "customer"]);
    expect(may("viewer")).toEqual(["viewer", "operator", "admin"]);
    expect(may("operator")).toEqual(["operator", "admin"]);
    expect(may("admin")).toEqual(["admin"]);
    expect(may("customer")).toEqual(["customer"]);
  });
});

describe("input to a route of the portal", () => {
  const route = "POST /api/invitations";
  const body = z.strictObject({ email: z.email(), count: z.number().min(2) });

  test("is reported field by field if invalid", async () => {
    const user = people.admin!;
    const response = await call(route, { user, body: { email: "no", more: 1 } }, { body });
    expect(response.status).toBe(422);
    const { errors } = problem.parse(await response.json());
    expect(errors!.map(({ pointer, code }) => [pointer, code])).toEqual([
      ["#/email", "email"],
      ["#/count", "required"],
      ["#/more", "unknown-field"],
    ]);
  });

  test("has to be JSON, and an invalid id is not found", async () => {
    const user = people.admin!;
    expect((await call(route, { user }, { body })).status).toBe(415);
    const params = z.object({ id: z.uuid() });
    const unknown = await call(route, { user, params: { id: "1" } }, { params });
    expect(unknown.status).toBe(404);
  });

  test("is answered with uncached JSON, or with the file it produces", async () => {
    const user = people.admin!;
    const response = await call(route, { user }, { handle: async () => undefined });
    expect(await response.json()).toBeNull();
    expect(response.headers.get("cache-control")).toBe("no-store");
    const file = await call(route, { user }, { handle: async () => new Response("a;b") });
    expect(await file.text()).toBe("a;b");
  });

  test("is answered without internal details after an unexpected error", async () => {
    expectErrorLog(/no table at/);
    const broken = { handle: () => Promise.reject(new Error("no table at 10.0.0.1")) };
    const response = await call(route, { user: people.admin! }, broken);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("10.0.0.1");
  });
});
