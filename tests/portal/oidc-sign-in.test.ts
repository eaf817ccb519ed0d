import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { invite, sendPasswordLink } from "../../lib/portal/users/invitations.ts";
import {
  getLevel,
  signInWithClaims,
  type RoleMapping,
} from "../../lib/portal/auth/oidc-sign-in.ts";
import { verifyPassword } from "../../lib/portal/auth/password.ts";
import { isRecentlyAuthenticated } from "../../lib/portal/auth/recent-auth.ts";
import { findAccount, setDisabled, hasIdentity } from "../../lib/portal/db/accounts.ts";
import { identities, invitations } from "../../lib/portal/db/schema.ts";
import { readSession } from "../../lib/portal/db/sessions.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { anna } from "./fixtures.ts";
import { NOW, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const mapping: RoleMapping = {
  claim: "roles",
  values: { viewer: ["everyone"], operator: ["desk"], admin: ["boss"] },
};
const claims = (sub: string, more: object = {}) => ({
  iss: "https://id.example",
  sub,
  email: `${sub}@id.example`,
  email_verified: true,
  name: `Called ${sub}`,
  roles: ["everyone"],
  auth_time: NOW.getTime() / 1000 - 60,
  ...more,
});
const come = (sub: string, more: object = {}, now = NOW) =>
  signInWithClaims(world.db, claims(sub, more), mapping, now);

async function userOf(signedIn: Awaited<ReturnType<typeof come>>) {
  if (signedIn.outcome !== "success") throw new Error(signedIn.why);
  return readSession(world.db, signedIn.sessionId, NOW);
}

describe("a user of an identity provider", () => {
  test.each([
    [true, "success"],
    ["true", "success"],
    [false, "refused"],
    ["false", "refused"],
    ["True", "refused"],
    [1, "refused"],
    ["1", "refused"],
    ["yes", "refused"],
    ["", "refused"],
    [null, "refused"],
    [undefined, "success"],
    [["true"], "refused"],
    [{}, "refused"],
  ])("with the verified claim %j is %s", async (email_verified, outcome) => {
    const signedIn = await come(`verified-${JSON.stringify(email_verified)}`, {
      email: `v${Buffer.from(JSON.stringify(email_verified) ?? "none").toString("hex")}@id.example`,
      email_verified,
    });
    expect(signedIn).toMatchObject(
      outcome === "success" ? { outcome } : { outcome, why: "OidcUnverified" },
    );
  });

  test("ends their browser's previous session, and keeps it if they are refused", async () => {
    const first = await come("twice");
    const earlierSession = first.outcome === "success" ? first.sessionId : undefined;
    const again = (more: object) =>
      signInWithClaims(world.db, claims("twice", more), mapping, NOW, { earlierSession });
    expect(await again({ email_verified: false })).toMatchObject({ outcome: "refused" });
    expect(await userOf(first)).not.toBeNull();
    const second = await again({});
    expect(await userOf(first)).toBeNull();
    expect(await userOf(second)).not.toBeNull();
  });

  test("gets a staff account, identified by issuer and subject", async () => {
    const first = await userOf(await come("vera"));
    expect(first).toMatchObject({ email: "vera@id.example", role: "staff", level: "viewer" });
    const again = await userOf(await come("vera", { email: "married@id.example" }));
    expect(again!.id).toBe(first!.id);
    expect(await hasIdentity(world.db, first!.id)).toBe(true);
  });

  test("is a different user at another issuer, even with the same subject", async () => {
    const here = await userOf(await come("otto"));
    const there = await userOf(
      await come("otto", { iss: "https://other.example", email: "otto@other.example" }),
    );
    expect(there!.id).not.toBe(here!.id);
  });

  test("gets the highest mapped role of the claim at every sign-in", async () => {
    const levels = [];
    for (const roles of [["everyone"], ["boss", "everyone"], "desk"]) {
      levels.push((await userOf(await come("ludo", { roles })))!.level);
    }
    expect(levels).toEqual(["viewer", "admin", "operator"]);
  });

  test("has no password to guess", async () => {
    await come("pia");
    const account = (await findAccount(world.db, "pia@id.example"))!;
    expect(account.passwordHash).toMatch(/^\$argon2id\$/);
    expect(await verifyPassword(account.passwordHash, "")).toBe(false);
  });

  test("gets no password link", async () => {
    const user = (await userOf(await come("link")))!;
    const admin = await world.staff();
    const deps = { db: world.db, client: {} as never, now: () => NOW };
    const route = "POST /api/users/{account_id}/password-link";
    const given = { user: admin, params: { account_id: user.id } };
    const response = await callPortalRoute(deps, route, sendPasswordLink, given);
    expect([response.status, (await response.json()).code]).toEqual([409, "at-provider"]);
  });

  test("signing in twice at once gets one account", async () => {
    // With connections that are open already, both look before either is there.
    await Promise.all([1, 2, 3, 4].map(() => come("first")));
    const both = await Promise.all([come("twin"), come("twin")]);
    expect(both.map(({ outcome }) => outcome)).toEqual(["success", "success"]);
    const rows = await world.db.select().from(identities).where(eq(identities.subject, "twin"));
    expect(rows).toHaveLength(1);
  });
});

describe("the time of authentication", () => {
  const provedAt = async (sub: string, auth_time: number | undefined) =>
    (await userOf(await come(sub, { auth_time })))!.provedAt;
  const seconds = NOW.getTime() / 1000;

  test("is the provider's, and missing if the provider sends none", async () => {
    const hourAgo = await provedAt("paul", seconds - 3600);
    expect(hourAgo).toEqual(new Date(NOW.getTime() - 3_600_000));
    expect(isRecentlyAuthenticated({ provedAt: hourAgo }, NOW)).toBe(false);
    expect(isRecentlyAuthenticated({ provedAt: await provedAt("paul", seconds - 60) }, NOW)).toBe(
      true,
    );
  });

  test("is never later than now, and never set if the provider sends none", async () => {
    expect(await provedAt("petra", seconds + 3600)).toEqual(NOW);
    expect(await provedAt("petra", undefined)).toEqual(new Date(0));
  });
});

describe("sign-in is refused", () => {
  test.each([
    ["of another account", "mallory", { email: anna.email }, "OidcEmailTaken"],
    [
      "of another account in capitals",
      "mallet",
      { email: anna.email.toUpperCase() },
      "OidcEmailTaken",
    ],
    ["that is not verified", "u1", { email_verified: false }, "OidcUnverified"],
    [
      "in a domain that nobody verified",
      "u2",
      { email_verified: undefined, xms_edov: false },
      "OidcUnverified",
    ],
    ["verified in other words", "u3", { email_verified: "yes" }, "OidcUnverified"],
    ["that is none", "u4", { email: "nobody" }, "OidcIncomplete"],
    ["that is not told", "u5", { email: undefined }, "OidcIncomplete"],
  ])("with an e-mail address %s", async (_, sub, more, why) => {
    const before = await findAccount(world.db, anna.email);
    expect(await come(sub, { roles: ["boss"], ...more })).toEqual({ outcome: "refused", why });
    expect(await findAccount(world.db, anna.email)).toEqual(before);
    const rows = await world.db.select().from(identities).where(eq(identities.subject, sub));
    expect(rows).toEqual([]);
  });

  test.each([[undefined], [[]], ["visitor"], [{ boss: true }], [["Boss"]], [7]])(
    "with the roles %j",
    async (roles) => {
      const refused = { outcome: "refused", why: "OidcNoRole" };
      expect(await come("nora", { roles })).toEqual(refused);
      expect(await findAccount(world.db, "nora@id.example")).toBeNull();
    },
  );

  test("after the role was removed, which ends open sessions", async () => {
    const signedIn = await come("lara", { roles: ["boss"] });
    expect(await userOf(signedIn)).not.toBeNull();
    expect((await come("lara", { roles: [] })).outcome).toBe("refused");
    expect(await userOf(signedIn)).toBeNull();
  });

  test("by an invitation whose sender lost the role", async () => {
    const boss = (await userOf(await come("ivo", { roles: ["boss"] })))!;
    const open = async () => {
      const of = await world.db.select().from(invitations);
      return of.filter(({ invitedBy, revokedAt }) => invitedBy === boss.id && !revokedAt).length;
    };
    const body = { role: "staff", email: "friend@example.org", level: "admin", language: "en" };
    const deps = { db: world.db, client: {} as never, now: () => NOW };
    await callPortalRoute(deps, "POST /api/invitations", invite, { user: boss, body });
    await come("ivo", { roles: ["boss", "desk"] });
    expect(await open()).toBe(1);
    await come("ivo", { roles: ["desk"] });
    expect(await open()).toBe(0);
  });

  test("for an account closed here", async () => {
    const user = (await userOf(await come("carl")))!;
    await setDisabled(world.db, user.id, NOW);
    expect(await come("carl")).toEqual({ outcome: "refused", why: "OidcClosed" });
  });
});

test("a role claim may be nested, or have a name with dots", () => {
  const boss = (claim: string, said: object) => getLevel({ ...said }, { ...mapping, claim });
  expect(boss("realm_access.roles", { realm_access: { roles: ["boss"] } })).toBe("admin");
  expect(boss("https://curtail.example/roles", { "https://curtail.example/roles": "desk" })).toBe(
    "operator",
  );
  expect(boss("constructor.name", {})).toBeNull();
});
