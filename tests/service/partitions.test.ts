import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { divideLocations, readPartitions } from "../../service/store/partitions.ts";
import { openStore } from "../../service/store/store.ts";
import { HeldTotals } from "../support/held-totals.ts";
import { nearly } from "../support/nearly.ts";
import { freshDatabase, getOwnerUrl } from "../support/postgres.ts";
import { World } from "../support/service.ts";

const START = "2026-06-15T11:40:00Z";
const NL = { bidding_zone_id: "NL" };
const FEW = { PARTITION_LOCATIONS: "8" };

/** What the zone, its controls and each location recorded, and what is forecast. */
async function recordOf(world: World) {
  const query = { start: "2026-06-15T11:00:00Z" };
  const { data: listed } = await world.call("listControls");
  const params = { control_id: listed.data[0]!.id };
  const { data: locations } = await world.call("listLocations", { query: { page_size: 100 } });
  const histories = [];
  for (const { latitude, longitude, id } of locations.data) {
    const { data } = await world.call("getLocationHistorical", {
      params: { location_id: id },
      query,
    });
    histories.push({ latitude, longitude, data: data.data });
  }
  return {
    zone: (await world.call("getBiddingZoneHistorical", { params: NL, query })).data.data,
    forecast: (await world.call("getBiddingZoneForecast", { params: NL })).data.data,
    status: (await world.call("getBiddingZoneStatus", { params: NL })).data,
    delivery: (await world.call("getControlDelivery", { params })).data,
    histories: histories.toSorted((a, b) => a.latitude - b.latitude || a.longitude - b.longitude),
  };
}

async function rowsIn<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<T>(statement);
  await client.end();
  return rows;
}

/** Ticks all of these as often as the instances that share a fleet need. */
async function tickAll(worlds: readonly World[], at: number): Promise<void> {
  for (const world of worlds) world.setClock(at);
  await Promise.all(worlds.map(({ service }) => service.exchange()));
  for (let time = 0; time < 3; time++)
    await Promise.all(worlds.map(({ service }) => service.tick()));
}

/** The number of partitions of each instance. */
async function sharesIn(url: string): Promise<number[]> {
  const rows = await rowsIn<{ count: number }>(
    url,
    "select count(*)::int as count from partitions group by owner order by 1",
  );
  return rows.map(({ count }) => count);
}

const dayAt = (time: string) => Date.parse(`2026-06-15T${time}`);

async function orderControl(world: World): Promise<void> {
  const body = {
    type: "MAX_CONSUMPTION",
    time_from: "2026-06-15T11:45:00Z",
    time_to: "2026-06-15T12:20:00Z",
  } as const;
  const { status } = await world.call("controlBiddingZone", { params: NL, body });
  expect(status).toBe(200);
}

describe("a fleet divided among partitions", () => {
  it("is recorded by several instances as by one, with the same forecasts and deliveries", async () => {
    const open = async (settings: Record<string, string>, databaseUrl?: string) => {
      const world = await World.open(START, {
        demo: 2,
        settings,
        ...(databaseUrl && { databaseUrl }),
      });
      onTestFinished(() => world.close());
      return world;
    };
    const alone = await open({});
    const databaseUrl = await freshDatabase("service");
    const first = await open(FEW, databaseUrl);
    const instances = [first, await open(FEW, databaseUrl), await open(FEW, databaseUrl)];
    await Promise.all([orderControl(alone), orderControl(first)]);
    for (let minute = 1; minute <= 45; minute++) {
      const ms = Date.parse(START) + minute * 60_000;
      alone.setClock(ms);
      await Promise.all([alone.service.tick(), tickAll(instances, ms)]);
    }
    expect(await sharesIn(databaseUrl)).toEqual([2, 3, 3]);
    expect(await recordOf(instances[2]!)).toEqual(nearly(await recordOf(alone)));

    const [left, ...others] = instances;
    const minute = Date.parse(START) + 46 * 60_000;
    await tickAll([alone, left!], minute);
    const untilThen = () =>
      rowsIn(databaseUrl, "select 1 from partitions where recorded_until = '2026-06-15T12:26:00Z'");
    expect(await untilThen()).toHaveLength(3);
    await tickAll(others, minute + 5_000);
    expect(await untilThen()).toHaveLength(8);
  }, 240_000);

  it("is recorded while another partition is, but not while members change", async () => {
    const world = await World.open(START, { demo: 2, settings: FEW });
    onTestFinished(() => world.close());
    const { data: customers } = await world.call("listCustomers");
    await world.liveUntil("2026-06-15T11:44:00Z");
    const other = await HeldTotals.ofOtherPartition(world.databaseUrl);
    onTestFinished(() => other.release());
    await world.liveUntil("2026-06-15T11:46:00Z");
    const recorded = "select 1 from partitions where recorded_until = '2026-06-15T11:46:00Z'";
    expect(await rowsIn(world.databaseUrl, recorded)).toHaveLength(8);
    const params = { customer_id: customers.data[0]!.id };
    const deleted = world.call("deleteCustomer", { params });
    await other.areWaitedForBy(1);
    await other.release();
    expect((await deleted).status).toBe(200);
  }, 120_000);

  it("observes the sky once in each partition, and again only where more was measured", async () => {
    const world = await World.open(START, { demo: 2, settings: FEW });
    onTestFinished(() => world.close());
    const ownerUrl = getOwnerUrl("service", world.databaseUrl);
    await rowsIn(
      ownerUrl,
      `create table observed (partition int);
      create function note_sky() returns trigger language plpgsql security definer as $$ begin
        insert into observed values (new.partition);
        if new.partition = 3 then
          insert into minute_blocks (quarter, slice, numbers, shapes, amounts, created_at)
          select quarter, slice, numbers, shapes, amounts, created_at from minute_blocks
          where quarter = new.quarter and slice & 7 = 3 limit 1;
        end if;
        return new; end $$;
      create trigger note_sky before insert on sky_observations
        for each row execute function note_sky()`,
    );
    await world.liveUntil("2026-06-15T11:46:00Z");
    const times = await rowsIn<{ times: number }>(
      ownerUrl,
      "select count(*)::int as times from observed group by partition order by partition",
    );
    expect(times.map(({ times: count }) => count)).toEqual([1, 1, 1, 2, 1, 1, 1, 1]);
  }, 120_000);

  it("is left by an instance that stops, and divided again with one that starts", async () => {
    const databaseUrl = await freshDatabase("service");
    const open = () => World.open(START, { demo: 2, settings: FEW, databaseUrl });
    const first = await open();
    await first.liveUntil("2026-06-15T11:42:00Z");
    expect(await sharesIn(databaseUrl)).toEqual([8]);
    const second = await open();
    for (const at of ["11:43:00Z", "11:44:00Z"]) await tickAll([first, second], dayAt(at));
    expect(await sharesIn(databaseUrl)).toEqual([4, 4]);
    await first.close();
    await tickAll([second], dayAt("11:45:00Z"));
    expect(await sharesIn(databaseUrl)).toEqual([8]);
    await second.close();
  }, 120_000);

  it("gets the setpoints of an instance that is gone from another in the same minute", async () => {
    const databaseUrl = await freshDatabase("service");
    const world = await World.open(START, { demo: 2, settings: FEW, databaseUrl });
    onTestFinished(() => world.close());
    await world.liveUntil("2026-06-15T11:42:00Z");
    await rowsIn(databaseUrl, "update partitions set owner = 'gone' where partition < 4");
    const renewed = () =>
      rowsIn(databaseUrl, "select 1 from partitions where renewed_minute = '2026-06-15T11:43:00Z'");
    world.setClock(dayAt("11:43:04Z"));
    await world.service.exchange();
    expect(await renewed()).toHaveLength(4);
    world.setClock(dayAt("11:43:05Z"));
    await expect.poll(renewed, { timeout: 10_000 }).toHaveLength(8);
  }, 120_000);
});

it("a fleet that two instances divide at once is divided once", async () => {
  const url = await freshDatabase("service");
  const stores = await Promise.all([1, 2].map(() => openStore(url, () => undefined)));
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await Promise.all(stores.map((store) => store.close()));
  });
  await client.query("begin");
  await client.query("select 1 from leases for update");
  const divided = Promise.all(stores.map(({ db }) => divideLocations(db, 100, 13)));
  const waiting = async () =>
    (
      await stores[0]!.db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    ).rows.length;
  await expect.poll(waiting).toBe(2);
  await client.query("commit");
  expect(await divided).toEqual([8, 8]);
  expect(await readPartitions(stores[0]!.db)).toHaveLength(8);
});
