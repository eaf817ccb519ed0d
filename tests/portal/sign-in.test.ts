import { describe, expect, test } from "vitest";
import { parseClientAddress } from "../../lib/portal/context/client-address.ts";
import { hashPassword, verifyPassword } from "../../lib/portal/auth/password.ts";
import { signInWithPassword } from "../../lib/portal/auth/sign-in.ts";
import { createAccount, disableCustomerAccounts } from "../../lib/portal/db/accounts.ts";
import {
  openSession,
  readSession,
  revokeSession,
  sessionLifetime,
} from "../../lib/portal/db/sessions.ts";
import { anna } from "./fixtures.ts";
import { NOW, PASSWORD, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const later = (ms: number) => new Date(NOW.getTime() + ms);
const signIn = (email: string, password: string, address = "192.0.2.1", now = NOW) =>
  signInWithPassword(world.db, { email, password }, { address }, now);

describe("signing in", () => {
  test("with the correct password opens a session, whatever the case of the address", async () => {
    const result = await signIn(" STAFF@example.ORG ", PASSWORD);
    expect(result.outcome).toBe("success");
    const sessionId = result.outcome === "success" ? result.sessionId : "";
    const user = await readSession(world.db, sessionId, NOW);
    expect(user).toMatchObject({ email: "Staff@example.org", role: "staff", customerId: null });
  });

  test("with a wrong password and with an unknown account gets the same answer", async () => {
    const wrong = await signIn(anna.email, "wrong password", "192.0.2.2");
    const unknown = await signIn("nobody@example.org", "wrong password", "192.0.2.2");
    expect(wrong).toEqual({ outcome: "refused" });
    expect(unknown).toEqual(wrong);
  });

  test.each([
    [undefined],
    [{}],
    [{ email: "a@example.org" }],
    [{ email: ["a"], password: { length: 3 } }],
    [{ email: "a\0@example.org", password: "x" }],
    [{ email: "a@example.org", password: "x".repeat(1025) }],
  ])("with %j is refused without an error", async (given) => {
    const result = await signInWithPassword(world.db, given, { address: "192.0.2.3" }, NOW);
    expect(result).toEqual({ outcome: "refused" });
  });
});

describe("a session", () => {
  const opened = (now = NOW, role: "staff" | "customer" = "staff") =>
    world.signIn(role === "staff" ? "staff@example.org" : anna.email, now);

  test("that was revoked is refused on the next request", async () => {
    const { sessionId } = await opened();
    expect(await readSession(world.db, sessionId, NOW)).not.toBeNull();
    await revokeSession(world.db, sessionId, NOW);
    expect(await readSession(world.db, sessionId, NOW)).toBeNull();
  });

  test.each(["staff", "customer"] as const)("of %s ends after its lifetime", async (role) => {
    const { sessionId } = await opened(NOW, role);
    const end = sessionLifetime[role];
    const step = role === "staff" ? 20 * 60_000 : 24 * 3_600_000;
    for (let ms = step; ms < end; ms += step) {
      expect(await readSession(world.db, sessionId, later(ms), true)).not.toBeNull();
    }
    expect(await readSession(world.db, sessionId, later(end - 1), true)).not.toBeNull();
    expect(await readSession(world.db, sessionId, later(end), true)).toBeNull();
  });

  test("ends when its account is closed", async () => {
    const passwordHash = await hashPassword(PASSWORD);
    const email = "carla@example.org";
    const role = "customer" as const;
    await createAccount(world.db, { email, name: "C", role, customerId: "cus_c", passwordHash });
    const { sessionId } = await world.signIn(email);
    await disableCustomerAccounts(world.db, "cus_c", NOW);
    expect(await readSession(world.db, sessionId, NOW)).toBeNull();
    expect((await signIn(email, PASSWORD)).outcome).toBe("refused");
  });

  test.each([undefined, null, 7, "", "x' or true", "00000000-0000-0000-0000-000000000000"])(
    "with the token %j does not exist",
    async (id) => {
      expect(await readSession(world.db, id, NOW)).toBeNull();
      await revokeSession(world.db, id, NOW);
    },
  );

  test("has a new token at every sign-in", async () => {
    const user = await opened();
    expect(await openSession(world.db, user, NOW)).not.toBe(user.sessionId);
  });
});

test("passwords are stored as argon2id with 19 MiB, two passes and one lane", async () => {
  const hash = await hashPassword(PASSWORD);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, PASSWORD)).toBe(true);
  expect(await verifyPassword(null, PASSWORD)).toBe(false);
});

test("an e-mail address belongs to one account, whatever its case", async () => {
  const passwordHash = "unused";
  const twin = { email: "STAFF@EXAMPLE.ORG", name: "Twin", role: "staff" as const, passwordHash };
  expect(await createAccount(world.db, twin)).toBe(false);
});

test("the nearest proxy determines the address of an attempt", () => {
  expect(parseClientAddress("198.51.100.9, 192.0.2.7")).toBe("192.0.2.7");
  expect(parseClientAddress(undefined)).toBe("unknown");
});
