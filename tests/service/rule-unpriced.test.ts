import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createRule,
  dynamicTerms,
  NL,
  recordDayAhead,
  recordImbalance,
  recordSold,
  setTerms,
} from "../support/rule-world.ts";
import { openScripted } from "../support/scripted-gateway.ts";
import type { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const START = "2026-06-15T09:00:30Z";
const TODAY = ["2026-06-14T22:00:00Z", "2026-06-15T22:00:00Z"] as const;
const TOMORROW = ["2026-06-15T22:00:00Z", "2026-06-16T22:00:00Z"] as const;
const NOON = ["2026-06-15T11:00:00Z", "2026-06-15T12:00:00Z"] as const;

let world: World;
let utrecht: string;
beforeEach(async () => {
  const opened = await openScripted(START, {});
  world = opened.world;
  utrecht = (await group(world)).id;
  const home = await household(world, { groupId: utrecht });
  opened.gateway.answers(home.location.id, [home.inverter.id]);
  await world.service.tick();
  await recordSold(world, ...TODAY, 0);
});
afterEach(() => world.close());

const runAt = async (time: string) => {
  world.setClock(time);
  await world.service.runRules();
  return (await world.call("listControlSummaries")).data.data;
};
const readMissing = async () =>
  (await world.call("getBiddingZoneAdvice", { params: NL })).data.missing;

test.each([0, 0.2])(
  "a rule does nothing without the price that contracts follow, compensation %d EUR/kWh",
  async (compensation_eur_per_kwh) => {
    await setTerms(world, utrecht, { ...dynamicTerms, compensation_eur_per_kwh });
    await recordImbalance(world, ...NOON, { long: -41, short: -41 });
    const max_customer_loss_eur_per_mwh = compensation_eur_per_kwh === 0 ? 0 : null;
    await createRule(world, utrecht, { action: "issue", max_customer_loss_eur_per_mwh });
    expect(await runAt("2026-06-15T10:00:30Z")).toEqual([]);
    expect(await readMissing()).toContainEqual({
      what: "day_ahead_price",
      intervals: 4,
      customers: 0,
      time_from: "2026-06-15T11:00:00.000Z",
    });
  },
);

test("a rule does nothing in the quarter-hours for which terms have ended", async () => {
  const fixed = { day_ahead_factor: 0, eur_per_kwh: 0 };
  const terms = { ...dynamicTerms, feed_in: fixed, compensation_eur_per_kwh: 0.2 };
  await setTerms(world, utrecht, terms);
  await world.call("setGroupTerms", {
    params: { group_id: utrecht },
    body: { valid_from: "2026-06-16", terms: null },
  });
  const noon = ["2026-06-16T11:00:00Z", "2026-06-16T12:00:00Z"].map(Date.parse);
  await recordDayAhead(world, ...TOMORROW, (ms) => (ms >= noon[0]! && ms < noon[1]! ? -41 : 60));
  await createRule(world, utrecht, { action: "issue", notice_minutes: 2_880 });
  expect(await runAt("2026-06-15T09:30:30Z")).toEqual([]);
  expect(await readMissing()).toContainEqual(
    expect.objectContaining({ what: "terms", customers: 1 }),
  );
});
