import type { APIRequestContext } from "@playwright/test";
import { expect, STAFF, test } from "./users.ts";
import { rawRequest } from "./raw-request.ts";

const noAddress: Record<string, string> = {
  "a host that never ends": "http://[",
  "9,000 letters": "x".repeat(9_000),
  "a line break": "/\r\nSet-Cookie: planted=1",
  "a line break behind our own address": "http://127.0.0.1/\r\nX-Planted: 1",
  "another site": "https://evil.example/",
  "another site without a scheme": "//evil.example/",
  "another site behind a backslash": "/\\evil.example/",
  "a script": "javascript:alert(1)",
};

const csrfOf = async (visitor: APIRequestContext): Promise<string> =>
  (await (await visitor.get("/api/auth/csrf")).json()).csrfToken;

/** A path of the portal, or one of its addresses. */
const leadsHere = (location: string, portalUrl: string) =>
  expect(new URL(location, portalUrl).origin).toBe(portalUrl);

for (const [what, callbackUrl] of Object.entries(noAddress)) {
  test(`signing in with ${what} as the return page leads to the start page`, async ({
    request,
    curtail,
  }) => {
    const { portalUrl } = curtail;
    const encoded = encodeURIComponent(callbackUrl);
    for (const action of ["signin", "csrf", "providers", "session", "error"]) {
      const path = `/api/auth/${action}?callbackUrl=${encoded}`;
      const { status, headers } = await rawRequest(portalUrl, path);
      expect(status, action).toBeLessThan(400);
      if (headers.location) leadsHere(headers.location, portalUrl);
      expect(headers["x-planted"]).toBeUndefined();
    }
    const twice = `/api/auth/signin?callbackUrl=%2F&callbackUrl=${encoded}`;
    expect((await rawRequest(portalUrl, twice)).status).toBeLessThan(400);
    // A cookie of 9,000 characters exceeds what a browser stores.
    const cookie = `next-auth.callback-url=${encoded.slice(0, 4_000)}`;
    for (const action of ["csrf", "session", "signin"]) {
      const { status, headers } = await rawRequest(portalUrl, `/api/auth/${action}`, {
        headers: { cookie },
      });
      expect(status, `${action} by cookie`).toBeLessThan(400);
      if (headers.location) leadsHere(headers.location, portalUrl);
    }
    for (const path of ["/sign-in", "/docs"]) {
      expect((await rawRequest(portalUrl, path, { headers: { cookie } })).status, path).toBe(200);
    }
    const sent = { callbackUrl: callbackUrl, json: "true" };
    const headers = { Origin: portalUrl };
    const refused = await request.post("/api/auth/callback/credentials", {
      headers,
      form: { csrfToken: await csrfOf(request), email: "a@b.example", password: "no", ...sent },
    });
    expect(refused.status()).toBe(401);
    const signedIn = await request.post("/api/auth/callback/credentials", {
      headers,
      form: {
        csrfToken: await csrfOf(request),
        email: STAFF,
        password: curtail.password,
        ...sent,
      },
    });
    expect(signedIn.status()).toBe(200);
    expect(((await signedIn.json()) as { url: string }).url).toBe(`${portalUrl}/`);
    const out = await request.post("/api/auth/signout", {
      headers,
      form: { csrfToken: await csrfOf(request), ...sent },
    });
    expect(out.status()).toBe(200);
    leadsHere(((await out.json()) as { url: string }).url, portalUrl);
  });
}

test("signing in returns to a page of the portal", async ({ request, curtail }) => {
  const { portalUrl } = curtail;
  for (const callbackUrl of ["/customers?sort=-name", `${portalUrl}/customers?sort=-name`]) {
    const answer = await request.post("/api/auth/callback/credentials", {
      headers: { Origin: portalUrl },
      form: {
        csrfToken: await csrfOf(request),
        email: STAFF,
        password: curtail.password,
        callbackUrl,
        json: "true",
      },
    });
    expect(await answer.json()).toEqual({ url: `${portalUrl}/customers?sort=-name` });
  }
});

const targets = ["/", "/customers", "/customers/", "/sign-in/", "/api/auth/signin", "/api/groups/"];

test("a request with another Host is not redirected to another host", async ({ curtail }) => {
  const { portalUrl } = curtail;
  const hosts: Record<string, string>[] = [{}, { Host: "evil.example" }];
  for (const headers of hosts) {
    for (const target of targets) {
      for (const form of [
        `http://evil.example${target}`,
        `https://evil.example:8443${target}`,
        `HTTP://user@evil.example${target}`,
        `/${target}`,
      ]) {
        const answer = await rawRequest(portalUrl, form, { headers });
        expect(answer.status, form).toBeLessThan(500);
        const { location } = answer.headers;
        if (location !== undefined) leadsHere(location, portalUrl);
      }
    }
  }
});

test("an absolute-form request for the portal's own address is answered", async ({ curtail }) => {
  const { portalUrl } = curtail;
  const page = await rawRequest(portalUrl, `${portalUrl}/customers?sort=-name`);
  expect([page.status, new URL(page.headers.location!, portalUrl).href]).toEqual([
    307,
    `${portalUrl}/sign-in?next=${encodeURIComponent("/customers?sort=-name")}`,
  ]);
  expect((await rawRequest(portalUrl, `${portalUrl}/sign-in`)).status).toBe(200);
  expect((await rawRequest(portalUrl, `${portalUrl}/api/groups`)).status).toBe(401);
});

test("an invalid Host is refused without a redirect", async ({ curtail }) => {
  for (const Host of ["[", "a b", "evil.example:port", "evil.example/path@"]) {
    for (const path of ["/sign-in", "/api/auth/signin", "/customers", "/api/groups"]) {
      const { status, headers } = await rawRequest(curtail.portalUrl, path, { headers: { Host } });
      expect([Host, path, status < 500]).toEqual([Host, path, true]);
      if (headers.location) leadsHere(headers.location, curtail.portalUrl);
    }
  }
});
