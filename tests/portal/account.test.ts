import { describe, expect, test } from "vitest";
import { syncLanguage } from "../../lib/portal/auth/customer-language.ts";
import {
  changePassword,
  chooseLanguage,
  endOtherSessions,
  endSession,
} from "../../lib/portal/users/account.ts";
import { signInWithPassword } from "../../lib/portal/auth/sign-in.ts";
import { paces } from "../../lib/portal/auth/throttle.ts";
import { createAccount, setLanguage } from "../../lib/portal/db/accounts.ts";
import { hashPassword } from "../../lib/portal/auth/password.ts";
import { listSessions, readSession, type User } from "../../lib/portal/db/sessions.ts";
import { startFakeService, startService } from "./fake-service.ts";
import { callPortalRoute, type PortalRouteCall } from "./portal-route-client.ts";
import { anna } from "./fixtures.ts";
import { createTestClient, NOW, PASSWORD, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const NEW = "a brand new password";

/** A staff user per test, so that no test changes another's. */
async function someone(name: string): Promise<User> {
  const email = `${name}@example.org`;
  const passwordHash = await hashPassword(PASSWORD);
  await createAccount(world.db, { email, name, role: "staff", level: "viewer", passwordHash });
  return world.signIn(email);
}

const deps = () => ({
  db: world.db,
  client: createTestClient({ baseUrl: "http://127.0.0.1:9", seen: [], controls: [] }),
  now: () => NOW,
});
const change = (call: PortalRouteCall) =>
  callPortalRoute(deps(), "POST /api/account/password", changePassword, call);
const signIn = async (email: string, password: string) =>
  (await signInWithPassword(world.db, { email, password }, { address: "192.0.2.9" }, NOW)).outcome;
const stands = async ({ sessionId }: User) =>
  (await readSession(world.db, sessionId, NOW)) !== null;

describe("a new password", () => {
  test("requires the current password, and ends the other sessions", async () => {
    const user = await someone("carol");
    const elsewhere = await world.signIn(user.email);
    const body = { current: PASSWORD, password: NEW };
    expect((await change({ user, body })).status).toBe(200);
    expect([await stands(user), await stands(elsewhere)]).toEqual([true, false]);
    expect(await signIn(user.email, PASSWORD)).toBe("refused");
    expect(await signIn(user.email, NEW)).toBe("success");
  });

  test("is refused with a wrong current password, and changes nothing", async () => {
    const user = await someone("dirk");
    const answer = await change({ user, body: { current: "wrong", password: NEW } });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      errors: [{ pointer: "#/current", code: "wrong-password" }],
    });
    expect(await signIn(user.email, PASSWORD)).toBe("success");
  });

  test("has at least 12 characters", async () => {
    const user = await someone("els");
    const answer = await change({ user, body: { current: PASSWORD, password: "elf tekens." } });
    expect(answer.status).toBe(422);
    expect(await signIn(user.email, PASSWORD)).toBe("success");
  });

  test("is not a common password", async () => {
    const user = await someone("emma.visser");
    for (const [password, code] of [
      ["Password123456", "password-common"],
      ["Emma.Visser2026", "password-own-name"],
    ]) {
      const answer = await change({ user, body: { current: PASSWORD, password } });
      expect(answer.status).toBe(422);
      const errors = [{ pointer: "#/password", code }];
      expect(await answer.json()).toMatchObject({ errors });
    }
    expect(await signIn(user.email, PASSWORD)).toBe("success");
  });

  test("is throttled like a sign-in, also with the correct current password", async () => {
    const user = await someone("fay");
    for (let tried = 0; tried < paces.pair.freeAttempts; tried++) {
      await change({ user, body: { current: "guess", password: NEW } });
    }
    const answer = await change({ user, body: { current: PASSWORD, password: NEW } });
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("900");
  });

  test("is refused from another site's page and without a session", async () => {
    const user = await someone("gijs");
    const body = { current: PASSWORD, password: NEW };
    const foreign = await change({ user, body, headers: { "sec-fetch-site": "cross-site" } });
    expect(foreign.status).toBe(403);
    expect((await change({ user: null, body })).status).toBe(401);
  });
});

describe("a user's sessions", () => {
  test("are listed, and can be ended one by one or all except this one", async () => {
    const user = await someone("hans");
    const [second, third] = [await world.signIn(user.email), await world.signIn(user.email)];
    expect(await listSessions(world.db, user.id, NOW)).toHaveLength(3);
    const one = await callPortalRoute(
      deps(),
      "DELETE /api/account/sessions/{session_id}",
      endSession,
      {
        user,
        params: { session_id: second.sessionId },
      },
    );
    expect(one.status).toBe(200);
    expect([await stands(second), await stands(third)]).toEqual([false, true]);
    await callPortalRoute(deps(), "POST /api/account/end-other-sessions", endOtherSessions, {
      user,
    });
    expect([await stands(user), await stands(third)]).toEqual([true, false]);
  });

  test("are named by browser and system, and nothing else is stored of the user agent", async () => {
    const user = await someone("lies");
    const given = { email: user.email, password: PASSWORD };
    const firefox = "Mozilla/5.0 (Android 16; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0";
    await signInWithPassword(world.db, given, { address: "192.0.2.9", userAgent: firefox }, NOW);
    await signInWithPassword(
      world.db,
      given,
      { address: "192.0.2.9", userAgent: "curl/8.5.0" },
      NOW,
    );
    const names = (await listSessions(world.db, user.id, NOW)).map(
      ({ browser, system }) => `${browser} ${system}`,
    );
    expect(names.sort()).toEqual(["Firefox Android", "null null", "null null"]);
  });

  test("are not visible to other users", async () => {
    const user = await someone("ilse");
    const other = await someone("jan");
    const answer = await callPortalRoute(
      deps(),
      "DELETE /api/account/sessions/{session_id}",
      endSession,
      {
        user,
        params: { session_id: other.sessionId },
      },
    );
    expect(answer.status).toBe(404);
    expect(await stands(other)).toBe(true);
  });
});

describe("the language of an account", () => {
  const languageOf = async ({ sessionId }: User) =>
    (await readSession(world.db, sessionId, NOW))?.language;

  test("of staff is chosen by the user, or follows the browser", async () => {
    const user = await someone("kim");
    const choose = (language: string | null) =>
      callPortalRoute(deps(), "POST /api/account/language", chooseLanguage, {
        user,
        body: { language },
      });
    await choose("nl");
    expect(await languageOf(user)).toBe("nl");
    await choose(null);
    expect(await languageOf(user)).toBeNull();
    expect((await choose("fr")).status).toBe(422);
  });

  test("of customers is stored at the service only", async () => {
    const answer = await callPortalRoute(deps(), "POST /api/account/language", chooseLanguage, {
      user: await world.anna(),
      body: { language: "en" },
    });
    expect(answer.status).toBe(403);
  });

  test("of a customer follows every change made through this portal", async () => {
    const service = await startFakeService("with extensions");
    const customer = await world.anna();
    for (const [by, language, shown] of [
      [customer, "en-US", "en"],
      [await world.staff(), "nl-NL", "nl"],
    ] as const) {
      const portal = await world.portal(service, by);
      const input = { params: { customer_id: anna.id }, body: { name: anna.name, language } };
      await portal.call("updateCustomer", input);
      expect(await languageOf(customer)).toBe(shown);
    }
  });

  test("of a customer is read from the service at sign-in", async () => {
    const customer = await world.anna();
    await setLanguage(world.db, customer.id, "en");
    const client = createTestClient(await startFakeService("with extensions"));
    await syncLanguage({ db: world.db, client }, customer);
    expect(await languageOf(customer)).toBe("nl");
  });

  test("is unchanged if the service is unavailable or omits it at sign-in", async () => {
    const customer = await world.anna();
    await setLanguage(world.db, customer.id, "en");
    const broken = await startService(() => new Response("?", { status: 500 }));
    for (const service of [broken, await startFakeService("ten only")]) {
      await syncLanguage({ db: world.db, client: createTestClient(service) }, customer);
      expect(await languageOf(customer)).toBe("en");
    }
  });
});
