import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { controlType, type ControlType } from "../../lib/contract/controls.ts";
import type { OperationId } from "../../lib/contract/index.ts";
import { DURATIONS, watchPools, type WatchedPool } from "../../lib/metrics/metrics.ts";
import { readOutcomes, type ReadOutcome } from "../store/read-replica.ts";

/** The measurements of each request. */
export interface Answered {
  operation: OperationId | null;
  status: number;
  seconds: number;
}

/** The recorders of requests. */
export interface RequestMetrics {
  answered(request: Answered): void;
  /** Counts an accepted or refused control; the type is null if the request had no valid one. */
  control(outcome: "accepted" | "refused", type: ControlType | null): void;
  /** A read that may use the replica was answered. */
  replicaRead(outcome: ReadOutcome): void;
}

/** The metrics of requests, with names that begin with `prefix`. */
export function requestMetrics(registry: Registry, prefix: string): RequestMetrics {
  const registers = [registry];
  const requests = new Histogram({
    name: `${prefix}_request_duration_seconds`,
    help: "How long requests took, by operation and status.",
    labelNames: ["operation", "status"],
    buckets: DURATIONS,
    registers,
  });
  const controls = new Counter({
    name: `${prefix}_controls_total`,
    help: "Controls that were asked for, by type: accepted or refused.",
    labelNames: ["type", "outcome"],
    registers,
  });
  for (const type of controlType.options)
    for (const outcome of ["accepted", "refused"]) controls.inc({ type, outcome }, 0);
  const reads = new Counter({
    name: `${prefix}_replica_reads_total`,
    help: "Reads that may use the replica: answered by it, or by the primary and why.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of readOutcomes) reads.inc({ outcome }, 0);
  return {
    answered: ({ operation, status, seconds }) =>
      requests.observe({ operation: operation ?? "none", status }, seconds),
    control: (outcome, type) => controls.inc({ type: type ?? "unknown", outcome }),
    replicaRead: (outcome) => reads.inc({ outcome }),
  };
}

const NS_PER_SECOND = 1e9;

/** The metrics of the thread of the API, which `ApiThread` adds to those of the process. */
export function threadMetrics(
  prefix: string,
  pools: Record<string, WatchedPool>,
): RequestMetrics & { registry: Registry } {
  const registry = new Registry();
  watchPools(registry, prefix, pools);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  new Gauge({
    name: `${prefix}_api_delay_p99_seconds`,
    help: "99th percentile of the delay of the API thread's event loop since the last scrape.",
    registers: [registry],
    collect() {
      this.set(delay.percentile(99) / NS_PER_SECOND);
      delay.reset();
    },
  });
  return { registry, ...requestMetrics(registry, prefix) };
}
