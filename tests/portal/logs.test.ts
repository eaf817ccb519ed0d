import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { problem } from "../../lib/contract/index.ts";
import { hashPassword } from "../../lib/portal/auth/password.ts";
import { createAccount } from "../../lib/portal/db/accounts.ts";
import { signInWithPassword } from "../../lib/portal/auth/sign-in.ts";
import { withConnection } from "../../runtime/databases/connection.ts";
import { marks, tracesIn } from "../support/private-markers.ts";
import { API_KEY, startService } from "./fake-service.ts";
import { createTestClient, NOW, portalWorld } from "./portal-world.ts";
import { nextContext, routeFiles, type FoundRoute } from "./route-files.ts";

const log = vi.hoisted(() => ({ lines: [] as string[] }));
vi.mock("../../lib/log/logger.ts", async (load) => {
  const { openLog } = await load<typeof import("../../lib/log/logger.ts")>();
  const to = { write: (line: string) => void log.lines.push(line) };
  return { openLog: (name: string) => openLog(name, "trace", to) };
});
const signedIn = vi.hoisted(() => ({ sid: null as string | null }));
vi.mock("next/headers", async () => {
  const { encode } = await import("next-auth/jwt");
  return {
    headers: async () => new Headers(),
    cookies: async () => {
      const secret = process.env.NEXTAUTH_SECRET!;
      const value = signedIn.sid && (await encode({ token: { sid: signedIn.sid }, secret }));
      return { get: () => (value ? { value } : undefined) };
    },
  };
});
vi.hoisted(() => (process.env.NEXTAUTH_SECRET = "only-for-tests-only-for-tests-only"));

const world = portalWorld();
const found = (await routeFiles()).filter(({ name }) => name.includes(" /api/"));
const RUNTIME = Symbol.for("curtail.portal.runtime");
const shared = globalThis as { [RUNTIME]?: unknown };
afterAll(() => delete shared[RUNTIME]);

beforeAll(async () => {
  const { email, name } = marks;
  const account = { email, name, role: "staff", level: "admin" } as const;
  const passwordHash = await hashPassword(marks.secret);
  await createAccount(world.db, { ...account, passwordHash });
});

/** Services with personal data in every response, each with a different fault. */
const services = {
  "that refuses with people's names": () =>
    Response.json({ detail: marks.name, errors: [{ pointer: marks.email }] }, { status: 409 }),
  "that fails with what it was given": () => new Response(marks.street, { status: 500 }),
  "that answers something else": () => new Response(`{"name":"${marks.name}"`),
  "that sends us elsewhere": () =>
    new Response(null, { status: 302, headers: { location: `/?of=${marks.search}` } }),
};

const paramsOf = (address: string) =>
  Object.fromEntries(
    [...address.matchAll(/\{(\w+)\}|\[\[?\.*(\w+)\]/g)].map(([, name, rest]) => [
      (name ?? rest)!,
      marks.email,
    ]),
  );
const body = JSON.stringify({
  name: marks.name,
  email: marks.email,
  reason: marks.reason,
  password: marks.secret,
  code: marks.secret,
  token: marks.secret,
  type: "ZERO_EXPORT",
  scopes: ["read"],
});

async function call(route: FoundRoute, answer: () => Response): Promise<Response> {
  const service = await startService(answer);
  shared[RUNTIME] = { db: world.db, client: createTestClient(service) };
  signedIn.sid = (await world.signIn(marks.email, new Date())).sessionId;
  const [method = "", address = ""] = route.name.split(" ");
  const path = address.replace(/\{\w+\}|\[.*\]/g, encodeURIComponent(marks.email));
  const stop = new AbortController();
  const request = new Request(`http://portal.example${path}?search=${marks.search}&page=0`, {
    method,
    signal: stop.signal,
    headers: {
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      cookie: `curtail.session=${marks.secret}`,
      "idempotency-key": marks.secret,
      authorization: marks.secret,
    },
    ...(/GET|HEAD/.test(method) ? {} : { body }),
  });
  const response = await (await route.load())(request, nextContext(paramsOf(address)));
  await response.clone().text();
  stop.abort();
  return response;
}

const answered = found.filter(({ name }) => !/unknown|nextauth/.test(name));

test.each(Object.entries(services))(
  "no route logs personal data, with a service %s",
  async (_, answer) => {
    for (const route of answered) {
      const from = log.lines.length;
      const response = await call(route, answer);
      const ids = log.lines.slice(from).map((line) => JSON.parse(line).requestId as string);
      expect([route.name, ids]).toEqual([
        route.name,
        expect.arrayContaining([response.headers.get("x-request-id") ?? expect.any(String)]),
      ]);
      expect([route.name, tracesIn(log.lines.slice(from).join(""))]).toEqual([route.name, []]);
    }
  },
);

test("sign-in logs no personal data, successful or not", async () => {
  const from = log.lines.length;
  const given = { email: marks.email, password: marks.secret, code: marks.secret };
  const caller = { address: "192.0.2.7", userAgent: marks.name };
  expect((await signInWithPassword(world.db, given, caller, NOW)).outcome).toBe("success");
  const wrong = { ...given, password: marks.street };
  expect((await signInWithPassword(world.db, wrong, caller, NOW)).outcome).toBe("refused");
  expect(tracesIn(log.lines.slice(from).join(""))).toEqual([]);
});

test("a database error logs no query values", async () => {
  const from = log.lines.length;
  const route = found.find(({ name }) => name === "POST /api/invitations")!;
  const asOwner = (statement: string) =>
    withConnection(world.ownerUrl, (client) => client.query(statement));
  await asOwner("alter table sessions rename to sessions_before");
  const response = await call(route, services["that fails with what it was given"]).catch(
    () => null,
  );
  await asOwner("alter table sessions_before rename to sessions");
  expect(response?.ok ?? false).toBe(false);
  expect(tracesIn(log.lines.slice(from).join(""))).toEqual([]);
});

test("the service's key is not logged", () => {
  expect(log.lines.join("")).not.toContain(API_KEY);
});

test("one request id is in the log, the request to the service, the problem and the audit trail", async () => {
  const sent: (string | null)[] = [];
  const route = found.find(({ name }) => name === "DELETE /api/customers/{customer_id}")!;
  const service = await startService((request) => {
    if (new URL(request.url).pathname.endsWith("openapi.json")) return new Response("{}");
    sent.push(request.headers.get("x-request-id"));
    return Response.json({}, { status: 409 });
  });
  shared[RUNTIME] = { db: world.db, client: createTestClient(service) };
  signedIn.sid = (await world.signIn(marks.email, new Date())).sessionId;
  const from = log.lines.length;
  const request = new Request("http://portal.example/api/customers/cus_anna", {
    method: "DELETE",
    headers: { "sec-fetch-site": "same-origin" },
  });
  const handler = await route.load();
  const response = await handler(request, nextContext({ customer_id: "cus_anna" }));
  const { request_id: id } = problem.parse(await response.json());
  expect(response.headers.get("x-request-id")).toBe(id);
  expect(sent).toEqual([id]);
  const told = log.lines.slice(from).map((line) => JSON.parse(line) as { msg: string });
  expect(told.filter((line) => JSON.stringify(line).includes(id)).map(({ msg }) => msg)).toEqual([
    "Called the service",
    "Request completed",
  ]);
  const trail = await world.db.execute(
    `select kind from audit where request_id = '${id}' order by kind`,
  );
  expect(trail.rows).toEqual([{ kind: "intent" }, { kind: "outcome" }]);
});
