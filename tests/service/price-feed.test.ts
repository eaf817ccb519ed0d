import { afterEach, expect, it } from "vitest";
import type { PriceSource } from "../../service/prices/price-source.ts";
import { PriceError, toDayAhead } from "../../service/prices/price-source.ts";
import { World } from "../support/service.ts";

const NL = { bidding_zone_id: "NL" };
const START = "2026-06-15T10:00:00Z";
const MINUTES = 60_000;

let worlds: World[] = [];
afterEach(async () => {
  await Promise.all(worlds.map((world) => world.close()));
  worlds = [];
});

const open = async (source: PriceSource, databaseUrl?: string) => {
  const world = await World.open(START, {
    priceSources: [source],
    ...(databaseUrl && { databaseUrl }),
  });
  worlds.push(world);
  return world;
};

/** A source of one ISP whose price or failure the test sets. */
function scripted(first: number | Error) {
  const script = { next: first, reads: 0 };
  const source: PriceSource = {
    name: "scripted",
    zone: "NL",
    market: "day-ahead",
    everyMs: 15 * MINUTES,
    daysBack: 1,
    async fetchPrices() {
      script.reads += 1;
      if (script.next instanceof Error) throw script.next;
      const prices = [toDayAhead(Date.parse(START), script.next)];
      return { attribution: "Licence line", vintages: [{ prices }] };
    },
  };
  return { script, source };
}

const read = async (world: World) =>
  (await world.call("getBiddingZonePrices", { params: NL })).data;
const refreshAfter = async (world: World, minutes: number) => {
  world.setClock(world.nowMs + minutes * MINUTES);
  await world.service.refreshPrices();
};

it("records prices with when they were read, and says so with the licence line", async () => {
  const { script, source } = scripted(20);
  const world = await open(source);
  await world.service.refreshPrices();
  expect(await read(world)).toMatchObject({
    data: [{ price: 20, source: "scripted", known_at: "2026-06-15T10:00:00.000Z" }],
    feeds: [{ source: "scripted", attribution: "Licence line", failure: null }],
  });
  script.next = 30;
  await refreshAfter(world, 15);
  expect((await read(world)).data).toMatchObject([
    { price: 30, known_at: "2026-06-15T10:15:00.000Z" },
  ]);
});

it.each([
  [
    "fails",
    new PriceError("host answered 503.", { code: "unreachable" }),
    "host answered 503.",
    "unreachable",
  ],
  ["changes its form", new TypeError("x is undefined"), "unexpected form", "unexpected_answer"],
])("says on the page and in the metrics that a source %s", async (_, error, reason, code) => {
  const { script, source } = scripted(20);
  const world = await open(source);
  await world.service.refreshPrices();
  script.next = error;
  await refreshAfter(world, 15);
  const { feeds, data } = await read(world);
  expect(data).toMatchObject([{ price: 20 }]);
  expect(feeds).toMatchObject([
    {
      checked_at: "2026-06-15T10:15:00.000Z",
      succeeded_at: "2026-06-15T10:00:00.000Z",
      failure: expect.stringContaining(reason),
      failure_code: code,
      attribution: "Licence line",
    },
  ]);
  const metrics = await world.service.metrics.metrics();
  expect(metrics).toMatch(/price_fetches_total\{source="scripted",outcome="failed"\} 1/);
  expect(metrics).toMatch(/price_fetches_total\{source="scripted",outcome="stored"\} 1/);
  expect(metrics).toMatch(/service_price_ahead_seconds 0/);
  expect(metrics).toMatch(/imbalance_price_ahead_seconds Nan/);
});

it("reads a source no more often than it allows, at whichever instance", async () => {
  const { script, source } = scripted(20);
  const world = await open(source);
  const other = await open(source, world.databaseUrl);
  await Promise.all([world.service.refreshPrices(), other.service.refreshPrices()]);
  await refreshAfter(world, 14);
  await refreshAfter(other, 14);
  expect(script.reads).toBe(1);
  await refreshAfter(other, 1);
  expect(script.reads).toBe(2);
});

it("reads nothing when no source is configured", async () => {
  const world = await World.open(START);
  worlds.push(world);
  await world.service.refreshPrices();
  expect((await read(world)).feeds).toEqual([]);
});

it("replays past prices in the demo, for the days before and for tomorrow", async () => {
  const world = await World.open("2026-06-15T11:00:00Z", { demo: 2 });
  worlds.push(world);
  await world.service.refreshPrices();
  const { data, status, tomorrow_known, feeds } = await read(world);
  expect([data.length, status, tomorrow_known]).toEqual([192, "complete", true]);
  expect(feeds).toMatchObject([{ source: "replay-2020", attribution: expect.any(String) }]);
});
