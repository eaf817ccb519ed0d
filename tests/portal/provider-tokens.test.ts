import { describe, expect, test } from "vitest";
import { signInWithClaims, type RoleMapping } from "../../lib/portal/auth/oidc-sign-in.ts";
import { findAccount } from "../../lib/portal/db/accounts.ts";
import { readSession } from "../../lib/portal/db/sessions.ts";
import { anna } from "./fixtures.ts";
import { NOW, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const times = { auth_time: NOW.getTime() / 1000 - 60, iat: NOW.getTime() / 1000 };

async function signIn(claims: object, claim: string, admin: string) {
  const mapping: RoleMapping = { claim, values: { viewer: [], operator: [], admin: [admin] } };
  return signInWithClaims(world.db, { ...times, ...claims }, mapping, NOW);
}

async function userOf(claims: object, claim: string, admin: string) {
  const signedIn = await signIn(claims, claim, admin);
  if (signedIn.outcome !== "success") throw new Error(signedIn.why);
  return (await readSession(world.db, signedIn.sessionId, NOW))!;
}

const TENANT = "4fd2b2f4-27a1-4b6e-9c5e-1f0a2d3c4b5a";
const GROUP = "0b1c2d3e-4f50-4162-9384-a5b6c7d8e9f0";
/** A work account, as version 2.0 of Microsoft Entra ID describes it without optional claims. */
const entra = (sub: string, more: object = {}) => ({
  aud: "6731de76-14a6-49ae-97bc-6eba6914391e",
  iss: `https://login.microsoftonline.com/${TENANT}/v2.0`,
  name: "Vera de Vries",
  oid: "690222be-ff1a-4d56-abd1-7e4f7d38e474",
  preferred_username: `${sub}@energy.example`,
  sub,
  tid: TENANT,
  uti: "u1",
  ver: "2.0",
  ...more,
});

describe("a work account of Microsoft Entra ID, which never has email_verified", () => {
  test("signs in by app roles, with its user name as the address", async () => {
    const user = await userOf(
      entra("vera", { roles: ["Curtail.Admin"] }),
      "roles",
      "Curtail.Admin",
    );
    expect(user).toMatchObject({
      email: "vera@energy.example",
      name: "Vera de Vries",
      level: "admin",
    });
  });

  test("signs in by groups, with the optional e-mail address", async () => {
    const claims = entra("ton", { groups: [GROUP], email: "ton.smit@energy.example" });
    const user = await userOf(claims, "groups", GROUP);
    expect(user).toMatchObject({ email: "ton.smit@energy.example", level: "admin" });
  });

  test.each([
    [true, "success"],
    ["1", "success"],
    [1, "success"],
    ["true", "success"],
    [false, "OidcUnverified"],
    ["0", "OidcUnverified"],
    [0, "OidcUnverified"],
  ])("with the verified domain claim xms_edov %j: %s", async (xms_edov, outcome) => {
    const sub = `edov-${typeof xms_edov}-${xms_edov}`;
    const signedIn = await signIn(entra(sub, { xms_edov, roles: "a" }), "roles", "a");
    expect(signedIn.outcome === "success" ? "success" : signedIn.why).toBe(outcome);
  });

  test.each([
    { hasgroups: true },
    {
      _claim_names: { groups: "src1" },
      _claim_sources: { src1: { endpoint: "https://g.example" } },
    },
  ])("in too many groups is told so, and keeps its sessions: %j", async (more) => {
    const sub = `many-${Object.keys(more)[0]}`;
    const before = await userOf(entra(sub, { groups: [GROUP] }), "groups", GROUP);
    const refused = { outcome: "refused", why: "OidcNoGroups" };
    expect(await signIn(entra(sub, more), "groups", GROUP)).toEqual(refused);
    expect(await readSession(world.db, before.sessionId, NOW)).not.toBeNull();
  });

  test("does not open the account that has its address", async () => {
    const before = await findAccount(world.db, anna.email);
    const claims = entra("mallory", { preferred_username: anna.email, roles: ["a"] });
    expect(await signIn(claims, "roles", "a")).toEqual({
      outcome: "refused",
      why: "OidcEmailTaken",
    });
    expect(await findAccount(world.db, anna.email)).toEqual(before);
  });

  test("without any address is refused", async () => {
    const claims = entra("guest", { preferred_username: "+31 6 12345678", roles: ["a"] });
    expect(await signIn(claims, "roles", "a")).toEqual({
      outcome: "refused",
      why: "OidcIncomplete",
    });
  });
});

test("a user of Keycloak signs in by a realm role", async () => {
  const claims = {
    iss: "https://id.example/realms/energy",
    sub: "f1b2c3d4-0000-4000-8000-000000000001",
    typ: "ID",
    email_verified: true,
    realm_access: { roles: ["offline_access", "curtail-admin"] },
    name: "Kees Bos",
    preferred_username: "kees",
    email: "kees@energy.example",
  };
  const user = await userOf(claims, "realm_access.roles", "curtail-admin");
  expect(user).toMatchObject({ email: "kees@energy.example", name: "Kees Bos", level: "admin" });
});

test("a user of Google Workspace signs in by the hosted domain, others do not", async () => {
  const claims = {
    iss: "https://accounts.google.com",
    sub: "110169484474386276334",
    hd: "energy.example",
    email: "gina@energy.example",
    email_verified: true,
    name: "Gina Vos",
  };
  const user = await userOf(claims, "hd", "energy.example");
  expect(user).toMatchObject({ email: "gina@energy.example", level: "admin" });
  const { hd: _, ...personal } = { ...claims, sub: "2", email: "gina@mail.example" };
  expect(await signIn(personal, "hd", "energy.example")).toEqual({
    outcome: "refused",
    why: "OidcNoRole",
  });
});
