import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROBLEM_TYPE } from "../../lib/contract/index.ts";
import { side } from "../support/example-calls.ts";
import { anyRequest, type ApiDocument, type FuzzRequest } from "../support/fuzz-requests.ts";
import { asDescribed, FUZZ, ExistingIds, reportFuzz } from "../support/fuzzing.ts";
import { World } from "../support/service.ts";

const NOW = "2026-06-15T10:02:00Z";
/** Requests after which a minute has passed. */
const A_MINUTE = 100;

let world: World;
let document: ApiDocument;
const known = new ExistingIds();
const statuses = new Map<number, number>();

beforeAll(async () => {
  world = await World.open(NOW);
  for (const name of ["a", "b", "c"]) known.learn(await side(world, name));
  document = (await (await world.request("/v1/openapi.json")).json()) as ApiDocument;
});
afterAll(() => world.close());

async function minuteLater(): Promise<void> {
  world.setClock(world.nowMs + 60_000);
  await world.service.tick();
}

async function send(request: FuzzRequest): Promise<Response> {
  const query = request.query ? `?${known.in(request.query)}` : "";
  return world.request(known.in(request.path) + query, {
    method: request.method,
    headers: request.headers,
    ...(request.body !== undefined && { body: known.in(request.body) }),
  });
}

async function ask(request: FuzzRequest): Promise<void> {
  const response = await send(request);
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  const body = await asDescribed(request, response);
  if (response.ok) known.made(request.operation, body);
}

it(
  "answers any request as documented, and never with a 5xx",
  async () => {
    let asked = 0;
    const property = fc.asyncProperty(anyRequest(document, Date.parse(NOW)), async (request) => {
      asked += 1;
      if (asked % A_MINUTE === 0) await minuteLater();
      await ask(request);
    });
    await fc.assert(property, { numRuns: FUZZ.requests, seed: FUZZ.seed, endOnFailure: false });
    reportFuzz("service", statuses);
  },
  FUZZ.timeoutMs,
);

describe("an answer", () => {
  const typed = (type: string) => ({ "Content-Type": type });
  const problemOf = (status: number) => ({
    type: "urn:curtail:problem:x",
    title: "X",
    status,
    request_id: "x",
  });
  const listed = (): FuzzRequest => {
    const requests = fc.sample(anyRequest(document, Date.parse(NOW)), { numRuns: 2_000, seed: 1 });
    return requests.find(({ operation }) => operation === "listGroups")!;
  };

  it.each([
    ["of a 5xx", Response.json(problemOf(503), { status: 503, headers: typed(PROBLEM_TYPE) })],
    ["of a status that is not listed", Response.json(problemOf(418), { status: 418 })],
    ["of another media type", Response.json(problemOf(404), { status: 404 })],
    ["of another shape", Response.json({ groups: [] })],
    ["that is no JSON", new Response("<html>", { headers: typed("application/json") })],
  ])("%s is found out", async (_, response) => {
    await expect(asDescribed(listed(), response)).rejects.toThrow();
  });

  it("can be requested from every operation", () => {
    const requests = fc.sample(anyRequest(document, Date.parse(NOW)), { numRuns: 5_000, seed: 1 });
    const asked = new Set(requests.map(({ operation }) => operation));
    const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(asked.size).toBe(all.length);
  });
});
