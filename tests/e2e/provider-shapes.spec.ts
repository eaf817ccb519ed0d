import { expect, type APIRequestContext } from "@playwright/test";
import { test } from "./fixtures.ts";
import { startIdentityProvider, type IdentityProvider, type Person } from "./identity-provider.ts";
import { startPortalBefore } from "./standalone-portal.ts";

const FIRST = { email: "first@shapes.example", password: "only-for-browser-tests" };

interface Shape {
  provider: string;
  settings: Record<string, string>;
  /** Who gets in as an admin. */
  admin: Person;
  /** Who the provider knows as well, and does not get in, with the error. */
  other: Person;
  error: string;
}

/** Tokens as the documentation of each provider describes them. */
const shapes: Shape[] = [
  {
    provider: "Keycloak, by a realm role",
    settings: { OIDC_ROLE_CLAIM: "realm_access.roles", OIDC_ADMIN_ROLES: "curtail-admin" },
    admin: {
      sub: "f1b2c3d4-0000-4000-8000-000000000001",
      typ: "ID",
      email: "kees@energy.example",
      email_verified: true,
      name: "Kees Bos",
      preferred_username: "kees",
      realm_access: { roles: ["offline_access", "curtail-admin"] },
    },
    other: {
      sub: "f1b2c3d4-0000-4000-8000-000000000002",
      email: "kim@energy.example",
      email_verified: true,
      realm_access: { roles: ["offline_access"] },
    },
    error: "OidcNoRole",
  },
  {
    provider: "Google Workspace, by the hosted domain",
    settings: { OIDC_ROLE_CLAIM: "hd", OIDC_ADMIN_ROLES: "energy.example" },
    admin: {
      sub: "110169484474386276334",
      hd: "energy.example",
      email: "gina@energy.example",
      email_verified: true,
      name: "Gina Vos",
    },
    other: { sub: "110169484474386276335", email: "gina@mail.example", email_verified: true },
    error: "OidcNoRole",
  },
  {
    provider: "Microsoft Entra ID, by a group",
    settings: {
      OIDC_ROLE_CLAIM: "groups",
      OIDC_ADMIN_ROLES: "0b1c2d3e-4f50-4162-9384-a5b6c7d8e9f0",
    },
    admin: {
      sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
      oid: "690222be-ff1a-4d56-abd1-7e4f7d38e474",
      tid: "4fd2b2f4-27a1-4b6e-9c5e-1f0a2d3c4b5a",
      ver: "2.0",
      preferred_username: "vera@energy.example",
      name: "Vera de Vries",
      groups: ["0b1c2d3e-4f50-4162-9384-a5b6c7d8e9f0"],
      xms_edov: "1",
    },
    other: {
      sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaR",
      oid: "690222be-ff1a-4d56-abd1-7e4f7d38e475",
      tid: "4fd2b2f4-27a1-4b6e-9c5e-1f0a2d3c4b5a",
      ver: "2.0",
      preferred_username: "vic@energy.example",
      _claim_names: { groups: "src1" },
    },
    error: "OidcNoGroups",
  },
];

const csrf = async (visitor: APIRequestContext): Promise<string> =>
  (await (await visitor.get("/api/auth/csrf")).json()).csrfToken;

for (const { provider, settings, admin, other, error } of shapes)
  test(`staff sign in with tokens of ${provider}`, async ({ curtail, playwright }) => {
    let idp: IdentityProvider | undefined;
    const portal = await startPortalBefore(
      { baseUrl: curtail.serviceUrl, apiKey: curtail.apiKey },
      FIRST,
      async (portalUrl) => {
        idp = await startIdentityProvider(`${portalUrl}/api/auth/callback/oidc`, {
          withProfile: true,
        });
        return {
          PUBLIC_URL: portalUrl,
          OIDC_ISSUER: idp.issuer,
          OIDC_CLIENT_ID: idp.client.id,
          OIDC_CLIENT_SECRET: idp.client.secret,
          ...settings,
        };
      },
    );
    const signInAs = async (person: Person) => {
      idp!.atKeyboard = person;
      const visitor = await playwright.request.newContext({ baseURL: portal.portalUrl });
      const left = await visitor.post("/api/auth/signin/oidc", {
        headers: { Origin: portal.portalUrl },
        form: { csrfToken: await csrf(visitor), callbackUrl: "/", json: "true" },
      });
      const { url } = (await left.json()) as { url: string };
      const arrived = await visitor.get(url);
      const { user } = await (await visitor.get("/api/auth/session")).json();
      const users = (await visitor.get("/users")).status();
      await visitor.dispose();
      return { at: arrived.url().replace(portal.portalUrl, ""), user, users };
    };
    try {
      const email = admin.email ?? admin.preferred_username;
      expect(await signInAs(admin)).toMatchObject({
        at: "/",
        user: { email, name: admin.name, role: "staff" },
        users: 200,
      });
      const refused = await signInAs(other);
      expect(refused.at).toBe(`/sign-in?error=${error}`);
      expect(refused.user).toBeUndefined();
    } finally {
      await portal.stop();
      idp?.close();
    }
  });
