import fc from "fast-check";
import { afterAll, describe, expect, it, vi } from "vitest";
import { newFloats } from "../../service/engine/float-arrays.ts";
import { forecast } from "../../service/engine/forecast.ts";
import { OutlookThreads } from "../../service/jobs/sum-outlooks.ts";
import type { Member } from "../../service/planning/fleet-entries.ts";
import { ForecastsAhead } from "../../service/planning/forecasts-ahead.ts";
import type { StoredSite } from "../../service/store/sites.ts";
import type { ForecastThread } from "../../service/threads/forecast-thread.ts";
import { ForecastThreads } from "../../service/threads/forecast-threads.ts";
import { trainedSites } from "../support/trained-sites.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The evening before the clocks go back. */
const START_MS = Date.parse("2026-10-24T18:00:00Z");

const members = trainedSites(90, START_MS).map(({ site, model }, n): Member => ({
  stored: { locationId: `loc_${n}` } as StoredSite,
  site,
  model,
}));

/** The forecasts as this thread computes them, from now on with batteries. */
const expected = (fromMs: number, toMs: number, nowMs: number) =>
  members.map(({ site, model }) => {
    const ms = site.batteries.length > 0 ? nowMs : fromMs;
    const startMs = Math.floor(ms / (15 * MINUTE_MS)) * 15 * MINUTE_MS;
    return forecast(site, model, startMs, Math.ceil((toMs - startMs) / (15 * MINUTE_MS)));
  });

/** What threads computed of each location, planned in order. */
async function takeAll(ahead: ForecastsAhead) {
  const taken = [];
  for (const i of members.keys()) {
    if (ahead.isLacking(i)) await ahead.wait(i);
    taken.push(ahead.take(i, newFloats));
  }
  return taken;
}

/** Threads that have started. */
async function startThreads(manySites: number): Promise<ForecastThreads> {
  const pool = new ForecastThreads(manySites);
  while (!pool.takeIdle()) await Promise.all([...listThreads(pool)].map(({ started }) => started));
  for (const thread of listThreads(pool)) pool.giveBack(thread);
  return pool;
}

const listThreads = (pool: ForecastThreads) =>
  (pool as unknown as { all: Set<ForecastThread> }).all;

/** Two threads that answer as told. */
function threadsThat(answer: () => Promise<null>) {
  const compute = vi.fn(answer);
  const idle = Array.from({ length: 2 }, () => ({ compute, hasEnded: false }));
  const pool = new ForecastThreads(20);
  const takeIdle = () => idle.pop() as unknown as ForecastThread | undefined;
  return { compute, pool: Object.assign(pool, { maxThreads: 2, takeIdle }) };
}

describe("forecasts that threads compute ahead", async () => {
  const pool = await startThreads(20);
  afterAll(() => pool.close());

  it("are those of this thread, to the bit", async () => {
    const windows = fc.record({
      nowMs: fc.integer({ min: 0, max: 3 * 60 }),
      waitMin: fc.integer({ min: 0, max: 20 * 60 }),
      lastsMin: fc.integer({ min: 6 * 60, max: 26 * 60 }),
    });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(windows, async ({ nowMs, waitMin, lastsMin }) => {
        const now = START_MS + nowMs * MINUTE_MS;
        const window = { fromMs: now + waitMin * MINUTE_MS, toMs: 0 };
        window.toMs = window.fromMs + lastsMin * MINUTE_MS;
        const ahead = new ForecastsAhead(members, window, now, pool);
        const whole = expected(window.fromMs, window.toMs, now);
        for (let round = 0; round < 2; round++) {
          const taken = await takeAll(ahead);
          for (const [i, series] of taken.entries()) {
            if (series === null) continue;
            count += 1;
            expect(series).toEqual(whole[i]);
          }
        }
        ahead.end();
      }),
      { numRuns: 60 },
    );
    expect(count).toBeGreaterThan(30 * members.length);
  });

  it("are not waited for when a thread ends", async () => {
    const window = { fromMs: START_MS + HOUR_MS, toMs: START_MS + 25 * HOUR_MS };
    const other = await startThreads(20);
    const ahead = new ForecastsAhead(members, window, START_MS, other);
    expect(ahead.isLacking(0)).toBe(false);
    await Promise.all([...listThreads(other)].map((thread) => thread.terminate()));
    const taken = await takeAll(ahead);
    ahead.end();
    const whole = expected(window.fromMs, window.toMs, START_MS);
    for (const [i, series] of taken.entries()) if (series) expect(series).toEqual(whole[i]);
    expect(taken).toHaveLength(members.length);
    await other.close();
  });

  it("are not waited for again when a thread does not answer", async () => {
    const window = { fromMs: START_MS + HOUR_MS, toMs: START_MS + 25 * HOUR_MS };
    const stuck = threadsThat(() => new Promise(() => undefined));
    const ahead = new ForecastsAhead(members, window, START_MS, stuck.pool);
    const wait = vi.spyOn(ahead, "wait");
    expect((await takeAll(ahead)).every((series) => series === null)).toBe(true);
    expect(wait).toHaveBeenCalledTimes(1);
    ahead.end();
  });

  it("are few at a time, however fast threads are", async () => {
    const window = { fromMs: START_MS + HOUR_MS, toMs: START_MS + 25 * HOUR_MS };
    const fast = threadsThat(() => Promise.resolve(null));
    const ahead = new ForecastsAhead(members, window, START_MS, fast.pool);
    ahead.isLacking(0);
    for (let n = 0; n < 50; n++) await Promise.resolve();
    expect(fast.compute).toHaveBeenCalledTimes(4);
    ahead.end();
  });

  it("are left to this thread when there is no memory for them", async () => {
    const window = { fromMs: START_MS + HOUR_MS, toMs: START_MS + 25 * HOUR_MS };
    const failing = threadsThat(() => {
      throw new RangeError("no memory");
    });
    const ahead = new ForecastsAhead(members, window, START_MS, failing.pool);
    expect((await takeAll(ahead)).every((series) => series === null)).toBe(true);
    expect(failing.compute).toHaveBeenCalledTimes(1);
    ahead.end();
  });

  it("give threads back to sums that wait for one", async () => {
    const window = { fromMs: START_MS + HOUR_MS, toMs: START_MS + 25 * HOUR_MS };
    const ahead = new ForecastsAhead(members, window, START_MS, pool);
    ahead.isLacking(0);
    const others: ForecastThread[] = [];
    for (let one = pool.takeIdle(); one; one = pool.takeIdle()) others.push(one);
    const sites = members.map(({ site, model }) => ({ site, model, storedKwh: [], areas: [] }));
    const horizon = { quarters: 96, bandQuarters: 96 };
    const sums = new OutlookThreads(pool).sum(sites, START_MS, horizon);
    await takeAll(ahead);
    expect((await sums).size).toBe(0);
    ahead.end();
    for (const one of others) pool.giveBack(one);
  });

  it("are left to this thread for short windows and few locations", () => {
    const short = { fromMs: START_MS, toMs: START_MS + HOUR_MS };
    expect(new ForecastsAhead(members, short, START_MS, pool).isLacking(25)).toBe(false);
    const window = { fromMs: START_MS, toMs: START_MS + 24 * HOUR_MS };
    const few = new ForecastsAhead(members.slice(0, 19), window, START_MS, pool);
    expect(few.isLacking(15)).toBe(false);
    expect(few.take(15, newFloats)).toBeNull();
  });
});
