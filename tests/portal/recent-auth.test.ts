import { describe, expect, test } from "vitest";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { createPortalClientWith } from "../../lib/portal/client/portal-client.ts";
import { operations, type OperationId } from "../../lib/contract/index.ts";
import { needsRecentAuth } from "../../lib/portal/auth/policy.ts";
import { invite, sendPasswordLink } from "../../lib/portal/users/invitations.ts";
import {
  changeLevel,
  openAccount,
  resetSecondFactor,
} from "../../lib/portal/users/user-changes.ts";
import type { PortalRoute } from "../../lib/portal/auth/portal-routes.ts";
import { reauthenticate } from "../../lib/portal/users/reauthenticate.ts";
import { createAccount, findAccount, type Role } from "../../lib/portal/db/accounts.ts";
import { readSession, type User } from "../../lib/portal/db/sessions.ts";
import { paces } from "../../lib/portal/auth/throttle.ts";
import { startFakeService } from "./fake-service.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { catchError, NOW, PASSWORD, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const QUARTER = 15 * 60_000;
const at = (ms: number) => new Date(NOW.getTime() + ms);

async function portalAt(user: User, now: Date) {
  const service = await startFakeService("ten only");
  const known = (await readSession(world.db, user.sessionId, now))!;
  const portal = await createPortalClientWith({ ...world.deps(service), now: () => now }, known);
  const order = (operation: "controlBiddingZone" | "controlGroup") =>
    portal.call(operation, {
      params: { bidding_zone_id: "NL", group_id: "grp_north" } as never,
      body: { type: "ZERO_EXPORT" },
    } as never);
  const asked = () => service.seen.filter(({ path }) => path.endsWith("/control")).length;
  return { order, asked };
}

async function prove(user: User, password: string, now: Date) {
  const service = await startFakeService("ten only");
  const deps = { ...world.deps(service), now: () => now };
  const body = { password };
  return callPortalRoute(deps, "POST /api/account/prove", reauthenticate, { user, body });
}

describe("a control on a whole zone", () => {
  test("is accepted within 15 minutes of signing in", async () => {
    const { order, asked } = await portalAt(await world.staff(), at(QUARTER - 1));
    await order("controlBiddingZone").catch(() => undefined);
    expect(asked()).toBe(1);
  });

  test("is refused later, before the service receives it; one on a group is not", async () => {
    const { order, asked } = await portalAt(await world.staff(), at(QUARTER));
    const { problem } = await catchError<PortalError>(order("controlBiddingZone"));
    expect(problem).toMatchObject({ status: 403, code: "prove-yourself" });
    expect(asked()).toBe(0);
    await order("controlGroup").catch(() => undefined);
    expect(asked()).toBe(1);
  });

  test("is accepted again once the password was given, for 15 minutes and in that session", async () => {
    const user = await world.staff();
    const elsewhere = await world.staff();
    expect((await prove(user, PASSWORD, at(QUARTER))).status).toBe(200);
    const proved = await portalAt(user, at(2 * QUARTER - 1));
    await proved.order("controlBiddingZone").catch(() => undefined);
    expect(proved.asked()).toBe(1);
    const other = await portalAt(elsewhere, at(QUARTER));
    await catchError(other.order("controlBiddingZone"));
    expect(other.asked()).toBe(0);
  });

  test("is the only control that requires it, with the equivalent operations, keys, rules and webhooks", () => {
    const asking = (Object.keys(operations) as OperationId[]).filter(needsRecentAuth);
    expect(asking.sort()).toEqual([
      "approveControlRequest",
      "controlBiddingZone",
      "createApiKey",
      "createRule",
      "createWebhook",
      "requestBiddingZoneControl",
      "rotateApiKey",
      "rotateWebhookSecret",
      "updateRule",
      "updateWebhook",
    ]);
  });
});

describe("an operation that grants staff access", () => {
  const colleague = { role: "staff", email: "new@example.org", level: "admin", language: "en" };
  type Way = [route: PortalRoute, action: object, body?: object];
  const ways: Way[] = [
    ["POST /api/invitations", invite, colleague],
    ["POST /api/users/{account_id}/password-link", sendPasswordLink],
    ["POST /api/users/{account_id}/level", changeLevel, { level: "admin" }],
    ["POST /api/users/{account_id}/open", openAccount],
    ["POST /api/users/{account_id}/reset-second-factor", resetSecondFactor],
  ];
  let named = 0;
  async function order([route, action, body]: Way, now: Date, role: Role) {
    const account = { email: `someone.${++named}@example.org`, name: "S", passwordHash: "" };
    const level = role === "staff" ? ("viewer" as const) : null;
    await createAccount(world.db, { ...account, role, level, customerId: null });
    const { id } = (await findAccount(world.db, account.email))!;
    const deps = { ...world.deps(await startFakeService("ten only")), now: () => now };
    const given = { user: await world.staff(), params: { account_id: id }, body };
    return (await callPortalRoute(deps, route, action, given)).json();
  }

  test.each(ways)("requires recent authentication too: %s", async (...way) => {
    const asked = { status: 403, code: "prove-yourself" };
    expect(await order(way, at(QUARTER), "staff")).toMatchObject(asked);
    expect((await order(way, at(QUARTER - 1), "staff"))?.status).toBeUndefined();
  });

  test("is not one that invites a customer", async () => {
    for (const way of [ways[1]!, ways[3]!]) {
      expect((await order(way, at(QUARTER), "customer"))?.status).toBeUndefined();
    }
  });
});

describe("authenticating again", () => {
  test("fails with a wrong password, and is throttled like a sign-in", async () => {
    const user = await world.anna();
    for (let tried = 0; tried < paces.pair.freeAttempts; tried++) {
      const answer = await prove(user, "guess", at(QUARTER));
      expect(await answer.json()).toMatchObject({
        status: 422,
        errors: [{ pointer: "#/password", code: "wrong-password" }],
      });
    }
    const throttled = await prove(user, PASSWORD, at(QUARTER));
    expect(throttled.status).toBe(429);
    expect((await readSession(world.db, user.sessionId, NOW))!.provedAt).toEqual(NOW);
  });
});
