import { afterEach, expect, test } from "vitest";
import {
  createRule,
  recordDayAhead,
  recordImbalance,
  recordSold,
  setTerms,
} from "../support/rule-world.ts";
import { openScripted } from "../support/scripted-gateway.ts";
import type { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const TODAY = ["2026-06-14T22:00:00Z", "2026-06-15T22:00:00Z"] as const;
const LATER = ["2026-06-14T22:00:00Z", "2026-06-16T22:00:00Z"] as const;
const NOON = ["2026-06-15T11:00:00Z", "2026-06-15T12:00:00Z"] as const;

let world: World;
afterEach(() => world.close());

test("advice that went and returns is decided and told again, and not every minute", async () => {
  const opened = await openScripted("2026-06-15T09:00:30Z", {});
  world = opened.world;
  const { id } = await group(world);
  const home = await household(world, { groupId: id });
  opened.gateway.answers(home.location.id, [home.inverter.id]);
  await world.service.tick();
  await recordSold(world, ...LATER, 0);
  await setTerms(world, id);
  await recordDayAhead(world, ...TODAY, 60, "2026-06-14T10:57:00Z");
  await recordDayAhead(world, TODAY[1], LATER[1], 60);
  await recordImbalance(world, ...LATER, { long: 30, short: 30 });
  const rule = await createRule(world, id);
  for (const [time, price] of [
    ["2026-06-15T09:01:30Z", -41],
    ["2026-06-15T09:02:30Z", -41],
    ["2026-06-15T09:20:30Z", 50],
    ["2026-06-15T09:21:30Z", 50],
    ["2026-06-15T09:40:30Z", -300],
    ["2026-06-15T09:41:30Z", -300],
  ] as const) {
    world.setClock(time);
    await recordImbalance(world, ...NOON, { long: price, short: price });
    await world.service.runRules();
  }
  const query = { page_size: 100 };
  const { data } = await world.call("listRuleDecisions", { params: { rule_id: rule.id }, query });
  expect(data.data.map(({ outcome }) => outcome)).toEqual(["suggested", "nothing", "suggested"]);
});
