import { asc } from "drizzle-orm";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { Fleet } from "../../service/planning/fleet.ts";
import { serviceGateway } from "../../service/jobs/gateway.ts";
import { Ticker } from "../../service/jobs/scheduler.ts";
import { OutlookThreads } from "../../service/jobs/sum-outlooks.ts";
import { areaForecasts, areaSumParts } from "../../service/store/schema-series.ts";
import { openStore } from "../../service/store/store.ts";
import { ForecastThreads } from "../../service/threads/forecast-threads.ts";
import { nearly } from "../support/nearly.ts";
import { copyDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";

const START = "2026-06-15T11:40:00Z";
const QUARTER = Date.parse("2026-06-15T11:45:00Z");

/** Counts the sites that are summed, times quarter-hours. */
class CountingThreads extends OutlookThreads {
  summed = 0;
  isBroken = false;

  constructor() {
    super(new ForecastThreads(Infinity));
  }

  override sum: OutlookThreads["sum"] = async (sites, startMs, horizon, total) => {
    if (this.isBroken) throw new Error("a thread ended");
    this.summed += sites.length * horizon.quarters;
    return super.sum(sites, startMs, horizon, total);
  };
}

/** An instance's minute jobs on a database, with the fleet in so many partitions. */
async function openInstance(url: string, instance: string, partitionLocations: number) {
  const store = await openStore(url, () => undefined);
  onTestFinished(() => store.close());
  const isSimulated = () => true;
  const threads = new CountingThreads();
  const fleet = new Fleet();
  const ticker = new Ticker({
    store,
    threads,
    instance,
    fleet,
    zone: "NL",
    gateway: serviceGateway(store.db, { simulate: true, outages: true, isSimulated }),
    partitionLocations,
    onRefused: (error) => expect.unreachable(String(error)),
  });
  return { store, threads, tick: (ms: number) => ticker.tick(ms) };
}

type Instance = Awaited<ReturnType<typeof openInstance>>;

/** Ticks all of them as often as the instances that share a fleet need. */
async function tickAll(instances: readonly Instance[], ms: number): Promise<void> {
  for (let time = 0; time < 3; time++) await Promise.all(instances.map(({ tick }) => tick(ms)));
}

/** Each minute until the end of a quarter-hour, and its end. */
async function liveQuarter(instances: readonly Instance[], startMs: number): Promise<void> {
  for (let ms = startMs + MINUTE_MS; ms <= startMs + QUARTER_MS; ms += MINUTE_MS)
    await tickAll(instances, ms);
}

async function forecastsIn({ store }: Instance) {
  const rows = await store.db
    .select()
    .from(areaForecasts)
    .orderBy(asc(areaForecasts.kind), asc(areaForecasts.areaId));
  return rows.map(({ kind, areaId, start, ...series }) => {
    const kw = Object.entries(series).map(([name, values]) => [name, [...values!]]);
    return { kind, areaId, startMs: start.getTime(), ...Object.fromEntries(kw) };
  });
}
const startsIn = async (instance: Instance) =>
  new Set((await forecastsIn(instance)).map(({ startMs }) => startMs));

/** The quarter-hours that an instance summed since the last call. */
function takeSummed({ threads }: Instance): number {
  const { summed } = threads;
  threads.summed = 0;
  return summed;
}

describe("the forecasts of zones and groups of a fleet that instances share", () => {
  let sourceUrl: string;
  beforeAll(async () => {
    const world = await World.open(START, { demo: 2 });
    await world.liveUntil("2026-06-15T11:41:00Z");
    sourceUrl = world.databaseUrl;
    await world.close();
  });

  const openAll = async (count: number, partitionLocations: number) => {
    const url = await copyDatabase("service", sourceUrl);
    const names = Array.from({ length: count }, (_, n) => `instance ${n}`);
    const instances = [];
    for (const name of names) instances.push(await openInstance(url, name, partitionLocations));
    for (let ms = QUARTER - 3 * MINUTE_MS; ms < QUARTER; ms += MINUTE_MS)
      await tickAll(instances, ms);
    return instances as [Instance, ...Instance[]];
  };

  it("are summed by each instance over its own partitions, and are those that one alone sums", async () => {
    const [alone] = await openAll(1, 8);
    const shared = await openAll(3, 8);
    for (const instances of [[alone], shared]) await tickAll(instances, QUARTER);
    expect(await startsIn(alone)).toEqual(new Set([QUARTER]));
    expect(await forecastsIn(shared[0])).toEqual(nearly(await forecastsIn(alone)));
    for (let quarter = 0; quarter < 3; quarter++) {
      for (const one of [alone, ...shared]) takeSummed(one);
      const startMs = QUARTER + quarter * QUARTER_MS;
      for (const instances of [[alone], shared]) await liveQuarter(instances, startMs);
      expect(await startsIn(shared[1]!)).toEqual(new Set([startMs + QUARTER_MS]));
      expect(await forecastsIn(shared[0])).toEqual(nearly(await forecastsIn(alone)));
      const summed = shared.map(takeSummed);
      const sum = summed.reduce((total, one) => total + one, 0);
      expect(sum).toBe(takeSummed(alone));
      expect(summed.every((one) => one > 0)).toBe(true);
    }
    expect(await shared[0].store.db.select().from(areaSumParts)).toEqual([]);
  }, 120_000);

  it("count what an instance leaves that ends: another sums it two minutes later", async () => {
    const [alone] = await openAll(1, 8);
    const [first, second] = (await openAll(2, 8)) as [Instance, Instance];
    await tickAll([alone], QUARTER);
    second.threads.isBroken = true;
    const failures: string[] = [];
    const tickSecond = () =>
      second.tick(QUARTER).catch((error: unknown) => void failures.push(String(error)));
    for (let time = 0; time < 3; time++) await Promise.all([first.tick(QUARTER), tickSecond()]);
    expect(new Set(failures)).toEqual(new Set(["Error: a thread ended"]));
    await first.tick(QUARTER + MINUTE_MS);
    expect(await startsIn(first)).toEqual(new Set([QUARTER - QUARTER_MS]));
    await first.tick(QUARTER + 2 * MINUTE_MS);
    expect(await startsIn(first)).toEqual(new Set([QUARTER]));
    expect(await forecastsIn(first)).toEqual(nearly(await forecastsIn(alone)));
  }, 120_000);
});
