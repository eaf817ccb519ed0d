import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import type { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import type { CountedSite, OutlookSum } from "../../service/engine/outlook-sums.ts";
import { modelBytes, packSites, unpackSites } from "../../service/jobs/outlook-portion.ts";
import { OutlookThreads } from "../../service/jobs/sum-outlooks.ts";
import { trainedSites } from "../support/trained-sites.ts";

const QUARTER_MS = 900_000;
/** The evening before the clocks go back. */
const START_MS = Date.parse("2026-10-24T18:00:00Z");
const HORIZON = { quarters: 7 * 96, bandQuarters: 2 * 96 };

const sites = trainedSites(120, START_MS);

/** The priorities of all threads of this process; a larger number is a lower one. */
const listPriorities = (): number[] =>
  readdirSync("/proc/self/task").map((thread) => {
    const [, fields] = readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ");
    return Number(fields!.split(" ")[16]);
  });

describe("the forecasts of areas", () => {
  it("are the same whether threads sum the sites or not", async () => {
    const alone = await new OutlookThreads(Infinity).sum(sites, START_MS, HORIZON);
    const pool = new OutlookThreads(1);
    const threads = await pool.sum(sites, START_MS, HORIZON);
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
    const buffer = new ArrayBuffer(modelBytes(known.length));
    const received = [...unpackSites(packSites(known, START_MS, HORIZON, buffer))];
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
      const pool = new OutlookThreads(1);
      await pool.sum(sites, START_MS, HORIZON);
      expect(getPriority()).toBe(0);
      expect(listPriorities()).toContain(10);
      await pool.close();
      expect(listPriorities()).not.toContain(10);
    },
  );

  it("count each site once when a thread ends", async () => {
    const alone = await new OutlookThreads(Infinity).sum(sites, START_MS, HORIZON);
    const pool = new OutlookThreads(1);
    const { all } = pool as unknown as { all: Set<Worker> };
    const sum = pool.sum(sites, START_MS, HORIZON);
    await Promise.all([...all].map((thread) => thread.terminate()));
    expectSame(await sum, alone);
    await Promise.all([...all].map((thread) => thread.terminate()));
    expectSame(await pool.sum(sites, START_MS, HORIZON), alone);
    await pool.close();
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
