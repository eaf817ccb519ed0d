import { afterEach, beforeEach, expect, it } from "vitest";
import { openScripted } from "../../support/scripted-gateway.ts";
import {
  createRule,
  NL,
  recordDayAhead,
  recordImbalance,
  recordSold,
  setTerms,
} from "../../support/rule-world.ts";
import type { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const TODAY = ["2026-06-14T22:00:00Z", "2026-06-15T22:00:00Z"] as const;
const NOON = ["2026-06-15T10:00:00Z", "2026-06-15T11:00:00Z"] as const;

let world: World;
let utrecht: string;
beforeEach(async () => {
  const scripted = await openScripted("2026-06-15T09:00:30Z");
  world = scripted.world;
  utrecht = (await group(world)).id;
  const home = await household(world, { groupId: utrecht });
  scripted.gateway.answers(home.location.id, [home.inverter.id]);
  await world.service.tick();
  await setTerms(world, utrecht);
  await recordDayAhead(world, ...TODAY, 60, "2026-06-14T10:57:00Z");
  await recordImbalance(world, ...NOON, { long: -41, short: -41 });
  await recordSold(world, ...TODAY, 0);
});
afterEach(() => world.close());

const readAdvice = async () => (await world.call("getBiddingZoneAdvice", { params: NL })).data.data;

it("a rule never acts where customers lose more per MWh than it allows, after compensation", async () => {
  // Feed-in at the day-ahead price of 60 is lost, and 10 are compensated: 50 a MWh.
  const rule = await createRule(world, utrecht, { max_customer_loss_eur_per_mwh: 51 });
  const [allowed] = await readAdvice();
  expect(allowed!.customers_eur).toBeCloseTo(allowed!.volume_kwh * -0.05, 2);
  expect(allowed).toMatchObject({ worth_it: true, reasons: [] });
  const params = { rule_id: rule.id };
  await world.call("updateRule", { params, body: { max_customer_loss_eur_per_mwh: 49 } });
  const [refused] = await readAdvice();
  expect(refused).toMatchObject({ worth_it: false, reasons: ["customer_loss"] });
  await world.service.runRules();
  const { data } = await world.call("listRuleDecisions", { params });
  expect(data.data[0]).toMatchObject({ outcome: "not_worth_it", reasons: ["customer_loss"] });
});
