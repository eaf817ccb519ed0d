import pg from "pg";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { moveBlocks } from "../../service/store/move-blocks.ts";
import { readPartitions } from "../../service/store/partitions.ts";
import { openStore } from "../../service/store/store.ts";
import { copyDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";

const FEW = { PARTITION_LOCATIONS: "8" };
const NL = { bidding_zone_id: "NL" };

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<T>(text);
  await client.end();
  return rows;
}

const blocksIn = (url: string) => query(url, "select roster, quarter from interval_blocks");
const totalsIn = (url: string) => query(url, "select a::text from area_days a order by 1");

/** The service that goes on with a copy of the database. */
async function open(databaseUrl: string): Promise<World> {
  const world = await World.open("2026-06-15T12:16:30Z", { demo: 2, settings: FEW, databaseUrl });
  onTestFinished(() => world.close());
  return world;
}

/** Moves the blocks of all partitions to the days of their locations. */
async function moveAll(url: string): Promise<void> {
  const store = await openStore(url, () => undefined);
  const all = await readPartitions(store.db);
  for (const { partition } of all)
    await moveBlocks(store.db, { partition, partitions: all.length }, Date.parse("2027-01-01"));
  await store.close();
}

const daysIn = async (url: string) => {
  await moveAll(url);
  expect(await blocksIn(url)).toEqual([]);
  return query(url, "select d::text from location_days d order by 1");
};

/** The histories of the zone and of each location and its panels, and the forecast. */
async function answersOf(world: World) {
  const start = { query: { start: "2026-06-14T22:00:00Z" } };
  const { data: locations } = await world.call("listLocations", { query: { page_size: 100 } });
  const histories = [];
  for (const { id } of locations.data) {
    const params = { location_id: id };
    histories.push((await world.call("getLocationHistorical", { params, ...start })).data);
    histories.push((await world.call("getLocationForecast", { params })).data);
  }
  return {
    histories,
    zone: (await world.call("getBiddingZoneHistorical", { params: NL, ...start })).data,
    forecast: (await world.call("getBiddingZoneForecast", { params: NL })).data,
  };
}

/** Late and corrected measurements, a moved and a deleted customer, and two more quarter-hours. */
async function goOn(world: World): Promise<void> {
  const { data: locations } = await world.call("listLocations", { query: { page_size: 100 } });
  const measurements = ["11:30", "11:45", "12:00"].map((time) => {
    const fromMs = Date.parse(`2026-06-15T${time}:00Z`);
    const time_to = new Date(fromMs + 14 * 60_000).toISOString();
    return { time_from: new Date(fromMs).toISOString(), time_to, injection_kw: -4.25 };
  });
  for (const { id } of locations.data.slice(0, 20)) {
    const params = { location_id: id };
    const { data } = await world.call("recordMeasurements", { params, body: { measurements } });
    expect(data.changed).toBe(3);
  }
  const { data: groups } = await world.call("listGroups");
  const { data: customers } = await world.call("listCustomers", { query: { page_size: 100 } });
  const [gone, moved] = customers.data.filter(({ email }) => email !== "customer@demo.example");
  await world.call("deleteCustomer", { params: { customer_id: gone!.id } });
  await world.call("updateCustomer", {
    params: { customer_id: moved!.id },
    body: { name: moved!.name, group_id: groups.data[1]!.id },
  });
  await world.liveUntil("2026-06-15T12:46:10Z");
}

describe("a quarter-hour of a partition that is stored as one block", () => {
  let sourceUrl: string;
  beforeAll(async () => {
    const world = await World.open("2026-06-15T11:28:00Z", { demo: 2, settings: FEW });
    await world.liveUntil("2026-06-15T12:16:00Z");
    sourceUrl = world.databaseUrl;
    await world.close();
    expect((await blocksIn(sourceUrl)).length).toBeGreaterThan(8);
  }, 120_000);

  it("is read and changed as if it were in the days of the locations", async () => {
    const [blocks, days] = [
      await copyDatabase("service", sourceUrl),
      await copyDatabase("service", sourceUrl),
    ];
    await moveAll(days);
    expect(await blocksIn(days)).toEqual([]);
    const worlds = [await open(blocks), await open(days)] as const;
    expect(await answersOf(worlds[0])).toEqual(await answersOf(worlds[1]));
    for (const world of worlds) await goOn(world);
    expect(await answersOf(worlds[0])).toEqual(await answersOf(worlds[1]));
    expect(await totalsIn(blocks)).toEqual(await totalsIn(days));
    expect(await daysIn(blocks)).toEqual(await daysIn(days));
  }, 240_000);

  it("is stored once when its job ends before it has noted that", async () => {
    const url = await copyDatabase("service", sourceUrl);
    const [blocks, totals] = [await blocksIn(url), await totalsIn(url)];
    await query(
      url,
      "update partitions set frozen_quarter = frozen_quarter - interval '15 minutes'",
    );
    const world = await open(url);
    await world.service.tick();
    const frozen = "select 1 from partitions where frozen_quarter = '2026-06-15T12:15:00Z'";
    expect(await query(url, frozen)).toHaveLength(8);
    expect(await blocksIn(url)).toEqual(blocks);
    expect(await totalsIn(url)).toEqual(totals);
  }, 120_000);

  it("is moved to the days, some partitions after each quarter-hour", async () => {
    const url = await copyDatabase("service", sourceUrl);
    const world = await open(url);
    await world.sleepUntil("2026-06-15T16:31:00Z");
    const old = "select 1 from interval_blocks where quarter < '2026-06-15T12:30:00Z'";
    expect(await query(url, old)).toEqual([]);
    expect(await blocksIn(url)).not.toEqual([]);
    const unused = `select 1 from block_rosters r
      where not exists (select 1 from interval_blocks b where b.roster = r.id)`;
    expect(await query(url, unused)).toEqual([]);
  }, 240_000);
});
