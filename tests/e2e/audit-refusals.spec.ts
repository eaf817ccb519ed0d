import { operationOfRoute } from "../../lib/i18n/audit-target.ts";
import type { BrowserContext } from "@playwright/test";
import { changingRoutes, closedRoutes, type ClosedRoute } from "./closed-routes.ts";
import { anotherCustomer, CUSTOMER, expect, signIn, STAFF, test } from "./users.ts";
import { someIds } from "./page-ids.ts";
import { inPortalDatabase, readPortalDatabase } from "./portal-database.ts";
import { rawRequest, type RawAnswer } from "./raw-request.ts";
import type { Curtail } from "./start-stack.ts";

const ADDRESS = "127.0.0.1";
const OURS = { "sec-fetch-site": "same-origin" };
const JSON_TYPE = { "content-type": "application/json" };
const FORM = { ...OURS, "content-type": "application/x-www-form-urlencoded" };
const SECRET = "hunter2-must-stand-nowhere";
const ROWS =
  "select kind, who, role, operation, target, status, address from audit where request_id = $1";

const nobody = { who: "", role: "nobody" };

/** Nothing of earlier calls counts against the number of refusals that are written down. */
const forgetAttempts = ({ dataDir }: Curtail) =>
  inPortalDatabase(dataDir, "delete from attempt_counters");

const rowsOf = ({ dataDir }: Curtail, { headers }: RawAnswer) =>
  readPortalDatabase(dataDir, ROWS, [String(headers["x-request-id"])]);

async function cookieOf(context: BrowserContext, curtail: Curtail, email: string) {
  await signIn(context, curtail, email);
  const cookies = await context.cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

async function callRefused(
  { portalUrl }: Curtail,
  { method, path, refusal }: ClosedRoute,
  headers: Record<string, string>,
) {
  const body = /POST|PUT|PATCH/.test(method) ? JSON.stringify({ name: SECRET }) : undefined;
  const sent = { ...OURS, ...(body && JSON_TYPE), ...headers };
  const answer = await rawRequest(portalUrl, path, { method, headers: sent, body });
  expect([method, path, answer.status]).toEqual([method, path, refusal]);
  return answer;
}

test("a refused change is one row of the audit trail on every route, without a session and for a customer", async ({
  context,
  curtail,
  service,
}) => {
  test.setTimeout(180_000);
  const { customer, location, device } = await anotherCustomer(service);
  const theirs = { customers: customer.id, locations: location.id, devices: device.id };
  const ids = { ...(await someIds(service)), ...theirs };
  const signedIn = await cookieOf(context, curtail, CUSTOMER);
  const people = {
    nobody: { cookie: "", actor: nobody },
    customer: { cookie: signedIn, actor: { who: CUSTOMER, role: "customer" } },
  } as const;
  const missing: unknown[] = [];
  for (const [who, { cookie, actor }] of Object.entries(people)) {
    for (const route of closedRoutes(who as keyof typeof people, ids)) {
      await forgetAttempts(curtail);
      const rows = await rowsOf(
        curtail,
        await callRefused(curtail, route, cookie ? { cookie } : {}),
      );
      const { action, target, refusal: status } = route;
      const operation = operationOfRoute(action);
      const row = { kind: "refusal", ...actor, operation, target, status, address: ADDRESS };
      // Invalid input is no refusal.
      const isKept = status !== 422 && (route.isChange || who === "customer");
      if (JSON.stringify(rows) !== JSON.stringify(isKept ? [row] : []))
        missing.push([who, route.method, route.path, rows]);
    }
  }
  expect(missing).toEqual([]);
});

test("a cross-site change is one row on every route", async ({ context, curtail, service }) => {
  const ids = await someIds(service);
  const cookie = await cookieOf(context, curtail, STAFF);
  const missing: unknown[] = [];
  for (const route of changingRoutes(ids)) {
    await forgetAttempts(curtail);
    const answer = await callRefused(curtail, route, { cookie, "sec-fetch-site": "cross-site" });
    const rows = await rowsOf(curtail, answer);
    const { action, target, refusal: status } = route;
    const operation = operationOfRoute(action);
    const row = { kind: "refusal", ...nobody, operation, target, status, address: ADDRESS };
    if (JSON.stringify(rows) !== JSON.stringify([row])) missing.push([route.path, rows]);
  }
  expect(missing).toEqual([]);
});

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

test("an unknown path under /api is one shortened row, for any method", async ({
  context,
  curtail,
}) => {
  await forgetAttempts(curtail);
  const cookie = await cookieOf(context, curtail, CUSTOMER);
  const customer = { who: CUSTOMER, role: "customer" };
  const callers = [
    [{}, nobody, 401],
    [{ cookie }, customer, 404],
  ] as const;
  for (const [headers, actor, status] of callers) {
    for (const method of METHODS) {
      const path = `/api/administration/${SECRET}?token=${SECRET}`;
      const answer = await rawRequest(curtail.portalUrl, path, { method, headers });
      expect([method, answer.status]).toEqual([method, status]);
      expect(await rowsOf(curtail, answer)).toEqual([
        {
          kind: "refusal",
          ...actor,
          operation: "unknownAddress",
          target: `${method} /api/administration/…`,
          status,
          address: ADDRESS,
        },
      ]);
    }
  }
  const odd = await rawRequest(curtail.portalUrl, `/api/${SECRET}`);
  expect(await rowsOf(curtail, odd)).toMatchObject([{ target: "GET /api/…" }]);
});

test("unknown paths without a session do not fill the audit trail", async ({ curtail }) => {
  await forgetAttempts(curtail);
  const count = async () => {
    const question = "select count(*)::int as rows from audit where operation = 'unknownAddress'";
    const [row] = await readPortalDatabase(curtail.dataDir, question, []);
    return (row as { rows: number }).rows;
  };
  const before = await count();
  for (let calls = 0; calls < 60; calls++)
    await rawRequest(curtail.portalUrl, `/api/flood-${"abcdefghij"[calls % 10]}`);
  expect((await count()) - before).toBe(50);
  expect(curtail.said()).toContain(
    "Refusal limit reached: further refusals are not recorded for a while",
  );
});

/** Fetches a token that next-auth accepts, with its cookie. */
async function csrfOf({ portalUrl }: Curtail) {
  const { text, headers } = await rawRequest(portalUrl, "/api/auth/csrf");
  const cookie = (headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
  return { csrfToken: (JSON.parse(text) as { csrfToken: string }).csrfToken, cookie };
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

const EMAIL = "kim@example.org";
const kim = { who: EMAIL, role: "nobody" };
const CALLBACK = "/api/auth/callback/credentials";

interface RefusedSignIn {
  path?: string;
  method?: string;
  /** Headers in addition to those of the sign-in form. */
  headers?: Record<string, string>;
  fields?: Record<string, string>;
  /** Whether the token of next-auth is sent along. */
  trusted?: boolean;
  status: number;
  row: object;
}

const json = { json: "true" };
const wrong = { email: EMAIL, password: SECRET };
const ofSignIn = { ...nobody, operation: "signIn" };

/** Every refusal of a sign-in route, with its audit row. */
const refusedSignIns: Record<string, RefusedSignIn> = {
  "a wrong password": {
    trusted: true,
    fields: { ...wrong, ...json },
    status: 401,
    row: { ...ofSignIn, ...kim, target: null, status: 401 },
  },
  "an empty password": {
    trusted: true,
    fields: { email: EMAIL, password: "", ...json },
    status: 401,
    row: { ...ofSignIn, ...kim, target: null, status: 401 },
  },
  "another site's page": {
    trusted: true,
    headers: { "sec-fetch-site": "cross-site" },
    fields: wrong,
    status: 403,
    row: { ...ofSignIn, target: "POST callback", status: 403 },
  },
  "no CSRF token, as a form": {
    fields: wrong,
    status: 302,
    row: { ...ofSignIn, target: "POST callback csrf", status: 403 },
  },
  "no CSRF token, as a page's code": {
    fields: { ...wrong, ...json },
    status: 200,
    row: { ...ofSignIn, target: "POST callback csrf", status: 403 },
  },
  "no CSRF token at signing out": {
    path: "/api/auth/signout",
    fields: json,
    status: 200,
    row: { ...ofSignIn, operation: "signOut", target: "POST signout csrf", status: 403 },
  },
  "no CSRF token before a provider": {
    path: "/api/auth/signin/oidc",
    fields: json,
    status: 200,
    row: { ...ofSignIn, target: "POST signin csrf", status: 403 },
  },
  "a body that is no form": {
    headers: JSON_TYPE,
    fields: wrong,
    status: 415,
    row: { ...ofSignIn, target: "POST callback", status: 415 },
  },
  "a provider that there is not": {
    path: "/api/auth/callback/nobody",
    method: "GET",
    status: 400,
    row: { ...ofSignIn, target: "GET callback", status: 400 },
  },
  "an action that there is not": {
    path: `/api/auth/${SECRET}`,
    method: "GET",
    status: 404,
    row: { ...nobody, operation: "unknownAddress", target: "GET /api/auth/…", status: 404 },
  },
  ...Object.fromEntries(
    ["PUT", "PATCH", "DELETE"].map((method) => [
      `the method ${method}`,
      { method, status: 405, row: { ...ofSignIn, target: `${method} callback`, status: 405 } },
    ]),
  ),
};

for (const [how, refused] of Object.entries(refusedSignIns)) {
  test(`a sign-in refused for ${how} is one row, without what was typed`, async ({ curtail }) => {
    await forgetAttempts(curtail);
    const { path = CALLBACK, method = "POST", headers, fields, trusted, status, row } = refused;
    const { csrfToken, cookie } = await csrfOf(curtail);
    const body = fields && form(trusted ? { ...fields, csrfToken } : fields);
    const sent = { ...FORM, ...(trusted && { cookie }), ...headers };
    const answer = await rawRequest(curtail.portalUrl, path, { method, headers: sent, body });
    expect(answer.status, answer.text).toBe(status);
    const rows = await rowsOf(curtail, answer);
    expect(rows).toEqual([{ kind: "refusal", address: ADDRESS, ...row }]);
    expect(JSON.stringify(rows)).not.toContain(SECRET);
  });
}

test("a throttled sign-in is one row", async ({ curtail }) => {
  await forgetAttempts(curtail);
  const { csrfToken, cookie } = await csrfOf(curtail);
  const body = form({ ...wrong, ...json, csrfToken });
  const headers = { ...FORM, cookie };
  const statuses: unknown[] = [];
  for (let tries = 0; tries < 12; tries++) {
    const answer = await rawRequest(curtail.portalUrl, CALLBACK, {
      method: "POST",
      headers,
      body,
    });
    const rows = (await rowsOf(curtail, answer)) as { status: number }[];
    expect(rows).toHaveLength(1);
    statuses.push(rows[0]!.status);
  }
  expect(statuses[0]).toBe(401);
  expect(statuses.at(-1)).toBe(429);
});

test("reading the session, the providers and the sign-in page leaves no row", async ({
  curtail,
}) => {
  for (const path of ["session", "providers", "csrf", "signin", "error?error=CredentialsSignin"]) {
    const answer = await rawRequest(curtail.portalUrl, `/api/auth/${path}`);
    expect(answer.status, path).toBeLessThan(400);
    expect(await rowsOf(curtail, answer), path).toEqual([]);
  }
});
