import pg from "pg";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { toDayAhead, type PriceSource } from "../../service/prices/price-source.ts";
import type { NewPrice } from "../../service/store/prices.ts";
import { failFor, imbalanceSource, openAlertWorld } from "../support/alert-world.ts";
import { recordImbalance } from "../support/rule-world.ts";
import { getOwnerUrl } from "../support/postgres.ts";
import { World } from "../support/service.ts";

const START = "2026-06-15T10:00:00Z";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let opened: { close(): Promise<void> };
afterEach(() => opened.close());

test.each([
  ["twice", Date.parse(START), null],
  ["at no time", NaN, "The prices of its answer could not be stored."],
])("an answer with an ISP %s keeps no other source from being read", async (_, timeMs, failure) => {
  const reads = new Map<string, number>();
  const source = (name: string, prices: NewPrice[]): PriceSource => ({
    name,
    zone: "NL",
    market: "day-ahead",
    everyMs: 15 * MINUTE_MS,
    daysBack: 1,
    async fetchPrices() {
      reads.set(name, (reads.get(name) ?? 0) + 1);
      return { attribution: null, vintages: [{ prices }] };
    },
  });
  const world = await World.open(START, {
    priceSources: [
      source("first", [toDayAhead(Date.parse(START), 10), toDayAhead(timeMs, 20)]),
      source("second", [toDayAhead(Date.parse(START), 30)]),
    ],
    log: pino({ level: "silent" }),
  });
  opened = world;
  for (let minute = 0; minute < 5; minute++) {
    await world.service.refreshPrices();
    world.setClock(world.nowMs + MINUTE_MS);
  }
  const params = { bidding_zone_id: "NL" };
  const { data, feeds } = (await world.call("getBiddingZonePrices", { params })).data;
  expect([...reads]).toEqual([
    ["first", 1],
    ["second", 1],
  ]);
  expect(feeds.find((feed) => feed.source === "first")).toMatchObject({ failure });
  expect(data[0]!.price).toBe(failure === null ? 20 : 30);
});

test("the alert of imbalance prices stays open while only forecasts of them arrive", async () => {
  const source = imbalanceSource();
  const alerts = await openAlertWorld([source]);
  opened = alerts;
  const { world } = alerts;
  await world.service.refreshPrices();
  await failFor(alerts, source, 60);
  const query = { kind: "prices_stale", page_size: 100 } as const;
  const readStates = async () =>
    (await world.call("listAlerts", { query })).data.data
      .filter(({ details }) => details.market === "imbalance")
      .map(({ state }) => state);
  expect(await readStates()).toEqual(["open"]);
  const fromMs = Math.ceil(world.nowMs / (15 * MINUTE_MS)) * 15 * MINUTE_MS;
  const [from, to] = [fromMs, fromMs + 4 * HOUR_MS].map((ms) => new Date(ms).toISOString());
  await recordImbalance(world, from!, to!, { long: 20, short: 60 });
  world.setClock(world.nowMs + MINUTE_MS);
  await world.service.runAlerts();
  expect(await readStates()).toEqual(["open"]);
});

test("the demo's prices are still read when its position cannot be recorded", async () => {
  const log = pino({ level: "silent" });
  const world = await World.open("2026-06-15T11:00:00Z", { demo: 2, demoMarket: true, log });
  opened = world;
  const owner = new pg.Client(getOwnerUrl("service", world.databaseUrl));
  await owner.connect();
  await owner.query("alter table positions rename to positions_away");
  await owner.end();
  await expect(world.service.refreshPrices()).resolves.toBeUndefined();
});
