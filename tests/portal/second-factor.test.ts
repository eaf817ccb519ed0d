import { Secret, TOTP } from "otpauth";
import { describe, expect, test, vi } from "vitest";
import { reauthenticate } from "../../lib/portal/users/reauthenticate.ts";
import { hashPassword } from "../../lib/portal/auth/password.ts";
import { resetSecondFactor } from "../../lib/portal/users/user-changes.ts";
import {
  confirmSecondFactorSetup,
  removeSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  type SecondFactorSetup,
  type RecoveryCodes,
} from "../../lib/portal/users/second-factor-changes.ts";
import { signInWithPassword } from "../../lib/portal/auth/sign-in.ts";
import { createAccount } from "../../lib/portal/db/accounts.ts";
import { recoveryCodes, secondFactors } from "../../lib/portal/db/schema.ts";
import { readSession, type User } from "../../lib/portal/db/sessions.ts";
import { paces } from "../../lib/portal/auth/throttle.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { createTestClient, NOW, PASSWORD, portalWorld } from "./portal-world.ts";

// The configuration is read once, when the first module needs it.
vi.hoisted(() => {
  process.env.NEXTAUTH_SECRET = "only for tests, and at least 32 characters";
});

const world = portalWorld();
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const deps = (now = NOW) => ({
  db: world.db,
  client: createTestClient({ baseUrl: "http://127.0.0.1:9", seen: [], controls: [] }),
  now: () => now,
});

let named = 0;
async function someone(level: "viewer" | "admin" = "viewer"): Promise<User> {
  const email = `factor.${++named}@example.org`;
  const passwordHash = await hashPassword(PASSWORD);
  await createAccount(world.db, { email, name: email, role: "staff", level, passwordHash });
  return world.signIn(email);
}
const again = async ({ sessionId }: User, now = NOW) =>
  (await readSession(world.db, sessionId, now))!;

const codeOf = (secret: string, now = NOW) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });

const begin = (user: User, now = NOW) =>
  callPortalRoute(deps(now), "POST /api/account/second-factor", setUpSecondFactor, { user });
const confirm = (user: User, code: string, now = NOW) =>
  callPortalRoute(deps(now), "POST /api/account/second-factor/confirm", confirmSecondFactorSetup, {
    user,
    body: { code },
  });

/** Somebody with a second factor: their secret, and their recovery codes. */
async function withFactor() {
  const user = await someone();
  const begun = (await (await begin(user)).json()) as SecondFactorSetup;
  const secret = begun.secret.replaceAll(" ", "");
  const answer = await confirm(user, codeOf(secret));
  expect(answer.status).toBe(200);
  const { recovery_codes } = (await answer.json()) as RecoveryCodes;
  return { user: await again(user), secret, codes: recovery_codes, picture: begun.picture };
}

const signIn = async (email: string, code?: string, now = later(60), password = PASSWORD) => {
  const given = { email, password, ...(code !== undefined && { code }) };
  return (await signInWithPassword(world.db, given, { address: "192.0.2.8" }, now)).outcome;
};

describe("setting up a second factor", () => {
  test("returns a secret and its QR code, which have no effect until a code confirms them", async () => {
    const user = await someone();
    const begun = (await (await begin(user)).json()) as SecondFactorSetup;
    expect(begun.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(begun.picture).toMatch(/^<svg /);
    expect(await signIn(user.email)).toBe("success");
    expect((await confirm(user, "000000")).status).toBe(422);
    expect(await signIn(user.email)).toBe("success");
  });

  test("stores neither the secret nor a recovery code in clear text", async () => {
    const { secret, codes } = await withFactor();
    const kept = JSON.stringify([
      await world.db.select().from(secondFactors),
      await world.db.select().from(recoveryCodes),
    ]);
    expect(kept).not.toContain(secret);
    for (const code of codes) expect(kept).not.toContain(code);
    expect(new Set(codes).size).toBe(10);
  });

  test("ends other sessions, but not the current one", async () => {
    const user = await someone();
    const elsewhere = await world.signIn(user.email);
    const { secret } = (await (await begin(user)).json()) as SecondFactorSetup;
    await confirm(user, codeOf(secret.replaceAll(" ", "")));
    expect(await readSession(world.db, elsewhere.sessionId, NOW)).toBeNull();
    expect((await again(user)).secondFactor).toBe(true);
  });

  test("requires recent authentication, and is refused if one exists", async () => {
    const { user } = await withFactor();
    expect((await begin(user)).status).toBe(409);
    const stale = await (await begin(user, later(15 * 60))).json();
    expect(stale).toMatchObject({ status: 403, code: "prove-yourself" });
  });
});

describe("signing in with a second factor", () => {
  test("asks for the code after the correct password, and not before", async () => {
    const { user, secret } = await withFactor();
    expect(await signIn(user.email)).toBe("code-required");
    expect(await signIn(user.email, codeOf(secret, later(60)), later(60), "guess")).toBe("refused");
    expect(await signIn(user.email, "000000")).toBe("wrong-code");
    expect(await signIn(user.email, codeOf(secret, later(60)))).toBe("success");
  });

  test("accepts a code once: the same or an earlier code is refused", async () => {
    const { user, secret } = await withFactor();
    const code = codeOf(secret, later(120));
    expect(await signIn(user.email, code, later(120))).toBe("success");
    expect(await signIn(user.email, code, later(121))).toBe("wrong-code");
    expect(await signIn(user.email, codeOf(secret, later(90)), later(121))).toBe("wrong-code");
    const both = codeOf(secret, later(150));
    const at = later(150);
    const outcomes = await Promise.all([1, 2].map(() => signIn(user.email, both, at)));
    expect(outcomes.sort()).toEqual(["success", "wrong-code"]);
  });

  test.each([
    [-30, "success"],
    [30, "success"],
    [-60, "wrong-code"],
    [60, "wrong-code"],
  ])("handles the code of a clock %i s off: %s", async (off, expected) => {
    const { user, secret } = await withFactor();
    const now = later(600);
    expect(await signIn(user.email, codeOf(secret, later(600 + off)), now)).toBe(expected);
  });

  test("accepts each recovery code once, however it is typed", async () => {
    const { user, codes } = await withFactor();
    expect(await signIn(user.email, codes[0]!.toUpperCase().replaceAll("-", " "))).toBe("success");
    expect(await signIn(user.email, codes[0])).toBe("wrong-code");
    expect(await signIn(user.email, codes[1])).toBe("success");
    const { codes: others } = await withFactor();
    expect(await signIn(user.email, others[2])).toBe("wrong-code");
  });

  test("is throttled after a few wrong codes, also with the correct one", async () => {
    const { user, secret } = await withFactor();
    const now = later(60);
    for (let tried = 0; tried < paces.code.freeAttempts; tried++) {
      expect(await signIn(user.email, "000000", now)).toBe("wrong-code");
    }
    expect(await signIn(user.email, codeOf(secret, now), now)).toBe("throttled");
    const after = later(90);
    expect(await signIn(user.email, codeOf(secret, after), after)).toBe("success");
  });
});

describe("authenticating again with a second factor", () => {
  const prove = (user: User, body: object, now: Date) =>
    callPortalRoute(deps(now), "POST /api/account/prove", reauthenticate, { user, body });

  test("requires the password and a code", async () => {
    const { user, secret } = await withFactor();
    const now = later(16 * 60);
    const asked = await (await prove(user, { password: PASSWORD }, now)).json();
    expect(asked).toMatchObject({
      status: 422,
      errors: [{ pointer: "#/code", code: "code-required" }],
    });
    const wrong = await prove(user, { password: PASSWORD, code: "000000" }, now);
    expect(await wrong.json()).toMatchObject({ errors: [{ code: "wrong-code" }] });
    expect((await again(user, now)).provedAt).toEqual(NOW);
    const right = await prove(user, { password: PASSWORD, code: codeOf(secret, now) }, now);
    expect(right.status).toBe(200);
    expect((await again(user, now)).provedAt).toEqual(now);
  });
});

describe("an existing second factor", () => {
  test("gets new recovery codes that replace the old ones", async () => {
    const { user, codes } = await withFactor();
    const answer = await callPortalRoute(
      deps(),
      "POST /api/account/second-factor/recovery-codes",
      renewRecoveryCodes,
      { user },
    );
    const renewed = ((await answer.json()) as RecoveryCodes).recovery_codes;
    expect(await signIn(user.email, codes[0])).toBe("wrong-code");
    expect(await signIn(user.email, renewed[0])).toBe("success");
  });

  test("is turned off by its user, with recent authentication", async () => {
    const { user } = await withFactor();
    const turnOff = (now: Date) =>
      callPortalRoute(deps(now), "DELETE /api/account/second-factor", removeSecondFactor, { user });
    expect((await turnOff(later(15 * 60))).status).toBe(403);
    expect(await signIn(user.email)).toBe("code-required");
    expect((await turnOff(NOW)).status).toBe(200);
    expect(await signIn(user.email)).toBe("success");
  });

  test("is reset by an admin, which signs its user out, and by nobody else", async () => {
    const { user } = await withFactor();
    const reset = (by: User) =>
      callPortalRoute(
        deps(),
        "POST /api/users/{account_id}/reset-second-factor",
        resetSecondFactor,
        {
          user: by,
          params: { account_id: user.id },
        },
      );
    expect((await reset(await someone("viewer"))).status).toBe(403);
    expect(await signIn(user.email)).toBe("code-required");
    expect((await reset(await someone("admin"))).status).toBe(200);
    expect(await readSession(world.db, user.sessionId, NOW)).toBeNull();
    expect(await signIn(user.email)).toBe("success");
  });
});
