import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import {
  changeLevel,
  closeAccount,
  endSessions,
  openAccount,
} from "../../lib/portal/users/user-changes.ts";
import { readPortalAccess, readStaff } from "../../lib/portal/users/users.ts";
import type { PortalRoute } from "../../lib/portal/auth/portal-routes.ts";
import {
  createAccount,
  disableCustomerAccounts,
  findAccount,
} from "../../lib/portal/db/accounts.ts";
import { withAdminLock } from "../../lib/portal/db/users.ts";
import { accounts, audit, type Level } from "../../lib/portal/db/schema.ts";
import {
  openSession,
  readSession,
  revokeSession,
  type User,
} from "../../lib/portal/db/sessions.ts";
import { startFakeService } from "./fake-service.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { anna } from "./fixtures.ts";
import { catchError, NOW, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const deps = async () => world.deps(await startFakeService("with extensions"));

let number = 0;
async function someone(level: Level): Promise<User> {
  const email = `${level}${++number}@example.org`;
  const account = { email, name: email, role: "staff" as const, level, passwordHash: "" };
  await createAccount(world.db, account);
  return world.signIn(email);
}
const idOf = async (email: string) => (await findAccount(world.db, email))!.id;
const still = (user: User) => readSession(world.db, user.sessionId, NOW);

const actions = {
  level: changeLevel,
  close: closeAccount,
  open: openAccount,
  "end-sessions": endSessions,
};
async function order(user: User, verb: keyof typeof actions, account_id: string, body?: object) {
  const route = `POST /api/users/{account_id}/${verb}` as PortalRoute;
  return callPortalRoute(await deps(), route, actions[verb], {
    user,
    params: { account_id },
    body,
  });
}

let admin: User;
beforeEach(async () => {
  admin = await world.staff();
});

describe("staff accounts", () => {
  test("are listed for admins, with their activity and without their passwords", async () => {
    const operator = await someone("operator");
    const { users } = await readStaff(await deps(), admin);
    const line = users.find(({ id }) => id === operator.id);
    expect(line).toMatchObject({ level: "operator", sessions: 1, closed_at: null });
    expect(line!.last_seen_at).toBe(NOW.toISOString());
    expect(JSON.stringify(users)).not.toMatch(/argon2|password/i);
    expect(users.some(({ email }) => email === anna.email)).toBe(false);
    const refused = await catchError<PortalError>(readStaff(await deps(), operator));
    expect(refused.status).toBe(403);
  });

  test("have a new role from the next request", async () => {
    const viewer = await someone("viewer");
    expect((await order(admin, "level", viewer.id, { level: "operator" })).status).toBe(200);
    expect((await still(viewer))!.level).toBe("operator");
  });

  test("are closed at once, and reopened without their old sessions", async () => {
    const viewer = await someone("viewer");
    expect((await order(admin, "close", viewer.id)).status).toBe(200);
    expect(await still(viewer)).toBeNull();
    expect((await order(admin, "open", viewer.id)).status).toBe(200);
    expect(await still(viewer)).toBeNull();
    expect(await still(await world.signIn(viewer.email))).not.toBeNull();
  });

  test("are signed out at once while others of their calls are answered", async () => {
    const viewer = await someone("viewer");
    const before = Array.from({ length: 5 }, () => still(viewer));
    expect(await before[0]).not.toBeNull();
    const during = Array.from({ length: 5 }, () => still(viewer));
    await revokeSession(world.db, viewer.sessionId, NOW);
    expect(await Promise.all([still(viewer), still(viewer)])).toEqual([null, null]);
    await Promise.all([...before, ...during]);
    const open = await someone("viewer");
    const late = new Date(NOW.getTime() + 365 * 24 * 3_600_000);
    const [now, expired] = [still(open), readSession(world.db, open.sessionId, late)];
    expect([(await now)?.id, await expired]).toEqual([open.id, null]);
  });

  test("can be signed out everywhere", async () => {
    const viewer = await someone("viewer");
    const other = await openSession(world.db, viewer, NOW);
    expect((await order(admin, "end-sessions", viewer.id)).status).toBe(200);
    expect(await still(viewer)).toBeNull();
    expect(await readSession(world.db, other, NOW)).toBeNull();
  });

  test("cannot be changed by operators", async () => {
    const [operator, viewer] = [await someone("operator"), await someone("viewer")];
    for (const verb of ["close", "open", "end-sessions"] as const)
      expect((await order(operator, verb, viewer.id)).status).toBe(403);
    expect((await order(operator, "level", viewer.id, { level: "admin" })).status).toBe(403);
    expect((await order(operator, "level", operator.id, { level: "admin" })).status).toBe(403);
    expect(await still(viewer)).not.toBeNull();
  });

  test("cannot lower their own role or close themselves", async () => {
    for (const [verb, body] of [["level", { level: "viewer" }], ["close"]] as const) {
      const response = await order(admin, verb, admin.id, body);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ code: "own-account" });
    }
    expect((await still(admin))!.level).toBe("admin");
  });

  test("that do not exist are not found, and a customer account gets no role", async () => {
    const nobody = "00000000-0000-4000-8000-000000000000";
    expect((await order(admin, "close", nobody)).status).toBe(404);
    const customer = await idOf(anna.email);
    expect((await order(admin, "level", customer, { level: "admin" })).status).toBe(404);
  });
});

describe("the last active admin", () => {
  const openAdmins = async () =>
    (await world.db.select().from(accounts)).filter(
      ({ level, disabledAt }) => level === "admin" && !disabledAt,
    );

  test("remains if admins demote each other at the same moment", async () => {
    const crowd = [admin, await someone("admin"), await someone("admin"), await someone("admin")];
    const orders = crowd.flatMap((one) =>
      crowd
        .filter((other) => other !== one)
        .map((other) => order(one, "level", other.id, { level: "viewer" })),
    );
    const statuses = (await Promise.all(orders)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 403]));
    expect(await openAdmins()).toHaveLength(1);
  });

  test("is never an account that was just closed, even with an open session", async () => {
    const [only] = await openAdmins();
    const boss = await world.signIn(only!.email);
    const second = await someone("admin");
    expect((await order(boss, "close", second.id)).status).toBe(200);
    expect((await order(second, "close", boss.id)).status).toBe(403);
    expect(await withAdminLock(world.db, second.id, async () => "done")).toBe("not-admin");
  });
});

describe("a customer's account", () => {
  test("can be listed, closed and opened by operators, not by viewers", async () => {
    const [operator, viewer] = [await someone("operator"), await someone("viewer")];
    const known = await deps();
    const { users } = await readPortalAccess(known, operator, anna.id);
    expect(users.map(({ email }) => email)).toEqual([anna.email]);
    const refused = await catchError<PortalError>(readPortalAccess(known, viewer, anna.id));
    expect(refused.status).toBe(403);
    const user = await world.anna();
    expect((await order(operator, "close", user.id)).status).toBe(200);
    expect(await still(user)).toBeNull();
    expect((await order(viewer, "open", user.id)).status).toBe(403);
    expect((await order(operator, "open", user.id)).status).toBe(200);
  });

  test("is closed for good with the customer, even if the account is reopened", async () => {
    const user = await world.anna();
    await disableCustomerAccounts(world.db, anna.id, NOW);
    expect((await order(await someone("operator"), "open", user.id)).status).toBe(200);
    expect(await still(user)).toBeNull();
  });
});

test("changes and refused changes of an account are recorded", async () => {
  const boss = await world.signIn((await someone("admin")).email);
  const viewer = await someone("viewer");
  await order(boss, "level", viewer.id, { level: "operator" });
  const rows = await world.db
    .select()
    .from(audit)
    .where(eq(audit.who, boss.email))
    .orderBy(audit.id);
  const common = { who: boss.email, operation: "changeLevel" };
  expect(rows).toMatchObject([
    { ...common, target: `${viewer.email} level=operator`, kind: "intent" },
    { ...common, kind: "outcome", status: 200 },
  ]);
});
