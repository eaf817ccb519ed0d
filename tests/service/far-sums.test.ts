import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { emptyBandSum, type BandSum } from "../../service/engine/flexibility.ts";
import {
  OutlookSums,
  type CountedSite,
  type Horizon,
  type OutlookSum,
} from "../../service/engine/outlook-sums.ts";
import type { HashedSite } from "../../service/jobs/far-sums.ts";
import { PartitionSums, type WithSites } from "../../service/jobs/partition-sums.ts";
import { OutlookThreads } from "../../service/jobs/sum-outlooks.ts";
import type { AreaSumPart, SumsAt } from "../../service/store/area-sum-parts.ts";
import { CountingThreads, withoutThreads } from "../support/counting-threads.ts";
import { trainedSites } from "../support/trained-sites.ts";

/** The evening before the clocks go back. */
const START_MS = Date.parse("2026-10-24T18:00:00Z");
/** As in the forecasts of zones and groups. */
const HORIZON = { quarters: 680, bandQuarters: 200 };
const NEAR_QUARTERS = 104;
const PARTITIONS = 4;

type Areas = ReadonlyMap<string, OutlookSum>;

const hashOf = (n: number) => (n * 389) % 1_024;
const atQuarter = (quarter: number, more: Partial<SumsAt> = {}): SumsAt => ({
  quarterMs: START_MS + quarter * QUARTER_MS,
  changes: null,
  partitions: PARTITIONS,
  ...more,
});

/** All series of a sum, by name. */
const seriesOf = ({ bands, ...powers }: OutlookSum): Record<string, Float64Array> => ({
  ...powers,
  ...bands,
});

function expectSame(actual: Areas, expected: Areas, digits: number, quarters = Infinity): void {
  expect([...actual.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
  for (const [name, sum] of expected) {
    const series = seriesOf(actual.get(name)!);
    for (const [key, kw] of Object.entries(seriesOf(sum))) {
      expect([name, key, series[key]!.length]).toEqual([name, key, kw.length]);
      for (let i = 0; i < Math.min(quarters, kw.length); i++)
        if (Math.abs(series[key]![i]! - kw[i]!) > 10 ** -digits)
          expect([name, key, i, series[key]![i]]).toEqual([name, key, i, kw[i]]);
    }
  }
}

const range = (count: number) => Array.from({ length: count }, (_, n) => n);
const partitionOf = ({ hash }: HashedSite, { partitions }: SumsAt) => hash & (partitions - 1);

/** What an instance does at a quarter-hour. */
interface Own {
  /** The partitions that it plans to add, at each of its calls: those of the first count. */
  planned: ReadonlySet<number>;
  added: readonly number[];
}

const allOf = ({ partitions }: SumsAt): Own => ({
  planned: new Set(range(partitions)),
  added: range(partitions),
});

/** The parts of all instances, large ones first, and what they leave, which the first one sums. */
async function sumAll(
  instances: readonly PartitionSums[],
  at: SumsAt,
  sites: readonly HashedSite[],
  own: readonly Own[] = [allOf(at)],
): Promise<Areas> {
  const frozen = new Set(range(at.partitions));
  const readSome = async (some: ReadonlySet<number>) =>
    sites.filter((site) => some.has(partitionOf(site, at)));
  const withSites: WithSites = (some, work) => work(() => readSome(some));
  const parts: AreaSumPart[] = [];
  for (const [i, sums] of instances.entries()) {
    const { planned, added } = own[i] ?? { planned: new Set<number>(), added: [] };
    for (const [call, partition] of added.entries()) {
      const others = new Set([...planned, partition]);
      const plannedNow = call === 0 ? planned : others;
      void sums.add(at, { partition, planned: plannedNow }, () => readSome(new Set([partition])));
    }
    parts.push(...(await sums.take(at, frozen, withSites)));
  }
  const total = new OutlookSums(at.quarterMs, HORIZON);
  const left = new Set(frozen);
  for (const { partitions, areas } of parts.toSorted(
    (a, b) => b.partitions.size - a.partitions.size,
  )) {
    if (![...partitions].every((partition) => left.has(partition))) continue;
    total.merge(areas);
    for (const partition of partitions) left.delete(partition);
  }
  if (left.size > 0) total.merge((await instances[0]!.sumAnew(at, left, withSites)).areas);
  for (const sums of instances) sums.release();
  return total.areas;
}

describe("the far part of the forecasts of areas", () => {
  const sites = trainedSites(64, START_MS).map((site, n) => ({ ...site, hash: hashOf(n) }));
  const wholeAt = (some: readonly CountedSite[], { quarterMs }: SumsAt) =>
    new OutlookThreads(withoutThreads).sum(some, quarterMs, HORIZON);

  it("and the near part are exactly the whole where both start", async () => {
    const threads = new CountingThreads();
    const at = atQuarter(0);
    const areas = await sumAll([new PartitionSums(threads)], at, sites);
    expectSame(areas, await wholeAt(sites, at), 9);
    expect(threads.take(sites.length)).toBe(687);
  });

  it("is that of up to seven quarter-hours before, at the same time of day", async () => {
    const threads = new CountingThreads();
    const sums = new PartitionSums(threads);
    const some = sites.filter(({ site }) => site.batteries.length === 0);
    const classes = new Set(some.map(({ hash }) => hash >> 7));
    expect([classes.size, some.length > 10]).toEqual([8, true]);
    for (let quarter = 0; quarter < 10; quarter++) {
      const at = atQuarter(quarter);
      const areas = await sumAll([sums], at, some);
      // Without new measurements, the same moments have the same forecast.
      expectSame(areas, await wholeAt(some, at), 3);
      const each = threads.take(some.length);
      if (quarter > 0) expect(each).toBeLessThan(680 / 2.5);
    }
  });

  it("leaves the next 26 hours as if all were summed", async () => {
    const sums = new PartitionSums(new CountingThreads());
    for (let quarter = 0; quarter < 5; quarter++) {
      const at = atQuarter(quarter);
      const stored = (kwh: readonly number[]) => kwh.map((one) => one * (1 - quarter / 10));
      const now = sites.map((site) => ({ ...site, storedKwh: stored(site.storedKwh) }));
      expectSame(await sumAll([sums], at, now), await wholeAt(now, at), 9, NEAR_QUARTERS);
    }
  });

  it("is summed as always in a fleet of one partition", async () => {
    const threads = new CountingThreads();
    const sums = new PartitionSums(threads);
    for (let quarter = 0; quarter < 3; quarter++) {
      const at = atQuarter(quarter, { partitions: 1 });
      expectSame(await sumAll([sums], at, sites), await wholeAt(sites, at), 9);
      expect(threads.take(sites.length)).toBe(680);
    }
  });
});

/** Forecasts that depend only on the location and the moment. */
const exact: Pick<OutlookThreads, "sum"> = {
  sum: async (sites: readonly CountedSite[], startMs: number, horizon: Horizon) => {
    const areas = new Map<string, OutlookSum>();
    for (const { areas: names, storedKwh } of sites)
      for (const name of names) {
        const sum = areas.get(name) ?? emptySum(horizon);
        areas.set(name, sum);
        for (const [which, kw] of Object.values(seriesOf(sum)).entries())
          for (let i = 0; i < kw.length; i++)
            kw[i]! += 2 ** storedKwh[0]! * (which + 1 + ((startMs / QUARTER_MS + i) % 997));
      }
    return areas;
  },
};

function emptySum({ quarters, bandQuarters }: Horizon): OutlookSum {
  const floats = () => new Float64Array(quarters);
  const bands: BandSum = emptyBandSum(bandQuarters);
  return { forecast: floats(), upward: floats(), downward: floats(), bands };
}

/** What happens before a quarter-hour's sums. */
interface Event {
  passed: number;
  change: "none" | "move" | "leave" | "return" | "divide";
  which: number;
  /** The first of three instances that has each partition; 3 if none has. */
  owners: readonly number[];
  /** The partitions that move meanwhile, as bits: planned by one instance, and added by the next or by none. */
  moved: number;
}

const MAX_PARTITIONS = 8;
const steady = fc.constant([0, 1, 2, 0, 1, 2, 0, 1]);
const events: fc.Arbitrary<Event> = fc.record({
  passed: fc.constantFrom(1, 1, 1, 1, 2, 3, 4, 9),
  change: fc.constantFrom("none", "none", "none", "none", "move", "leave", "return", "divide"),
  which: fc.nat({ max: 31 }),
  owners: fc.oneof(
    { weight: 3, arbitrary: steady },
    {
      weight: 1,
      arbitrary: fc.array(fc.nat({ max: 3 }), {
        minLength: MAX_PARTITIONS,
        maxLength: MAX_PARTITIONS,
      }),
    },
  ),
  moved: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(255) }),
});

describe("a far sum", () => {
  it("counts each location once at each quarter-hour, whatever has changed", async () => {
    const scenario = fc.array(events, { minLength: 2, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(scenario, async (steps) => {
        const instances = range(3).map(() => new PartitionSums(exact));
        let sites = range(32).map((n): HashedSite => {
          const areas = ["zone", `group ${n % 3}`];
          return { areas, storedKwh: [n], hash: hashOf(n) } as unknown as HashedSite;
        });
        const all = sites;
        let [quarter, changes, partitions] = [0, null as string | null, 2];
        for (const [step, { passed, change, which, owners, moved }] of steps.entries()) {
          quarter += passed;
          const chosen = all[which]!;
          if (change === "divide") partitions = Math.min(MAX_PARTITIONS, 2 * partitions);
          else if (change !== "none") {
            changes = `change ${step}`;
            const other = { ...chosen, areas: ["zone", `group ${step % 4}`] };
            const rest = sites.filter(({ hash }) => hash !== chosen.hash);
            sites = change === "leave" ? rest : [...rest, change === "move" ? other : chosen];
          }
          const at = atQuarter(quarter, { changes, partitions });
          const isMoved = (partition: number) => (moved & (1 << partition)) !== 0;
          const ownOf = (which: number): Own => ({
            planned: new Set(range(partitions).filter((one) => owners[one] === which)),
            added: range(partitions).filter((one) => owners[one]! + Number(isMoved(one)) === which),
          });
          const areas = await sumAll(instances, at, sites, range(3).map(ownOf));
          expectSame(areas, await exact.sum(sites, at.quarterMs, HORIZON), 5);
        }
      }),
      { numRuns: 25, seed: 17 },
    );
  });

  it("is used by each of several instances for the partitions that it has", async () => {
    const sites = trainedSites(64, START_MS).map((site, n) => ({ ...site, hash: hashOf(n) }));
    const threads = new CountingThreads(exact);
    const instances = [new PartitionSums(threads), new PartitionSums(threads)];
    const own = [
      [0, 1],
      [2, 3],
    ].map((added) => ({ planned: new Set(added), added }));
    const summedAt = async (quarter: number, of: readonly Own[]) => {
      const at = atQuarter(quarter);
      expectSame(
        await sumAll(instances, at, sites, of),
        await exact.sum(sites, at.quarterMs, HORIZON),
        5,
      );
      return threads.take(sites.length);
    };
    expect(await summedAt(0, own)).toBe(687);
    for (let quarter = 1; quarter < 10; quarter++)
      expect(await summedAt(quarter, own)).toBeLessThan(300);
    // Once the first has all partitions, it sums them over the whole horizon.
    expect(await summedAt(10, [allOf(atQuarter(10))])).toBe(687);
  });

  it("is made of all locations by an instance without one", async () => {
    const sites = trainedSites(16, START_MS).map((site, n) => ({ ...site, hash: hashOf(n) }));
    const threads = new CountingThreads(exact);
    const sums = new PartitionSums(threads);
    const summedAt = async (at: SumsAt) => {
      await sumAll([sums], at, sites);
      return threads.take(sites.length);
    };
    const other = "other members";
    expect(await summedAt(atQuarter(0))).toBe(687);
    expect(await summedAt(atQuarter(1))).toBeLessThan(300);
    expect(await summedAt(atQuarter(2, { changes: other }))).toBe(687);
    expect(await summedAt(atQuarter(3, { changes: other }))).toBeLessThan(300);
    expect(await summedAt(atQuarter(4, { changes: other, partitions: 8 }))).toBe(687);
    expect(await summedAt(atQuarter(12, { changes: other, partitions: 8 }))).toBe(687);
    const successor = new PartitionSums(threads);
    await sumAll([successor], atQuarter(13, { changes: other, partitions: 8 }), sites);
    expect(threads.take(sites.length)).toBe(687);
  });

  it("is not kept of sums that failed", async () => {
    const sites = trainedSites(16, START_MS).map((site, n) => ({ ...site, hash: hashOf(n) }));
    const threads = new CountingThreads(exact);
    const sums = new PartitionSums(threads);
    const all = new Set(range(PARTITIONS));
    for (const partition of all)
      void sums.add(atQuarter(0), { partition, planned: all }, () =>
        Promise.reject(new Error("no connection")),
      );
    const failing = sums.take(atQuarter(0), all, (_, work) => work(async () => []));
    await expect(failing).rejects.toThrow("no connection");
    await sumAll([sums], atQuarter(1), sites);
    expect(threads.take(sites.length)).toBe(687);
  });
});
