import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handleOperation, type BffDeps } from "../../lib/portal/http/bff.ts";
import { createPortalClientWith } from "../../lib/portal/client/portal-client.ts";
import { readSession, type User } from "../../lib/portal/db/sessions.ts";
import { side } from "../support/example-calls.ts";
import { anyRequest, type ApiDocument, type FuzzRequest } from "../support/fuzz-requests.ts";
import { asDescribed, FUZZ, ExistingIds, reportFuzz } from "../support/fuzzing.ts";
import { World } from "../support/service.ts";
import { API_KEY, startService } from "./fake-service.ts";
import { NOW, portalWorld } from "./portal-world.ts";
import { nextParams } from "./route-files.ts";

const HOST = "portal.example:3000";

const portals = portalWorld();
let world: World;
let document: ApiDocument;
let user: User;
let routeDeps: BffDeps;
const known = new ExistingIds();
const statuses = new Map<number, number>();

beforeAll(async () => {
  world = await World.open(NOW.toISOString(), { settings: { RATE_PORTAL: "1000000" } });
  for (const name of ["a", "b", "c"]) known.learn(await side(world, name));
  document = (await (await world.request("/v1/openapi.json")).json()) as ApiDocument;
});
afterAll(() => world.close());

/** The portal's door to the service, as its operator opened it. */
async function opened(): Promise<void> {
  const service = await startService(async (request) => {
    expect(request.headers.get("x-api-key")).toBe(API_KEY);
    const { pathname, search } = new URL(request.url);
    const { "x-api-key": _, ...headers } = Object.fromEntries(request.headers);
    const body = request.method === "GET" ? undefined : await request.text();
    return world.request(pathname + search, {
      method: request.method,
      headers,
      ...(body && { body }),
    });
  });
  user = await portals.staff();
  routeDeps = {
    currentUser: () => readSession(portals.db, user.sessionId, NOW),
    createPortalClient: (signedIn) => createPortalClientWith(portals.deps(service), signedIn),
    publicUrl: undefined,
  };
}

async function send(request: FuzzRequest): Promise<Response> {
  const query = request.query ? `?${known.in(request.query)}` : "";
  const params = Object.entries(request.params).map(([name, text]) => [name, known.in(text)]);
  const address = `http://${HOST}${known.in(request.path).replace("/v1/", "/api/")}${query}`;
  const asked = new Request(address, {
    method: request.method,
    headers: { host: HOST, "sec-fetch-site": "same-origin", ...request.headers },
    ...(request.body !== undefined && { body: known.in(request.body) }),
  });
  return handleOperation(
    routeDeps,
    request.operation,
    asked,
    nextParams(Object.fromEntries(params)),
  );
}

async function ask(request: FuzzRequest): Promise<void> {
  const response = await send(request);
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  const body = await asDescribed(request, response);
  expect(JSON.stringify(body)).not.toContain(API_KEY);
  if (response.ok) known.made(request.operation, body);
}

it(
  "answers any browser request as documented, and never with a 5xx",
  async () => {
    await opened();
    const requests = anyRequest(document, NOW.getTime());
    const options = { numRuns: FUZZ.requests, seed: FUZZ.seed };
    await fc.assert(fc.asyncProperty(requests, ask), options);
    reportFuzz("portal", statuses);
  },
  FUZZ.timeoutMs,
);
