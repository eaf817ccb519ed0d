import { afterEach, beforeEach, expect, it } from "vitest";
import { withConnection } from "../../runtime/databases/connection.ts";
import { expectErrorLog } from "../support/error-log.ts";
import {
  createRule,
  recordDayAhead,
  recordImbalance,
  recordSold,
  setTerms,
} from "../support/rule-world.ts";
import { getOwnerUrl } from "../support/postgres.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const TODAY = ["2026-06-14T22:00:00Z", "2026-06-15T22:00:00Z"] as const;
const NOON = ["2026-06-15T11:00:00Z", "2026-06-15T12:00:00Z"] as const;

let world: World;
let utrecht: string;
beforeEach(async () => {
  world = await World.open("2026-06-15T09:00:30Z");
  utrecht = (await group(world)).id;
  await household(world, { groupId: utrecht });
  await world.service.tick();
  await setTerms(world, utrecht);
  await recordDayAhead(world, ...TODAY, 60, "2026-06-14T10:57:00Z");
  await recordSold(world, ...TODAY, 0);
});
afterEach(() => world.close());

const runAt = async (time: string) => {
  world.setClock(time);
  await world.service.runRules();
};

async function scrape(): Promise<(name: string) => number> {
  const text = await world.service.metrics.metrics();
  const lines = text.split("\n").filter((line) => /^\w/.test(line));
  const values = new Map(lines.map((line) => [line.replace(/ \S+$/, ""), line.split(" ").at(-1)!]));
  return (name) => Number(values.get(`curtail_service_rule_${name}`));
}

it("counts decisions by outcome, once each, and how late a rule acted", async () => {
  await recordImbalance(world, ...NOON, { long: -41, short: -41 });
  await createRule(world, utrecht, { action: "issue" });
  await runAt("2026-06-15T09:01:30Z");
  await runAt("2026-06-15T09:02:30Z");
  // Due at 12:00 local time, and evaluated 20 minutes later.
  await runAt("2026-06-15T10:20:30Z");
  const read = await scrape();
  expect(read('decisions_total{outcome="waiting"}')).toBe(1);
  expect(read('decisions_total{outcome="issued"}')).toBe(1);
  expect(read('decisions_total{outcome="refused"}')).toBe(0);
  expect(read("delay_seconds_count")).toBe(1);
  expect(read("delay_seconds_sum")).toBe(20 * 60 + 30);
  expect(read("evaluation_age_seconds")).toBe(0);
});

it("counts a delay from when the price became known", async () => {
  await createRule(world, utrecht, { action: "issue" });
  world.setClock("2026-06-15T10:40:00Z");
  await recordImbalance(world, ...NOON, { long: -41, short: -41 });
  await runAt("2026-06-15T10:40:30Z");
  expect((await scrape())("delay_seconds_sum")).toBe(30);
});

it("reports stale and missing inputs while they last", async () => {
  await recordImbalance(world, ...NOON, { long: -41, short: -41 }, "2026-06-13T08:00:00Z");
  await createRule(world, utrecht, { action: "issue" });
  await runAt("2026-06-15T10:00:30Z");
  const stale = await scrape();
  expect(stale('missing_inputs{input="stale_price"}')).toBe(4);
  expect(stale('missing_inputs{input="position"}')).toBeGreaterThan(0);
  expect(stale('missing_inputs{input="terms"}')).toBe(0);
  await recordImbalance(world, ...NOON, { long: -42, short: -42 });
  await runAt("2026-06-15T10:01:30Z");
  expect((await scrape())('missing_inputs{input="stale_price"}')).toBe(0);
});

it("does not report what another instance may have changed since", async () => {
  await createRule(world, utrecht);
  const before = await scrape();
  expect(before("evaluation_age_seconds")).toBeNaN();
  expect(before('missing_inputs{input="position"}')).toBeNaN();
  await runAt("2026-06-15T09:01:30Z");
  world.setClock("2026-06-15T09:06:30Z");
  const later = await scrape();
  expect(later("evaluation_age_seconds")).toBe(300);
  expect(later('missing_inputs{input="position"}')).toBeNaN();
});

/** Renames what each evaluation reads, so that the database refuses it, or undoes that. */
const rename = (from: string, to: string) =>
  withConnection(getOwnerUrl("service", world.databaseUrl), (client) =>
    client.query(`alter table ${from} rename to ${to}`),
  );

it("reports since when a rule has failed, also from the start on", async () => {
  expectErrorLog(/Failed to evaluate a rule/);
  const { id } = await createRule(world, utrecht);
  await rename("positions", "positions_elsewhere");
  await runAt("2026-06-15T09:01:30Z");
  await runAt("2026-06-15T09:07:30Z");
  const failing = await scrape();
  expect(failing("evaluation_age_seconds")).toBe(360);
  expect(failing('missing_inputs{input="position"}')).toBeNaN();
  await rename("positions_elsewhere", "positions");
  await runAt("2026-06-15T09:08:30Z");
  expect((await scrape())("evaluation_age_seconds")).toBe(0);

  await rename("positions", "positions_elsewhere");
  await runAt("2026-06-15T09:14:30Z");
  expect((await scrape())("evaluation_age_seconds")).toBe(360);
  await world.call("updateRule", { params: { rule_id: id }, body: { enabled: false } });
  await runAt("2026-06-15T09:15:30Z");
  expect((await scrape())("evaluation_age_seconds")).toBe(0);
});
