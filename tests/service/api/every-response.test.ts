import { afterAll, beforeAll, expect, test } from "vitest";
import { operations, type OperationId } from "../../../lib/contract/index.ts";
import { bodyOn, side, type Side } from "../../support/example-calls.ts";
import { World } from "../../support/service.ts";

let world: World;
let one: Side;
beforeAll(async () => {
  world = await World.open("2026-06-15T09:58:30Z");
  one = await side(world, "one");
});
afterAll(() => world.close());

const shut = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const tagged = ["getBiddingZoneHistorical", "getBiddingZoneCoverage", "getGroupHistorical"];

const isShut = (response: Response) =>
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...shut,
    // An answer with a tag may be kept by its client, which asks each time whether it is the same.
    ...(response.headers.has("etag") && { "cache-control": "private, no-cache" }),
  });

test("every answer carries the security headers", async () => {
  for (const key of Object.keys(operations) as OperationId[]) {
    const { path, method } = operations[key];
    const filled = path.replace(/\{(\w+)\}/g, (_, name: keyof Side) => one[name]);
    const body = bodyOn(key, one, world.nowMs);
    const init = {
      method: method.toUpperCase(),
      headers: { "Content-Type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
    const answer = await world.request(filled, init);
    isShut(answer);
    expect(answer.headers.has("etag"), key).toBe(tagged.includes(key));
    isShut(await world.request(filled, { ...init, headers: { "X-API-Key": "ck_wrong" } }));
  }
  for (const path of ["/healthz", "/readyz", "/v1/openapi.json", "/v1/nothing", "/elsewhere"])
    isShut(await world.request(path));
  isShut(await world.request("/v1/controls", { method: "DELETE" }));
});
