import { expect, it, onTestFinished } from "vitest";
import { QUARTER_MS } from "../../../lib/time/amsterdam.ts";
import {
  createRule,
  NL,
  recordDayAhead,
  recordImbalance,
  recordSold,
  setTerms,
} from "../../support/rule-world.ts";
import { openScripted } from "../../support/scripted-gateway.ts";
import { group, household } from "../../support/site.ts";

const TODAY = ["2026-06-14T22:00:00Z", "2026-06-15T22:00:00Z"] as const;
const NOON = ["2026-06-15T10:00:00Z", "2026-06-15T11:00:00Z"] as const;

/** A house in a group with terms, a position and prices of 60 EUR/MWh. */
async function openWithPrices() {
  const { world, gateway } = await openScripted("2026-06-15T09:00:30Z");
  onTestFinished(() => world.close());
  const utrecht = (await group(world)).id;
  const home = await household(world, { groupId: utrecht });
  gateway.answers(home.location.id, [home.inverter.id]);
  await world.service.tick();
  await setTerms(world, utrecht);
  await recordDayAhead(world, ...TODAY, 60, "2026-06-14T10:57:00Z");
  await recordImbalance(world, ...TODAY, { long: 60, short: 60 }, "2026-06-15T08:00:00Z");
  await recordSold(world, ...TODAY, 0);
  return { world, utrecht };
}

it("advice has no more windows than the monthly limit allows, those before them counted", async () => {
  const { world, utrecht } = await openWithPrices();
  const low = { long: -41, short: -41 };
  await recordImbalance(world, ...NOON, low, "2026-06-15T08:50:00Z");
  const later = ["2026-06-15T12:00:00Z", "2026-06-15T13:00:00Z"] as const;
  await recordImbalance(world, ...later, low, "2026-06-15T08:50:00Z");
  const rule = await createRule(world, utrecht, { max_hours_per_month: 1 });
  const readWindows = async () =>
    (await world.call("getBiddingZoneAdvice", { params: NL })).data.data.map(
      ({ time_from, time_to }) => [time_from, time_to].map((time) => time.slice(11, 16)),
    );
  expect(await readWindows()).toEqual([["10:00", "11:00"]]);
  const params = { rule_id: rule.id };
  await world.call("updateRule", { params, body: { max_hours_per_month: 1.5 } });
  expect(await readWindows()).toEqual([
    ["10:00", "11:00"],
    ["12:00", "12:30"],
  ]);
});

it("advice goes by the price that goes before others, though another one became known later", async () => {
  const { world, utrecht } = await openWithPrices();
  const prices = Array.from({ length: 4 }, (_, quarter) => ({
    time: new Date(Date.parse(NOON[0]) + quarter * QUARTER_MS).toISOString(),
    long: -41,
    short: -41,
  }));
  const reported = { market: "imbalance" as const, source: "elia", prices };
  const body = { ...reported, known_at: "2026-06-15T08:00:00Z" };
  await world.call("recordBiddingZonePrices", { params: NL, body });
  await recordImbalance(world, ...NOON, { long: 20, short: 20 }, "2026-06-15T08:50:00Z");
  await createRule(world, utrecht);
  const { data } = (await world.call("getBiddingZoneAdvice", { params: NL })).data;
  const [item] = data;
  expect(item!.intervals.map(({ eur_per_mwh }) => eur_per_mwh)).toEqual(Array(4).fill(-41));
});
