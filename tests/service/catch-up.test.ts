import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { serviceGateway, type ServiceGateway } from "../../service/jobs/gateway.ts";
import { Ticker } from "../../service/jobs/scheduler.ts";
import { OutlookThreads } from "../../service/jobs/sum-outlooks.ts";
import { Fleet } from "../../service/planning/fleet.ts";
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
  minutes: "*",
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
): Promise<Record<string, string[]>> {
  const url = await copyDatabase("service", sourceUrl);
  const store = await openStore(url, () => undefined);
  const isSimulated = () => true;
  const gateway = change(serviceGateway(store.db, { simulate: true, outages: true, isSimulated }));
  const fleet = new Fleet();
  const onRefused = (error: unknown) => expect.unreachable(String(error));
  try {
    const partitionLocations = 5_000;
    const ticker = new Ticker({
      store,
      threads: new OutlookThreads(),
      instance: "copy",
      fleet,
      zone: "NL",
      gateway,
      partitionLocations,
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
