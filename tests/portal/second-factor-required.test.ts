import { describe, expect, test, vi } from "vitest";
import { parseEnv } from "../../lib/env.ts";
import { chooseLanguage, endOtherSessions } from "../../lib/portal/users/account.ts";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import {
  confirmSecondFactorSetup,
  removeSecondFactor,
  setUpSecondFactor,
} from "../../lib/portal/users/second-factor-changes.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import { startFakeService } from "./fake-service.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { createTestClient, catchError, NOW, portalWorld } from "./portal-world.ts";

// The configuration is read once, when the first module needs it.
vi.hoisted(() => {
  process.env.NEXTAUTH_SECRET = "only for tests, and at least 32 characters";
  process.env.STAFF_SECOND_FACTOR = "required";
});

const world = portalWorld();
const deps = () => ({
  db: world.db,
  client: createTestClient({ baseUrl: "http://127.0.0.1:9", seen: [], controls: [] }),
  now: () => NOW,
});
const REQUIRED = { status: 403, code: "second-factor-required" };
const others = (user: User) =>
  callPortalRoute(deps(), "POST /api/account/end-other-sessions", endOtherSessions, { user });

describe("where a second factor is required, staff without one", () => {
  test("can use no operation and no route of the portal", async () => {
    const user = await world.staff();
    const portal = await world.portal(await startFakeService("ten only"), user);
    const refused = await catchError<PortalError>(portal.call("listControls", { query: {} }));
    expect(refused.problem).toMatchObject(REQUIRED);
    expect(await (await others(user)).json()).toMatchObject(REQUIRED);
  });

  test("can set it up, and choose their language", async () => {
    const user = await world.staff();
    const call = (route: Parameters<typeof callPortalRoute>[1], action: object, body?: object) =>
      callPortalRoute(deps(), route, action, { user, body });
    expect((await call("POST /api/account/second-factor", setUpSecondFactor)).status).toBe(200);
    const confirm = "POST /api/account/second-factor/confirm";
    expect((await call(confirm, confirmSecondFactorSetup, { code: "000000" })).status).toBe(422);
    const language = { language: "nl" };
    expect((await call("POST /api/account/language", chooseLanguage, language)).status).toBe(200);
  });
});

test("are unrestricted after setting it up, and cannot turn it off", async () => {
  const user = { ...(await world.staff()), secondFactor: true };
  expect((await others(user)).status).toBe(200);
  const route = "DELETE /api/account/second-factor";
  const kept = await callPortalRoute(deps(), route, removeSecondFactor, { user });
  expect(await kept.json()).toMatchObject({ status: 409, code: "second-factor-kept" });
});

test("customers and users of an identity provider need none", async () => {
  expect((await others(await world.anna())).status).toBe(200);
  expect((await others({ ...(await world.staff()), atProvider: true })).status).toBe(200);
});

test("an invalid setting stops the start with a message", () => {
  expect(() => parseEnv({ STAFF_SECOND_FACTOR: "yes" })).toThrow(
    "STAFF_SECOND_FACTOR must be optional or required.",
  );
});
