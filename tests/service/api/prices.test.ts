import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PriceBatch } from "../../../lib/contract/index.ts";
import { getLocalDay, QUARTER_MS } from "../../../lib/time/amsterdam.ts";
import { transports, World } from "../../support/service.ts";

const NL = { bidding_zone_id: "NL" };
const dayAhead = { market: "day-ahead", source: "test" } as const;

/** Prices of a whole local day: the number of the ISP plus an offset. */
function dayPrices(date: string, offset = 0): PriceBatch["prices"] {
  const { startMs, isps } = getLocalDay(date);
  return Array.from({ length: isps }, (_, i) => ({
    time: new Date(startMs + i * QUARTER_MS).toISOString(),
    price: i + 1 + offset,
  }));
}

describe.each(transports)("prices, %s", (transport) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open("2026-06-15T09:58:30Z", { transport });
  });
  afterAll(() => world.close());

  const record = (body: PriceBatch, params = NL) =>
    world.call("recordBiddingZonePrices", { params, body });
  const read = async (query: Record<string, string>, params = NL) =>
    (await world.call("getBiddingZonePrices", { params, query })).data;

  it.each([
    ["2026-03-29", 92],
    ["2026-06-14", 96],
    ["2025-10-26", 100],
  ])("keeps each ISP of %s, which has %i", async (date, isps) => {
    const { startMs, endMs } = getLocalDay(date);
    const prices = dayPrices(date);
    const receipt = (await record({ ...dayAhead, prices })).data;
    expect(receipt).toMatchObject({ intervals: isps, changed: isps });
    const query = { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() };
    const answer = await read(query);
    expect(answer.data.map(({ time, price, isp }) => ({ time, price, isp }))).toEqual(
      prices.map((entry, i) => ({ ...entry, isp: i + 1 })),
    );
    expect(answer).toMatchObject({ status: "complete", missing: 0, unit: "EUR/MWh" });
  });

  it("changes nothing when the same prices come again", async () => {
    const prices = dayPrices("2026-05-01");
    expect((await record({ ...dayAhead, prices })).data.changed).toBe(96);
    world.setClock(world.nowMs + 60_000);
    expect((await record({ ...dayAhead, prices })).data.changed).toBe(0);
  });

  it("restates with a later known_at, and still answers what was known before", async () => {
    const period = { start: "2026-05-02T10:00:00Z", end: "2026-05-02T10:15:00Z" };
    const at = (price: number, known_at: string) =>
      record({ ...dayAhead, known_at, prices: [{ time: period.start, price }] });
    await at(50, "2026-05-01T11:00:00Z");
    await at(-5, "2026-05-01T12:00:00Z");
    const then = async (as_of: string) => (await read({ ...period, as_of })).data[0]?.price;
    expect(await then("2026-05-01T10:59:59Z")).toBeUndefined();
    expect(await then("2026-05-01T11:00:00Z")).toBe(50);
    expect(await then("2026-05-01T11:59:59Z")).toBe(50);
    expect(await then("2026-05-01T12:00:00Z")).toBe(-5);
    expect((await read(period)).data).toMatchObject([
      { price: -5, known_at: "2026-05-01T12:00:00.000Z", source: "test" },
    ]);
    const conflict = await at(1, "2026-05-01T12:00:00Z");
    expect([conflict.status, conflict.problem.detail]).toEqual([
      409,
      "Other prices were recorded with this known_at, from 2026-05-02T10:00:00.000Z on. Send a later known_at to restate them.",
    ]);
  });

  it("counts a batch that arrives late only until its source reported the price before again", async () => {
    const period = { start: "2026-06-15T20:00:00Z", end: "2026-06-15T20:15:00Z" };
    const at = (price: number, known_at: string) =>
      record({ ...dayAhead, known_at, prices: [{ time: period.start, price }] });
    await at(50, "2026-06-15T06:00:00Z");
    await at(50, "2026-06-15T08:00:00Z");
    expect((await at(-5, "2026-06-15T07:00:00Z")).data.changed).toBe(1);
    const then = async (as_of?: string) =>
      (await read({ ...period, ...(as_of && { as_of }) })).data[0]?.price;
    expect(await then("2026-06-15T06:59:59Z")).toBe(50);
    expect(await then("2026-06-15T07:59:59Z")).toBe(-5);
    expect(await then()).toBe(50);
  });

  it("keeps the imbalance price of a surplus and of a shortage apart", async () => {
    const time = "2026-05-03T10:00:00Z";
    const prices = [{ time, long: -20.5, short: 120, state: 2 }];
    await record({ market: "imbalance", source: "test", prices });
    const period = { start: time, end: "2026-05-03T10:15:00Z" };
    expect((await read({ ...period, market: "imbalance" })).data).toMatchObject([
      { long: -20.5, short: 120, state: 2, isp: 49 },
    ]);
    expect((await read(period)).data).toEqual([]);
  });

  it("keeps zones and sources apart", async () => {
    const period = { start: "2026-05-04T10:00:00Z", end: "2026-05-04T10:15:00Z" };
    const price = (source: string, value: number, known_at: string) => ({
      ...dayAhead,
      source,
      known_at,
      prices: [{ time: period.start, price: value }],
    });
    await record(price("one", 1, "2026-05-03T11:00:00Z"));
    await record(price("two", 2, "2026-05-03T11:05:00Z"));
    await record(price("one", 3, "2026-05-03T11:00:00Z"), { bidding_zone_id: "BE" });
    expect((await read(period)).data[0]).toMatchObject({ price: 2, source: "two" });
    expect((await read({ ...period, source: "one" })).data[0]!.price).toBe(1);
    expect((await read(period, { bidding_zone_id: "BE" })).data[0]!.price).toBe(3);
    const elsewhere = { params: { bidding_zone_id: "FR" } };
    expect((await world.call("getBiddingZonePrices", elsewhere)).status).toBe(404);
  });

  const good = { time: "2026-05-05T10:00:00Z", price: 1 };
  it.each([
    ["off the quarter-hour", [{ ...good, time: "2026-05-05T10:05:00Z" }], "#/prices/0/time"],
    ["without a price", [{ time: good.time }], "#/prices/0/price"],
    ["with imbalance values", [{ ...good, long: 1, short: 1 }], "#/prices/0/long"],
    ["twice in a call", [good, { ...good, time: "2026-05-05T12:00:00+02:00" }], "#/prices/1/time"],
    ["beyond a year ahead", [{ ...good, time: "2028-05-05T10:00:00Z" }], "#/prices/0/time"],
    ["of 3,001 ISPs", Array.from({ length: 3_001 }, () => good), "#/prices"],
    ["of none", [], "#/prices"],
  ])("refuses prices %s", async (_, prices, pointer) => {
    const { status, problem } = await record({ ...dayAhead, prices });
    expect([status, problem.errors?.[0]?.pointer]).toEqual([422, pointer]);
  });

  it("refuses a number that is not finite, and a known_at in the future", async () => {
    const path = "/v1/bidding-zones/NL/prices";
    const body = JSON.stringify({ ...dayAhead, prices: [good] }).replace(
      '"price":1',
      '"price":1e999',
    );
    const headers = { "Content-Type": "application/json" };
    expect((await world.request(path, { method: "POST", headers, body })).status).toBe(422);
    const late = await record({ ...dayAhead, known_at: "2026-07-01T00:00:00Z", prices: [good] });
    expect(late.problem.errors?.[0]?.pointer).toBe("#/known_at");
  });

  it("answers today and tomorrow by default, and says when tomorrow is known", async () => {
    await record({ ...dayAhead, prices: dayPrices("2026-06-15") });
    world.setClock("2026-06-15T11:30:00Z");
    expect(await read({})).toMatchObject({
      status: "pending",
      missing: 96,
      tomorrow_known: false,
      known_until: "2026-06-15T22:00:00.000Z",
      gate_closure: "2026-06-16T10:00:00.000Z",
    });
    world.setClock("2026-06-15T12:00:00Z");
    expect(await read({})).toMatchObject({ status: "stale", missing: 96 });
    await record({ ...dayAhead, prices: dayPrices("2026-06-16") });
    expect(await read({})).toMatchObject({ status: "complete", tomorrow_known: true });
    const unknown = { start: "2026-01-01T00:00:00Z", end: "2026-01-02T00:00:00Z" };
    expect(await read(unknown)).toMatchObject({ status: "unknown", missing: 96, data: [] });
  });
});
