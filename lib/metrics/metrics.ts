import { constants, PerformanceObserver } from "node:perf_hooks";
import type { Pool } from "pg";
import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";

/** The counters of a connection pool. */
export type WatchedPool = Pick<Pool, "totalCount" | "idleCount" | "waitingCount">;

/** Reports the heap size after the last full garbage collection; NaN before the first. */
function watchHeap(): () => number {
  let leftBytes = NaN;
  const isWhole = (entry: PerformanceEntry & { detail?: unknown }) =>
    (entry.detail as { kind?: number } | undefined)?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isWhole)) leftBytes = process.memoryUsage().heapUsed;
  });
  observer.observe({ entryTypes: ["gc"] });
  return () => leftBytes;
}

/**
 * The metrics of both programs: prom-client's default ones (`process_*`, `nodejs_*`), and with names
 * that begin with `prefix` the heap that is in use and the connections to their database.
 */
export function watchProcess(
  registry: Registry,
  prefix: string,
  pools: Record<string, WatchedPool>,
): void {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const heapLeft = watchHeap();
  new Gauge({
    name: `${prefix}_heap_after_collection_bytes`,
    help: "JavaScript heap that the last whole garbage collection left.",
    registers,
    collect() {
      this.set(heapLeft());
    },
  });
  watchPools(registry, prefix, pools);
}

/** Reports the connections of pools, with a name that begins with `prefix`. */
export function watchPools(
  registry: Registry,
  prefix: string,
  pools: Record<string, WatchedPool>,
): void {
  new Gauge({
    name: `${prefix}_database_connections`,
    help: "Connections to the database: in use, idle, and calls that wait for one.",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: "used" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
    },
  });
}

/** Histogram buckets in seconds: from a cached response to the timeout of a control. */
export const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
