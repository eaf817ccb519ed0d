import { asc } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { Fleet } from "../../service/planning/fleet.ts";
import { serviceGateway } from "../../service/jobs/gateway.ts";
import { Ticker } from "../../service/jobs/scheduler.ts";
import { readPartitions } from "../../service/store/partitions.ts";
import { areaForecasts, areaSumParts } from "../../service/store/schema-series.ts";
import {
  MEMBERS_CHANGED_KEY,
  readServiceState,
  writeServiceState,
} from "../../service/store/service-state.ts";
import { openStore } from "../../service/store/store.ts";
import { CountingThreads } from "../support/counting-threads.ts";
import { nearly } from "../support/nearly.ts";
import { copyDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";

const START = "2026-06-15T11:40:00Z";
const QUARTER = Date.parse("2026-06-15T11:45:00Z");

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

/** An instance's minute jobs on a database, with the fleet in so many partitions. */
async function openInstance(url: string, instance: string, partitionLocations: number) {
  const store = await openStore(url, () => undefined);
  opened.push(store);
  const isSimulated = () => true;
  const threads = new CountingThreads();
  const fleet = new Fleet();
  /** Partitions that this instance cannot process. */
  const refused = new Set<number>();
  const ticker = new Ticker({
    store: {
      db: store.db,
      exclusively: async (name, job, partitions = [0]) =>
        !(name === "tick" && partitions.some((one) => refused.has(one))) &&
        store.exclusively(name, job, partitions),
    },
    threads,
    instance,
    fleet,
    zone: "NL",
    gateway: serviceGateway(store.db, { simulate: true, outages: true, isSimulated }),
    partitionLocations,
    onRefused: (error) => expect.unreachable(String(error)),
  });
  return { instance, store, threads, refused, tick: (ms: number) => ticker.tick(ms) };
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

  const openPair = async () => (await openAll(2, 8)) as [Instance, Instance];
  const expectComplete = async (instance: Instance) => {
    expect(await startsIn(instance)).toEqual(new Set([QUARTER]));
    expect(await forecastsIn(instance)).toEqual(nearly(expected));
    expect(await instance.store.db.select().from(areaSumParts)).toEqual([]);
  };
  const seconds = (count: number) => QUARTER + count * 1_000;
  const isOld = async (instance: Instance) => (await startsIn(instance)).has(QUARTER - QUARTER_MS);
  let expected: Awaited<ReturnType<typeof forecastsIn>>;
  beforeAll(async () => {
    const [alone] = await openAll(1, 8);
    await tickAll([alone], QUARTER);
    expected = await forecastsIn(alone);
  });

  it("have the partitions of an instance that ended, once another has taken them over", async () => {
    const [first, second] = await openPair();
    second.threads.isBroken = true;
    const failures: string[] = [];
    const tickSecond = () =>
      second.tick(QUARTER).catch((error: unknown) => void failures.push(String(error)));
    for (let time = 0; time < 3; time++) await Promise.all([first.tick(QUARTER), tickSecond()]);
    expect(new Set(failures)).toEqual(new Set(["Error: a thread ended"]));
    await first.tick(seconds(60));
    expect(await isOld(first)).toBe(true);
    await first.tick(seconds(66));
    await expectComplete(first);
  });

  it("are complete at once if another instance trained a partition of a slow one", async () => {
    const [first, second] = await openPair();
    await second.tick(QUARTER);
    const all = await readPartitions(second.store.db);
    second.refused.add(all.find(({ owner }) => owner === second.instance)!.partition);
    await first.tick(QUARTER);
    await second.tick(seconds(2));
    expect(await isOld(first)).toBe(true);
    await first.tick(seconds(6));
    await second.tick(seconds(7));
    await expectComplete(second);
  });

  type Stored = { quarterMs: number; changes: string | null; locationMs?: number };
  const stateIn = ({ store }: Instance) => readServiceState<Stored>(store.db, "outlook_sums");
  const changesIn = async (instance: Instance) => (await stateIn(instance))?.changes;

  it("are summed again after a change of members if that took little time before, or is not known yet", async () => {
    const [alone] = await openAll(1, 8);
    await alone.tick(QUARTER);
    expect((await stateIn(alone))!.locationMs).toBeUndefined();
    await writeServiceState(alone.store.db, MEMBERS_CHANGED_KEY, "first");
    await alone.tick(seconds(60));
    const first = (await stateIn(alone))!;
    expect(first.changes).toBe("first");
    expect(first.locationMs).toBeGreaterThan(0);
    const { locationMs } = first;
    for (let minute = 2; minute <= 15; minute++) await alone.tick(seconds(60 * minute));
    const quarterMs = QUARTER + QUARTER_MS;
    expect(await stateIn(alone)).toEqual({ quarterMs, changes: "first", locationMs });
    await writeServiceState(alone.store.db, "outlook_sums", {
      ...first,
      quarterMs,
      locationMs: 84,
    });
    await writeServiceState(alone.store.db, MEMBERS_CHANGED_KEY, "second");
    await alone.tick(seconds(60 * 16));
    expect(await changesIn(alone)).toBe("first");
    for (let minute = 17; minute <= 30; minute++) await alone.tick(seconds(60 * minute));
    expect(await changesIn(alone)).toBe("second");
  });

  it("are complete at once if members change at each tick, and are summed again once they do not", async () => {
    const [first, second] = await openPair();
    const ticks = [second, first, second, first];
    for (const [n, instance] of ticks.entries()) {
      await writeServiceState(first.store.db, MEMBERS_CHANGED_KEY, `change ${n}`);
      await instance.tick(seconds(n));
      if (n < 2) expect(await isOld(first)).toBe(true);
      else await expectComplete(first);
    }
    expect(await changesIn(first)).toBe("change 3");
  });

  it("are complete at once if members changed between two partitions of one instance", async () => {
    const [alone] = await openAll(1, 8);
    alone.threads.onSum = () => writeServiceState(alone.store.db, MEMBERS_CHANGED_KEY, "others");
    await alone.tick(QUARTER);
    await expectComplete(alone);
    expect(await changesIn(alone)).toBe(null);
    await alone.tick(seconds(3));
    expect(await changesIn(alone)).toBe("others");
    await expectComplete(alone);
  });

  it("are complete at once if all instances failed, and sum their partitions at the same time", async () => {
    const pair = await openPair();
    for (const one of pair) one.threads.isBroken = true;
    for (let time = 0; time < 3; time++)
      await Promise.allSettled(pair.map(({ tick }) => tick(seconds(time))));
    expect(await isOld(pair[0])).toBe(true);
    for (const one of pair) one.threads.isBroken = false;
    await Promise.all(pair.map(({ tick }) => tick(seconds(4))));
    await expectComplete(pair[0]);
  });

  it("are complete without a part that another version stored in another form", async () => {
    const [first, second] = await openPair();
    const part = {
      quarter: new Date(QUARTER),
      changes: null,
      partitionCount: 8,
      lowestPartition: 0,
    };
    const sums = {
      partitions: [0, 1, 2, 3, 4, 5, 6, 7],
      areas: ["group a"],
      sums: new Float64Array(9),
    };
    await first.store.db.insert(areaSumParts).values({ instance: "newer", ...part, ...sums });
    await tickAll([first, second], QUARTER);
    await expectComplete(first);
  });
});
