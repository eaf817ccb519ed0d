import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { problem, PROBLEM_TYPE } from "../../lib/contract/index.ts";
import { handleUnknownRoute } from "../../lib/portal/http/unknown-route.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import { portalWorld } from "./portal-world.ts";

const world = portalWorld();
const file = new URL("../../app/api/[[...unknown]]/route.ts", import.meta.url);

const call = (user: User | null) => {
  const routeDeps = { currentUser: async () => user, auditDb: () => world.db };
  return handleUnknownRoute(routeDeps, new Request("http://portal.example/api/nothing"));
};

async function refused(response: Response, status: number) {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe(PROBLEM_TYPE);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return problem.strict().parse(await response.json()).type;
}

test("an unknown path under /api reveals nothing without a session", async () => {
  const type = await refused(await call(null), 401);
  expect(type).toMatch(/signed-out$/);
});

test("an unknown path under /api is a not-found problem", async () => {
  const answer = await call(await world.anna());
  expect(await refused(answer, 404)).toMatch(/not-found$/);
});

test("the same holds for every method", () => {
  const methods = [
    ...readFileSync(file, "utf8").matchAll(/^export const (\w+) = unknownRoute;$/gm),
  ];
  expect(methods.map(([, method]) => method).sort()).toEqual(
    ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"].sort(),
  );
});
