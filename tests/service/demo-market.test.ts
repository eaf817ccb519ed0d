import { afterAll, beforeAll, expect, it } from "vitest";
import { NL } from "../support/rule-world.ts";
import { World } from "../support/service.ts";

let world: World;
beforeAll(async () => {
  world = await World.open("2026-06-15T11:20:30Z", { demo: 21, demoMarket: true });
  await world.service.refreshPrices();
  await world.service.runRules();
}, 120_000);
afterAll(() => world.close());

const demoRule = async () => (await world.call("listRules")).data.data[0]!;

it("the demo has a rule that suggests, labelled as demo, and generated prices say so", async () => {
  expect(await demoRule()).toMatchObject({ action: "suggest", enabled: true });
  expect((await demoRule()).name).toMatch(/^Demo/);
  const { data } = await world.call("getBiddingZonePrices", {
    params: NL,
    query: { market: "imbalance" },
  });
  expect(data.feeds).toMatchObject([{ source: "generated", failure: null }]);
  expect(data.status).toBe("complete");
});

it("the demo has groups with dynamic contracts, and one with fixed prices", async () => {
  const { data: groups } = (await world.call("listGroups")).data;
  const factors = [];
  for (const { id } of groups) {
    const { data } = await world.call("getGroupTerms", { params: { group_id: id } });
    factors.push(data.data.at(-1)!.terms!.feed_in.day_ahead_factor);
  }
  expect(factors.toSorted()).toEqual([0, 1, 1]);
});

it("a new user of the demo sees advice, with nothing missing", async () => {
  const days = [];
  for (let day = 15; day < 22; day++) {
    await world.sleepUntil(`2026-06-${day}T11:20:30Z`);
    await world.service.refreshPrices();
    const { data } = await world.call("getBiddingZoneAdvice", { params: NL });
    expect(data.missing).toEqual([]);
    days.push(data.data.filter(({ worth_it }) => worth_it).length);
  }
  expect(days.filter((count) => count > 0).length).toBeGreaterThan(3);
}, 180_000);

it("and a replay of the past weeks that gained something", async () => {
  const params = { rule_id: (await demoRule()).id };
  const body = { time_from: "2026-05-26T22:00:00Z", time_to: "2026-06-14T22:00:00Z" };
  const { data } = await world.call("replayRule", { params, body });
  expect(data.total.controls).toBeGreaterThan(3);
  expect(data.total.gain_eur).toBeGreaterThan(0);
  expect(data.total.share).toBeGreaterThan(0.3);
  expect(data.missing).toEqual([]);
});
