import { request as open } from "node:https";
import type { APIRequestContext, APIResponse } from "@playwright/test";
import { expect, test } from "./behind-proxy.ts";
import type { Person } from "./identity-provider.ts";
import { nginxProgram } from "./nginx.ts";
import { readPortalDatabase } from "./portal-database.ts";
import { FIRST, type BehindProxy } from "./proxied-portal.ts";
import { rawRequest } from "./raw-request.ts";

if (!nginxProgram) console.warn("\nLEFT OUT: the portal behind a proxy; nginx is not installed.\n");
test.skip(!nginxProgram, "nginx is not installed");

const csrf = async (visitor: APIRequestContext): Promise<string> =>
  (await (await visitor.get("/api/auth/csrf")).json()).csrfToken;

async function withPassword(visitor: APIRequestContext, { publicUrl }: BehindProxy) {
  return visitor.post("/api/auth/callback/credentials", {
    headers: { Origin: publicUrl },
    form: { csrfToken: await csrf(visitor), ...FIRST, json: "true" },
  });
}

/** Signs in at the provider through the button; returns the final URL. */
async function withProvider(visitor: APIRequestContext, proxied: BehindProxy, person: Person) {
  proxied.idp.atKeyboard = person;
  const left = await visitor.post("/api/auth/signin/oidc", {
    headers: { Origin: proxied.publicUrl },
    form: { csrfToken: await csrf(visitor), callbackUrl: "/", json: "true" },
  });
  const { url } = (await left.json()) as { url: string };
  const asked = new URL(url).searchParams;
  for (const name of ["state", "nonce", "code_challenge"])
    expect(asked.get(name), name).toBeTruthy();
  expect(asked.get("code_challenge_method")).toBe("S256");
  return visitor.get(url);
}

const whoIsIn = async (visitor: APIRequestContext) =>
  (await (await visitor.get("/api/auth/session")).json()).user;

const endsAt = (answer: APIResponse, { publicUrl }: BehindProxy) =>
  answer.url().replace(publicUrl, "");

const person = (sub: string, more: object = {}): Person => ({
  sub,
  email: `${sub}@id.example`,
  email_verified: true,
  name: `Called ${sub}`,
  roles: ["everyone"],
  ...more,
});

test.describe("behind a proxy that ends TLS", () => {
  test("the session cookie is bound to the host and to https", async ({ visitor, proxied }) => {
    const answer = await withPassword(visitor, proxied);
    expect(answer.status()).toBe(200);
    const set = answer.headersArray().filter(({ name }) => name.toLowerCase() === "set-cookie");
    const session = set.find(({ value }) => value.startsWith("__Host-curtail.session="))?.value;
    for (const says of [/; Path=\/;/, /; HttpOnly/, /; Secure/, /; SameSite=Lax/i])
      expect(session).toMatch(says);
    expect(session).not.toMatch(/domain=/i);
    const { cookies } = await visitor.storageState();
    expect(
      cookies.map(({ name }) => name).filter((name) => !/^__(Host|Secure)-/.test(name)),
    ).toEqual([]);
    expect(cookies.map(({ name }) => name)).toContain("__Secure-curtail.device");
    expect(await whoIsIn(visitor)).toMatchObject({ email: FIRST.email });
  });

  test("every answer has Strict-Transport-Security", async ({ visitor }) => {
    for (const path of ["/sign-in", "/", "/api/groups", "/healthz", "/icon.svg", "/sw.js"]) {
      const answer = await visitor.get(path, { maxRedirects: 0 });
      expect(answer.headers()["strict-transport-security"], path).toBe("max-age=31536000");
    }
  });

  test("redirects stay on the public address", async ({ visitor, proxied }) => {
    const forged: Record<string, string>[] = [{}, { "X-Forwarded-Host": "evil.example" }];
    for (const headers of forged) {
      const answer = await visitor.get("/customers", { maxRedirects: 0, headers });
      const { location = "" } = answer.headers();
      expect(new URL(location, proxied.publicUrl).href).toBe(
        `${proxied.publicUrl}/sign-in?next=%2Fcustomers`,
      );
    }
  });

  test("a live stream passes without buffering", async ({ visitor, proxied }) => {
    await withPassword(visitor, proxied);
    const { cookies } = await visitor.storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const first = await new Promise<string>((resolve, reject) => {
      const url = `${proxied.publicUrl}/api/live?area=bidding-zone:NL`;
      const sent = open(url, { rejectUnauthorized: false, headers: { cookie } }, (answer) => {
        answer.once("data", (chunk: Buffer) => {
          resolve(`${answer.statusCode} ${chunk.toString()}`);
          sent.destroy();
        });
      });
      sent.on("error", reject);
      sent.end();
    });
    expect(first).toMatch(/^200 event: \w+/);
  });
});

test.describe("the client address", () => {
  const counted = async ({ dataDir }: BehindProxy, address: string) =>
    (
      await readPortalDatabase(dataDir, "select 1 from attempt_counters where key like $1", [
        `%${address}%`,
      ])
    ).length;

  /** A wrong password, from an address of this machine that is no proxy. */
  function guess(url: string, from: string, forwardedFor: string, cookie: string, form: string) {
    const headers = {
      cookie,
      origin: new URL(url).origin,
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": forwardedFor,
    };
    const options = { method: "POST", localAddress: from, headers, rejectUnauthorized: false };
    return new Promise<number>((resolve, reject) => {
      const sent = open(url, options, (answer) => {
        answer.resume();
        answer.on("end", () => resolve(answer.statusCode ?? 0));
      });
      sent.on("error", reject);
      sent.end(form);
    });
  }

  test("is the right-most hop that is not a trusted proxy, whatever precedes it", async ({
    visitor,
    proxied,
  }) => {
    test.skip(process.platform !== "linux", "only Linux answers on all of 127.0.0.0/8");
    const csrfToken = await csrf(visitor);
    const { cookies } = await visitor.storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const form = new URLSearchParams({ csrfToken, email: "a@b.example", password: "guess" });
    const url = `${proxied.publicUrl}/api/auth/callback/credentials`;
    expect(await guess(url, "127.0.0.9", "198.51.100.7", cookie, String(form))).toBeLessThan(500);
    expect(await counted(proxied, "127.0.0.9")).toBeGreaterThan(0);
    expect(await counted(proxied, "198.51.100.7")).toBe(0);
  });
});

test.describe("sign-in with an identity provider", () => {
  test("opens a session with the role of the claim, read again at every sign-in", async ({
    visitor,
    proxied,
  }) => {
    const answer = await withProvider(visitor, proxied, person("vera"));
    expect([answer.status(), endsAt(answer, proxied)]).toEqual([200, "/"]);
    expect(await whoIsIn(visitor)).toMatchObject({ email: "vera@id.example", role: "staff" });
    expect((await visitor.get("/users")).status()).toBe(404);
    await visitor.post("/api/auth/signout", {
      headers: { Origin: proxied.publicUrl },
      form: { csrfToken: await csrf(visitor), json: "true" },
    });
    expect(await whoIsIn(visitor)).toBeUndefined();
    // The provider recognises the user by its own session.
    const again = await withProvider(visitor, proxied, person("vera", { roles: ["boss"] }));
    expect(endsAt(again, proxied)).toBe("/");
    expect((await visitor.get("/users")).status()).toBe(200);
  });

  test("ends the previous session of this browser, however it was opened", async ({
    visitor,
    proxied,
  }) => {
    const cookieNow = async () => {
      const { cookies } = await visitor.storageState();
      return cookies.find(({ name }) => name === "__Host-curtail.session")!.value;
    };
    const groupsWith = async (cookie: string) => {
      const headers = { cookie: `__Host-curtail.session=${cookie}` };
      return (await rawRequest(proxied.portalUrl, "/api/groups", { headers })).status;
    };
    await withPassword(visitor, proxied);
    const first = await cookieNow();
    expect(await groupsWith(first)).toBe(200);
    await withProvider(visitor, proxied, person("vera"));
    const second = await cookieNow();
    expect([await groupsWith(first), await groupsWith(second)]).toEqual([401, 200]);
    await withPassword(visitor, proxied);
    expect([await groupsWith(second), await groupsWith(await cookieNow())]).toEqual([401, 200]);
  });

  test('accepts email_verified as the text "true"', async ({ visitor, proxied }) => {
    const answer = await withProvider(visitor, proxied, person("tess", { email_verified: "true" }));
    expect(endsAt(answer, proxied)).toBe("/");
    expect(await whoIsIn(visitor)).toMatchObject({ email: "tess@id.example" });
  });

  test("accepts a work account of Microsoft Entra ID", async ({ visitor, proxied }) => {
    const answer = await withProvider(visitor, proxied, {
      sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
      oid: "690222be-ff1a-4d56-abd1-7e4f7d38e474",
      tid: "4fd2b2f4-27a1-4b6e-9c5e-1f0a2d3c4b5a",
      preferred_username: "entra@id.example",
      roles: ["boss"],
    });
    expect(endsAt(answer, proxied)).toBe("/");
    expect(await whoIsIn(visitor)).toMatchObject({ email: "entra@id.example", role: "staff" });
  });

  test("ends sessions when the provider's server says so", async ({ visitor, proxied }) => {
    await withProvider(visitor, proxied, person("lena"));
    expect(await whoIsIn(visitor)).toMatchObject({ email: "lena@id.example" });
    const logOut = (token: string) =>
      fetch(`${proxied.portalUrl}/api/auth/back-channel-logout`, {
        method: "POST",
        body: new URLSearchParams({ logout_token: token }),
      });
    expect((await logOut("made.up.token")).status).toBe(400);
    expect((await logOut(await proxied.idp.logoutToken("somebody"))).status).toBe(200);
    expect(await whoIsIn(visitor)).toMatchObject({ email: "lena@id.example" });
    const answer = await logOut(await proxied.idp.logoutToken("lena"));
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await whoIsIn(visitor)).toBeUndefined();
    expect((await visitor.get("/api/groups")).status()).toBe(401);
  });

  const refused: Record<string, [Person, string]> = {
    "an e-mail address of another account": [
      person("mallory", { email: FIRST.email.toUpperCase(), roles: ["boss"] }),
      "OidcEmailTaken",
    ],
    "an unverified e-mail address": [person("ulla", { email_verified: false }), "OidcUnverified"],
    "an e-mail address that is verified with the text false": [
      person("ugo", { email_verified: "false" }),
      "OidcUnverified",
    ],
    "an e-mail address that nothing readable is said about": [
      person("uri", { email_verified: 1 }),
      "OidcUnverified",
    ],
    "no role here": [person("nora", { roles: ["visitors"] }), "OidcNoRole"],
    "no role at all": [person("nils", { roles: undefined }), "OidcNoRole"],
  };

  for (const [who, [somebody, why]] of Object.entries(refused)) {
    test(`refuses ${who}, with the reason`, async ({ visitor, proxied }) => {
      const answer = await withProvider(visitor, proxied, somebody);
      expect(endsAt(answer, proxied)).toBe(`/sign-in?error=${why}`);
      expect(await answer.text()).toContain("Example ID");
      expect(await whoIsIn(visitor)).toBeUndefined();
      expect((await visitor.get("/api/groups")).status()).toBe(401);
    });
  }

  test("ignores a callback that was not requested", async ({ visitor, proxied }) => {
    for (const answer of ["code=stolen&state=made-up", "code=stolen", "error=access_denied"]) {
      const end = await visitor.get(`/api/auth/callback/oidc?${answer}`);
      expect(endsAt(end, proxied)).toMatch(/^\/sign-in\?.*error=(OAuth)?Callback$/);
    }
    expect(await whoIsIn(visitor)).toBeUndefined();
  });

  test("is offered by a button, which leads to the provider and back", async ({
    page,
    proxied,
  }) => {
    proxied.idp.atKeyboard = person("bert", { roles: ["owner"] });
    await page.goto("/sign-in?next=%2Fusers");
    await page.getByRole("button", { name: "Sign in with Example ID" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Staff" })).toBeVisible();
    await expect(page).toHaveURL(`${proxied.publicUrl}/users`);
  });

  test("is not offered without a configured provider", async ({ curtail }) => {
    const { text } = await rawRequest(curtail.portalUrl, "/sign-in");
    expect(text).toContain('type="password"');
    expect(text).not.toMatch(/Example ID|Sign in with/);
    const { text: providers } = await rawRequest(curtail.portalUrl, "/api/auth/providers");
    expect(Object.keys(JSON.parse(providers))).toEqual(["credentials", "passkey"]);
  });
});
