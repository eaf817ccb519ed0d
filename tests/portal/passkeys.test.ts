import { desc, eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { hashPassword } from "../../lib/portal/auth/password.ts";
import { signInWithPasskey } from "../../lib/portal/auth/sign-in.ts";
import { createAccount } from "../../lib/portal/db/accounts.ts";
import { accounts, audit, passkeys } from "../../lib/portal/db/schema.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import {
  addPasskey,
  removePasskey,
  startPasskey,
  startPasskeySignIn,
} from "../../lib/portal/users/passkey-changes.ts";
import { resetSecondFactor } from "../../lib/portal/users/user-changes.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { createTestClient, NOW, PASSWORD, portalWorld } from "./portal-world.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

// The configuration is read once, when the first module needs it.
const ORIGIN = vi.hoisted(() => {
  process.env.NEXTAUTH_SECRET = "only for tests, and at least 32 characters";
  process.env.TRUSTED_PROXIES = "127.0.0.1";
  return (process.env.PUBLIC_URL = "https://portal.example");
});
const SITE = { id: "portal.example", origin: ORIGIN };

const world = portalWorld();
const later = (ms: number) => new Date(NOW.getTime() + ms);
const deps = (now = NOW) => ({
  db: world.db,
  client: createTestClient({ baseUrl: "http://127.0.0.1:9", seen: [], controls: [] }),
  now: () => now,
});

let named = 0;
async function someone(level: "viewer" | "admin" = "viewer"): Promise<User> {
  const email = `passkey.${++named}@example.org`;
  const passwordHash = await hashPassword(PASSWORD);
  await createAccount(world.db, { email, name: email, role: "staff", level, passwordHash });
  return world.signIn(email);
}

const start = (user: User, now = NOW) =>
  callPortalRoute(deps(now), "POST /api/account/passkeys/start", startPasskey, { user });
const add = (user: User, credential: unknown, now = NOW) =>
  callPortalRoute(deps(now), "POST /api/account/passkeys", addPasskey, {
    user,
    body: { name: "Laptop", credential },
  });
const challengeOf = async (answer: Response) =>
  ((await answer.json()) as { challenge: string }).challenge;

/** Somebody with a passkey. */
async function withPasskey() {
  const user = await someone();
  const device = new SoftwareAuthenticator(ORIGIN, SITE.id);
  const created = device.create(await challengeOf(await start(user)));
  expect((await add(user, created)).status).toBe(200);
  return { user, device };
}

const challenge = async (now = NOW) =>
  challengeOf(
    await callPortalRoute(deps(now), "POST /api/passkey-sign-in", startPasskeySignIn, {
      user: null,
    }),
  );
const signIn = (credential: unknown, now = NOW, site: typeof SITE | null = SITE) =>
  signInWithPasskey(world.db, { site, credential }, { address: "192.0.2.9" }, now);
const outcome = async (...given: Parameters<typeof signIn>) => (await signIn(...given)).outcome;

const lastAudit = async () =>
  (await world.db.select().from(audit).orderBy(desc(audit.id)).limit(1))[0]!;

describe("adding a passkey", () => {
  test("stores its public key, and is in the audit trail", async () => {
    const { user, device } = await withPasskey();
    const [stored] = await world.db.select().from(passkeys).where(eq(passkeys.id, device.id));
    expect(stored).toMatchObject({ accountId: user.id, name: "Laptop", lastUsedAt: null });
    expect(await lastAudit()).toMatchObject({
      operation: "addPasskey",
      who: user.email,
      target: `${user.email} name=Laptop`,
      status: 200,
    });
  });

  test("needs a recent sign-in, at its start and at its end", async () => {
    const user = await someone();
    const device = new SoftwareAuthenticator(ORIGIN, SITE.id);
    const created = device.create(await challengeOf(await start(user)));
    const old = later(16 * 60_000);
    expect((await start(user, old)).status).toBe(403);
    expect(await (await add(user, created, old)).json()).toMatchObject({ code: "prove-yourself" });
    expect(await world.db.select().from(passkeys).where(eq(passkeys.id, device.id))).toEqual([]);
  });

  test.each([
    ["another site's page", { origin: "https://portal.example.evil" }],
    ["another site's authenticator data", { rpId: "other.example" }],
    ["no fingerprint or PIN", { verified: false }],
  ])("refuses %s", async (_, behaviour) => {
    const user = await someone();
    const device = new SoftwareAuthenticator(ORIGIN, SITE.id);
    const created = device.create(await challengeOf(await start(user)), behaviour);
    expect((await add(user, created)).status).toBe(409);
  });

  test("refuses a challenge that was used, is old, or is another account's", async () => {
    const { user } = await withPasskey();
    const device = new SoftwareAuthenticator(ORIGIN, SITE.id);
    const given = await challengeOf(await start(user));
    expect((await add(await someone(), device.create(given))).status).toBe(409);
    expect((await add(user, device.create(given), later(6 * 60_000))).status).toBe(409);
    expect((await add(user, device.create(given))).status).toBe(200);
    const other = new SoftwareAuthenticator(ORIGIN, SITE.id);
    expect((await add(user, other.create(given))).status).toBe(409);
    expect((await add(user, other.create(await challenge()))).status).toBe(409);
  });

  test("is left to the provider of users of one", async () => {
    const user = { ...(await someone()), atProvider: true };
    expect((await start(user)).status).toBe(409);
  });
});

describe("signing in with a passkey", () => {
  test("opens a session, records the use and is in the audit trail", async () => {
    const { user, device } = await withPasskey();
    const signedIn = await signIn(device.use(await challenge()), later(1_000));
    expect(signedIn).toMatchObject({ outcome: "success", account: { id: user.id } });
    expect(await lastAudit()).toMatchObject({ operation: "signIn", who: user.email, status: 200 });
    const [stored] = await world.db.select().from(passkeys).where(eq(passkeys.id, device.id));
    expect(stored!.lastUsedAt).toEqual(later(1_000));
  });

  test("accepts an answer once, for five minutes", async () => {
    const { device } = await withPasskey();
    const used = device.use(await challenge());
    expect(await outcome(used)).toBe("success");
    expect(await outcome(used)).toBe("refused");
    expect(await outcome(device.use(await challenge()), later(6 * 60_000))).toBe("refused");
    expect(await lastAudit()).toMatchObject({ operation: "signIn", status: 401 });
  });

  test.each([
    ["another site's page", { origin: "https://portal.example.evil" }],
    ["another site's authenticator data", { rpId: "other.example" }],
    ["no fingerprint or PIN", { verified: false }],
  ])("refuses %s", async (_, behaviour) => {
    const { device } = await withPasskey();
    expect(await outcome(device.use(await challenge(), behaviour))).toBe("refused");
  });

  test("refuses another key under a known id, an unknown id, and what is no answer", async () => {
    const { device } = await withPasskey();
    const forged = new SoftwareAuthenticator(ORIGIN, SITE.id);
    const unknown = forged.use(await challenge());
    expect(await outcome(unknown)).toBe("refused");
    const renamed = JSON.parse(forged.use(await challenge())) as object;
    const stolen = JSON.stringify({ ...renamed, id: device.id, rawId: device.id });
    expect(await outcome(stolen)).toBe("refused");
    for (const given of [undefined, "", "{}", "not JSON", "null"])
      expect(await outcome(given)).toBe("refused");
    expect(await outcome(device.use(await challenge()), NOW, null)).toBe("refused");
  });

  test("refuses a copy whose signature counter fell behind", async () => {
    const { device } = await withPasskey();
    device.counter = 5;
    expect(await outcome(device.use(await challenge()))).toBe("success");
    device.counter = 4;
    expect(await outcome(device.use(await challenge()))).toBe("refused");
  });

  test("is refused for a closed account, and after an admin reset its factors", async () => {
    const { user, device } = await withPasskey();
    await world.db.update(accounts).set({ disabledAt: NOW }).where(eq(accounts.id, user.id));
    expect(await outcome(device.use(await challenge()))).toBe("refused");
    await world.db.update(accounts).set({ disabledAt: null }).where(eq(accounts.id, user.id));
    const reset = await callPortalRoute(
      deps(),
      "POST /api/users/{account_id}/reset-second-factor",
      resetSecondFactor,
      { user: await someone("admin"), params: { account_id: user.id } },
    );
    expect(reset.status).toBe(200);
    expect(await outcome(device.use(await challenge()))).toBe("refused");
  });
});

describe("removing a passkey", () => {
  const remove = (user: User, id: string, now = NOW) =>
    callPortalRoute(deps(now), "DELETE /api/account/passkeys/{passkey_id}", removePasskey, {
      user,
      params: { passkey_id: id },
    });

  test("ends it, needs a recent sign-in, and is for its own account only", async () => {
    const { user, device } = await withPasskey();
    expect((await remove(await someone(), device.id)).status).toBe(404);
    expect((await remove(user, device.id, later(16 * 60_000))).status).toBe(403);
    expect((await remove(user, device.id)).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ operation: "removePasskey", who: user.email });
    expect(await outcome(device.use(await challenge()))).toBe("refused");
  });
});
