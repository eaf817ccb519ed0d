import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import type { LeaseStatus } from "./leases.ts";
import { earliest, readPartitions } from "./partitions.ts";
import type { Store } from "./store.ts";

/** A minute job is late when it is overdue by more than a takeover takes. */
const LATE_MS = 30_000;

/** An overdue minute job. */
export interface LateJob {
  name: "tick" | "dispatch";
  /** The last minute it completed. */
  last: Date;
  /** The instance that holds its lease; null if none does. */
  lease: LeaseStatus | null;
}

/** The overdue minute jobs, each with its latest partition; jobs that never ran are omitted. */
export async function findLateJobs(store: Store, nowMs: number): Promise<LateJob[]> {
  const all = await readPartitions(store.db);
  const late = jobs.flatMap(({ name, of }) => {
    const ms = earliest(all, of);
    if (ms === null || !isLate(ms, nowMs)) return [];
    return [{ name, last: new Date(ms), partition: all.find((one) => one[of] === ms)!.partition }];
  });
  if (late.length === 0) return [];
  const leases = await store.leases();
  return late.map(({ name, last, partition }) => ({
    name,
    last,
    lease: leases.find((one) => one.name === name && one.partition === partition) ?? null,
  }));
}

const jobs = [
  { name: "dispatch", of: "renewedMinuteMs" },
  { name: "tick", of: "recordedUntilMs" },
] as const;

/** Whether the minute after `lastMs` is overdue. */
export const isLate = (lastMs: number, nowMs: number): boolean =>
  nowMs > lastMs + MINUTE_MS + LATE_MS;

/** The overdue jobs, since when, and their lease holders, in two sentences. */
export function describeLateJob({ name, last, lease }: LateJob): string {
  const what =
    name === "dispatch"
      ? `Setpoints are late: the last were sent at ${last.toISOString()}.`
      : `Recording is late: measurements are recorded until ${last.toISOString()}.`;
  const who = lease
    ? `Instance ${lease.holder} holds the lease since ${lease.since.toISOString()}.`
    : "No instance holds the lease.";
  return `${what} ${who}`;
}
