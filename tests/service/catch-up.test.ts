import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { serviceGateway, type ServiceGateway } from "../../service/jobs/gateway.ts";
import { Ticker } from "../../service/jobs/scheduler.ts";
import { OutlookThreads } from "../../service/jobs/sum-outlooks.ts";
import { ForecastThreads } from "../../service/threads/forecast-threads.ts";
import { Fleet } from "../../service/planning/fleet.ts";
import { moveLocations } from "../../service/store/group-membership.ts";
import { slotAt } from "../../service/store/interval-slot.ts";
import { areaDays } from "../../service/store/schema-series.ts";
import { readPartitions } from "../../service/store/partitions.ts";
import { openStore, type Db } from "../../service/store/store.ts";
import { saveRuns } from "../../service/store/weather.ts";
import { copyDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";

const START = "2026-10-24T20:01:00Z";
const END_MS = Date.parse("2026-10-25T04:07:00Z");
const NOON_MS = Date.parse("2026-10-25T11:07:00Z");

/** What the passing of time changes, without clocks of the database and of the process. */
const TABLES = {
  location_days: "*",
  area_days: "*",
  minute_blocks: "quarter, slice, numbers, shapes, amounts, created_at",
  live_state: "*",
  forecast_models: "*",
  sky_observations: "*",
  weather_models: "*",
  deliveries: "*",
  control_totals: "*",
  connections: "*",
  area_forecasts: "*",
  partitions: "partition, recorded_until, frozen_quarter, observed_quarter, renewed_minute",
  service_state: "key, case when key = 'outlook_sums' then value - 'locationMs' else value end",
};

async function readTables(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client(url);
  await client.connect();
  const found: Record<string, string[]> = {};
  for (const [table, columns] of Object.entries(TABLES)) {
    const text = `select t::text as line from (select ${columns} from ${table}) t order by 1`;
    const { rows } = await client.query<{ line: string }>(text);
    found[table] = rows.map(({ line }) => line);
  }
  await client.end();
  return found;
}

type Tick = (nowMs: number) => Promise<void>;

/** Runs the clock on a copy of the stopped service's database, without sending setpoints. */
async function onCopy(
  sourceUrl: string,
  run: (tickAt: Tick, db: Db) => Promise<void>,
  change: (gateway: ServiceGateway) => ServiceGateway = (gateway) => gateway,
  limits: { partitionLocations?: number; maxMissed?: number } = {},
): Promise<Record<string, string[]>> {
  const url = await copyDatabase("service", sourceUrl);
  const store = await openStore(url, () => undefined);
  const isSimulated = () => true;
  const gateway = change(serviceGateway(store.db, { simulate: true, outages: true, isSimulated }));
  const fleet = new Fleet();
  const onRefused = (error: unknown) => expect.unreachable(String(error));
  try {
    const ticker = new Ticker({
      store,
      threads: new OutlookThreads(new ForecastThreads()),
      instance: "copy",
      fleet,
      zone: "NL",
      gateway,
      partitionLocations: 5_000,
      ...limits,
      onRefused,
    });
    await run(async (nowMs) => expect(await ticker.tick(nowMs)).toBe(true), store.db);
  } finally {
    await store.close();
  }
  return readTables(url);
}

/** Ticks at the end of each quarter-hour. */
async function tickEach(tickAt: Tick, endMs = END_MS): Promise<void> {
  const firstMs = Date.parse("2026-10-24T20:15:00Z");
  for (let ms = firstMs; ms < endMs; ms += QUARTER_MS) await tickAt(ms);
  await tickAt(endMs);
}

/** Moves the customers of one group to another, half an hour before the next quarter-hour of a batch. */
const moveCustomers = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; group: string; other: string }>(sql`
      select l.id, c.group_id as group, (select max(id) from groups) as other
      from locations l join customers c on c.id = l.customer_id
      where c.group_id = (select min(id) from groups)`);
    const { group: groupId, other } = rows[0]!;
    const ids = rows.map(({ id }) => id);
    const from = { biddingZone: "NL", groupId };
    const to = { biddingZone: "NL", groupId: other };
    await moveLocations(tx, ids, from, to, Date.parse("2026-10-24T21:05:00Z"), async () => []);
    await tx.execute(sql`update customers set group_id = ${other} where group_id = ${groupId}`);
  });

/** A forecast of each six hours, known two hours after it was issued. */
const addWeather = (db: Db): Promise<void> =>
  saveRuns(
    db,
    [14, 20, 26].map((hour, n) => {
      const issuedMs = Date.parse("2026-10-24T00:00:00Z") + hour * 4 * QUARTER_MS;
      return {
        source: "a",
        pointId: "one",
        latitude: NaN,
        longitude: NaN,
        issuedAt: new Date(issuedMs),
        knownAt: new Date(issuedMs + 8 * QUARTER_MS),
        expiresAt: new Date(issuedMs + 48 * QUARTER_MS),
        start: new Date(issuedMs),
        irradiance: new Float32Array(48 * 4).fill(100 * (n + 1)),
        temperature: new Float32Array(48 * 4).fill(15),
        attribution: "as given",
      };
    }),
  );

async function outdateModels(db: Db): Promise<void> {
  await db.execute(sql`update forecast_models set outdated = true where location_id like '%a%'`);
  await db.execute(sql`delete from forecast_models where location_id like '%b%'`);
}

/** A gateway whose third quarter-hour fails once, after the first two were stored. */
const failingOnce =
  (error: Error) =>
  (gateway: ServiceGateway): ServiceGateway => {
    let calls = 0;
    return {
      ...gateway,
      repeat: async (of, fromMs, toMs, store) => {
        await gateway.repeat(of, fromMs, toMs, store);
        if (++calls === 3) throw error;
      },
    };
  };

describe("after hours of downtime, with a control and a change of the clock", () => {
  let sourceUrl: string;
  let expected: Record<string, string[]>;
  beforeAll(async () => {
    const world = await World.open(START, { demo: 3, outages: true });
    const control = await world.call("controlBiddingZone", {
      params: { bidding_zone_id: "NL" },
      body: { type: "MAX_CONSUMPTION", time_to: "2026-10-24T22:40:00Z" },
    });
    expect(control.status).toBeLessThan(300);
    await world.liveUntil("2026-10-24T20:04:00Z");
    sourceUrl = world.databaseUrl;
    await world.close();
    expected = await onCopy(sourceUrl, (tickAt) => tickEach(tickAt));
    for (const [table, rows] of Object.entries(expected))
      if (table !== "weather_models") expect(rows, table).not.toHaveLength(0);
  });

  it("catching up in batches stores the same as ticking each quarter-hour", async () => {
    expect(await onCopy(sourceUrl, (tickAt) => tickAt(END_MS))).toEqual(expected);
  });

  it.each([
    ["customers moved to another group meanwhile", moveCustomers, END_MS],
    ["weather forecasts became known meanwhile", addWeather, NOON_MS],
    ["models are outdated or lacking", outdateModels, END_MS],
  ])("catching up in batches stores the same if %s", async (_, change, endMs) => {
    const each = await onCopy(sourceUrl, async (tickAt, db) => {
      await change(db);
      await tickEach(tickAt, endMs);
    });
    expect(each).not.toEqual(expected);
    const inBatches = await onCopy(sourceUrl, async (tickAt, db) => {
      await change(db);
      await tickAt(endMs);
    });
    expect(inBatches).toEqual(each);
  });

  it.each([
    ["one partition", 5_000],
    ["several partitions", 20],
  ])(
    "a fleet too large for that passes over what it missed, in %s",
    async (_, partitionLocations) => {
      await onCopy(
        sourceUrl,
        async (tickAt, db) => {
          // The first one reads the fleet, by which the next divides it.
          await tickAt(Date.parse("2026-10-24T20:05:00Z"));
          await tickAt(END_MS);
          const all = await readPartitions(db);
          expect(all).toHaveLength(partitionLocations === 20 ? 4 : 1);
          const days = await db.select().from(areaDays).where(eq(areaDays.kind, "bidding_zone"));
          const at = (time: string) => {
            const { day, index } = slotAt(Date.parse(time));
            const row = days.find((one) => one.day === day)!;
            return { forecasts: row.locations[index]!, reporting: row.reporting[index]! };
          };
          const stopped = at("2026-10-24T20:00:00Z");
          expect(stopped.forecasts).toBe(60);
          expect(stopped.reporting).toBeGreaterThan(50);
          for (const missed of ["2026-10-24T20:15:00Z", "2026-10-25T03:45:00Z"])
            expect(at(missed)).toEqual({ forecasts: 0, reporting: 0 });
          expect(at("2026-10-25T04:00:00Z").forecasts).toBe(60);
          for (const { recordedUntilMs } of all) expect(recordedUntilMs).toBe(END_MS);
        },
        undefined,
        { partitionLocations, maxMissed: 100 },
      );
    },
  );

  it("a failure in the middle of a batch stores nothing of it, and loses nothing", async () => {
    const failure = new Error("the connection was cut");
    const retry = async (tickAt: Tick, db: Db) => {
      const before = await readPartitions(db);
      await expect(tickAt(END_MS)).rejects.toThrow(failure);
      expect(await readPartitions(db)).toEqual(before.map((one) => ({ ...one, owner: "copy" })));
      await tickAt(END_MS);
    };
    expect(await onCopy(sourceUrl, retry, failingOnce(failure))).toEqual(expected);
  });

  it("a batch with a report that cannot be stored is repeated without it", async () => {
    const refusal = Object.assign(new Error("value out of range"), { code: "22003" });
    const once = (tickAt: Tick) => tickAt(END_MS);
    expect(await onCopy(sourceUrl, once, failingOnce(refusal))).toEqual(expected);
  });
});

it("requests are answered while a long absence is caught up", async () => {
  const world = await World.open("2026-10-24T20:01:00Z", { demo: 1 });
  onTestFinished(() => world.close());
  world.setClock("2026-10-25T20:01:00Z");
  const caughtUp = world.service.tick();
  expect((await world.call("listGroups")).status).toBe(200);
  expect(await world.service.isRecorded()).toBe(false);
  expect(await caughtUp).toBe(true);
  expect(await world.service.isRecorded()).toBe(true);
});
