import { eq } from "drizzle-orm";
import pg from "pg";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { serviceGateway, type ServiceGateway } from "../../service/jobs/gateway.ts";
import { Ticker } from "../../service/jobs/scheduler.ts";
import { OutlookThreads } from "../../service/jobs/sum-outlooks.ts";
import { Fleet } from "../../service/planning/fleet.ts";
import { slotAt } from "../../service/store/interval-slot.ts";
import { areaDays } from "../../service/store/schema-series.ts";
import { readPartitions } from "../../service/store/partitions.ts";
import { openStore, type Db } from "../../service/store/store.ts";
import { copyDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";

const START = "2026-10-24T20:01:00Z";
const END_MS = Date.parse("2026-10-25T04:07:00Z");

/** What the passing of time changes, without clocks of the database and of the process. */
const TABLES = {
  location_days: "*",
  area_days: "*",
  minute_blocks: "quarter, slice, numbers, shapes, amounts, created_at",
  live_state: "*",
  forecast_models: "*",
  sky_observations: "*",
  deliveries: "*",
  control_totals: "*",
  connections: "*",
  area_forecasts: "*",
  partitions: "partition, recorded_until, frozen_quarter, observed_quarter, renewed_minute",
  service_state: "key, case when key = 'outlook_sums' then value - 'tookMs' else value end",
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
      threads: new OutlookThreads(),
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
    expected = await onCopy(sourceUrl, async (tickAt) => {
      const firstMs = Date.parse("2026-10-24T20:15:00Z");
      for (let ms = firstMs; ms < END_MS; ms += QUARTER_MS) await tickAt(ms);
      await tickAt(END_MS);
    });
    for (const rows of Object.values(expected)) expect(rows).not.toHaveLength(0);
  });

  it("catching up in batches stores the same as ticking each quarter-hour", async () => {
    expect(await onCopy(sourceUrl, (tickAt) => tickAt(END_MS))).toEqual(expected);
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
