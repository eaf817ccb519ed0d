import { afterAll, beforeAll, expect, test } from "vitest";
import { openMetricsPort, type MetricsPort } from "../../lib/metrics/metrics-port.ts";
import { group, household } from "../support/site.ts";
import { World } from "../support/service.ts";

let world: World;
let port: MetricsPort;
beforeAll(async () => {
  world = await World.open("2026-06-15T09:58:30Z", { transport: "in process" });
  port = await openMetricsPort(world.service.metrics, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await port.close();
  await world.close();
});

async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port.port}/metrics`);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  const lines = (await response.text()).split("\n").filter((line) => /^\w/.test(line));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]));
}
const named = (name: string, labels = "") => `curtail_service_${name}${labels}`;

test("a request is counted and timed by operation and status", async () => {
  await world.call("listControls", { query: { page: 0, page_size: 1 } });
  await world.request("/v1/nothing-of-the-kind");
  const now = await scrape();
  const count = (operation: string, status: number) =>
    now.get(
      named("request_duration_seconds_count", `{operation="${operation}",status="${status}"}`),
    );
  expect(count("listControls", 200)).toBe(1);
  expect(count("none", 404)).toBe(1);
});

test("controls are counted by type, accepted and refused, and retries are not counted again", async () => {
  const { id: group_id } = await group(world, "counted");
  await household(world, { email: "counted@example.org", groupId: group_id });
  const input = {
    params: { group_id },
    body: { type: "ZERO_EXPORT" } as const,
    headers: { "Idempotency-Key": "once-and-no-more" },
  };
  for (const _ of [1, 2]) expect((await world.call("controlGroup", input)).status).toBe(200);
  const past = { ...input.body, time_to: "2026-06-15T08:00:00Z" };
  expect((await world.post(`/v1/groups/${group_id}/control`, past)).status).toBe(422);
  expect((await world.post(`/v1/groups/${group_id}/control`, { type: "odd" })).status).toBe(422);
  const now = await scrape();
  const count = (type: string, outcome: string) =>
    now.get(named("controls_total", `{type="${type}",outcome="${outcome}"}`));
  expect(count("ZERO_EXPORT", "accepted")).toBe(1);
  expect(count("ZERO_EXPORT", "refused")).toBe(1);
  expect(count("unknown", "refused")).toBe(1);
  expect(count("MAX_PRODUCTION", "accepted")).toBe(0);
});

test("the delay of the clock, the age of forecasts and the wait of setpoints are reported", async () => {
  const now = await scrape();
  expect(now.get(named("tick_lag_seconds"))).toBe(30);
  expect(now.get(named("forecast_age_seconds"))).toBe(13 * 60 + 30);
  expect(now.get(named("database_up"))).toBe(1);
  world.setClock("2026-06-15T09:59:50Z");
  const later = await scrape();
  expect(later.get(named("tick_lag_seconds"))).toBe(110);
  expect(later.get(named("setpoints", '{state="waiting"}'))).toBe(1);
  expect(later.get(named("outbox_age_seconds"))).toBe(80);
});

test("the metrics port serves nothing else, and no id is a label", async () => {
  expect((await fetch(`http://127.0.0.1:${port.port}/`)).status).toBe(404);
  const post = await fetch(`http://127.0.0.1:${port.port}/metrics`, { method: "POST" });
  expect(post.status).toBe(404);
  const labels = [...(await scrape()).keys()].flatMap((line) => [...line.matchAll(/"([^"]*)"/g)]);
  const ids = labels.map(([, value]) => value!).filter((value) => /_01|@|-.*-.*-/.test(value));
  expect(ids).toEqual([]);
});

test("values that are unknown without the database are reported as missing", async () => {
  const gone = await World.open("2026-06-15T09:58:30Z");
  const registry = gone.service.metrics;
  await gone.close();
  const text = await registry.metrics();
  expect(text).toMatch(/^curtail_service_database_up 0$/m);
  expect(text).toMatch(/^curtail_service_not_reporting_locations Nan$/m);
  expect(text).toMatch(/^curtail_service_setpoints\{state="waiting"\} Nan$/m);
});
