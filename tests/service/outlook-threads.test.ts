import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { describe, expect, it } from "vitest";
import type { CountedSite, OutlookSum } from "../../service/engine/outlook-sums.ts";
import { OutlookThreads } from "../../service/jobs/sum-outlooks.ts";
import type { ForecastThread } from "../../service/threads/forecast-thread.ts";
import { ForecastThreads } from "../../service/threads/forecast-threads.ts";
import { packSites, PortionMemory, unpackSites } from "../../service/threads/site-portion.ts";
import { trainedSites } from "../support/trained-sites.ts";

const QUARTER_MS = 900_000;
/** The evening before the clocks go back. */
const START_MS = Date.parse("2026-10-24T18:00:00Z");
const HORIZON = { quarters: 7 * 96, bandQuarters: 2 * 96 };

const sites = trainedSites(120, START_MS);

/** The sums of all sites, by threads unless `threads` are never used. */
const sumWith = (threads: ForecastThreads) =>
  new OutlookThreads(threads).sum(sites, START_MS, HORIZON);
const sumAlone = () => sumWith(new ForecastThreads(Infinity));

/** The priorities of all threads of this process; a larger number is a lower one. */
const listPriorities = (): number[] =>
  readdirSync("/proc/self/task").map((thread) => {
    const [, fields] = readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ");
    return Number(fields!.split(" ")[16]);
  });

describe("the forecasts of areas", () => {
  it("are the same whether threads sum the sites or not", async () => {
    const alone = await sumAlone();
    const pool = new ForecastThreads(1);
    const threads = await sumWith(pool);
    await pool.close();
    expect([...threads.keys()].toSorted()).toEqual([...alone.keys()].toSorted());
    expect(alone.size).toBe(6);
    expectSame(threads, alone);
    const { forecast, bands } = alone.get("bidding_zone NL")!;
    expect(Math.max(...forecast) - Math.min(...forecast)).toBeGreaterThan(10);
    expect(Math.max(...bands.pvAboveKw)).toBeGreaterThan(1);
  });

  it("are made of the same sites in a thread", () => {
    const known = sites.map((one, n) => ({
      ...one,
      site: { ...one.site, connectionLimitKw: [null, 0, 17.25][n % 3]! },
    }));
    const span = { startMs: START_MS, quarters: HORIZON.quarters };
    const received = [...unpackSites(packSites(known, span, new PortionMemory()))];
    const withoutSky = ({ model: { irradiance, ...model }, ...one }: CountedSite) => ({
      ...one,
      model,
      sky: irradiance && [-32, 0, 500].map((i) => irradiance(START_MS + i * QUARTER_MS)),
    });
    expect(received.map(withoutSky)).toEqual(known.map(withoutSky));
  });

  it.runIf(process.platform === "linux")(
    "are summed by threads that give way to requests",
    async () => {
      const before = listPriorities();
      const own = getPriority();
      const pool = new ForecastThreads(1);
      await sumWith(pool);
      expect(getPriority()).toBe(own);
      expect(listPriorities()).toContain(Math.min(19, own + 10));
      await pool.close();
      expect(new Set(listPriorities())).toEqual(new Set(before));
    },
  );

  it("count each site once when a thread ends", async () => {
    const alone = await sumAlone();
    const pool = new ForecastThreads(1);
    const { all } = pool as unknown as { all: Set<ForecastThread> };
    const sum = sumWith(pool);
    await Promise.all([...all].map((thread) => thread.terminate()));
    expectSame(await sum, alone);
    await Promise.all([...all].map((thread) => thread.terminate()));
    expectSame(await sumWith(pool), alone);
    await pool.close();
  });

  it("fail when the threads are ended meanwhile", async () => {
    const pool = new ForecastThreads(1);
    const sum = sumWith(pool);
    const failed = expect(sum).rejects.toThrow(/ended/);
    await pool.close();
    await failed;
    await expect(sumWith(pool)).rejects.toThrow(/ended/);
  });
});

type Areas = ReadonlyMap<string, OutlookSum>;

function expectSame(threads: Areas, alone: Areas): void {
  for (const [name, { bands, ...powers }] of alone) {
    const other = threads.get(name)!;
    const pairs = [
      ...Object.entries(powers).map(([key, kw]) => [kw, other[key as keyof typeof powers]]),
      ...Object.entries(bands).map(([key, kw]) => [kw, other.bands[key as keyof typeof bands]]),
    ] as [Float64Array, Float64Array][];
    for (const [expected, actual] of pairs) {
      expect(actual.length).toBe(expected.length);
      for (let i = 0; i < expected.length; i++) expect(actual[i]).toBeCloseTo(expected[i]!, 9);
    }
  }
}
