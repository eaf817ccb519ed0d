import { once } from "node:events";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import {
  OutlookSums,
  type CountedSite,
  type Horizon,
  type OutlookSum,
} from "../engine/outlook-sums.ts";
import { packSites } from "./outlook-portion.ts";

/** Sites summed before the event loop gets a turn. */
const SITES_AT_ONCE = 25;
/** From this many sites on, threads sum them. */
const MANY_SITES = 4_000;
const SITES_PER_PORTION = 1_000;
const MAX_THREADS = 8;

/**
 * Sums the forecasts of sites by area, from `startMs` on. Many sites are summed by threads, so that
 * requests are answered meanwhile.
 */
export async function sumByArea(
  sites: readonly CountedSite[],
  startMs: number,
  horizon: Horizon,
  manySites = MANY_SITES,
): Promise<ReadonlyMap<string, OutlookSum>> {
  const sums = new OutlookSums(startMs, horizon);
  if (sites.length >= manySites) await sumInThreads(sums, sites, startMs, horizon);
  else
    for (const [i, site] of sites.entries()) {
      if (i % SITES_AT_ONCE === SITES_AT_ONCE - 1) await setImmediate();
      sums.add(site);
    }
  return sums.areas;
}

async function sumInThreads(
  sums: OutlookSums,
  sites: readonly CountedSite[],
  startMs: number,
  horizon: Horizon,
): Promise<void> {
  const count = Math.min(MAX_THREADS, availableParallelism());
  const portions = Math.ceil(sites.length / SITES_PER_PORTION);
  let next = 0;
  const runThread = async () => {
    const file = new URL("./outlook-worker.mjs", import.meta.url);
    const worker = new Worker(file);
    try {
      while (next < portions) {
        const from = next++ * SITES_PER_PORTION;
        const portion = packSites(sites.slice(from, from + SITES_PER_PORTION), startMs, horizon);
        const answered = once(worker, "message");
        worker.postMessage(portion, [portion.models.buffer as ArrayBuffer]);
        const [areas] = (await answered) as [ReadonlyMap<string, OutlookSum>];
        sums.merge(areas);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, portions) }, runThread));
}
