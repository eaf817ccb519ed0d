import { readFileSync } from "node:fs";

const KB_PER_MB = 1_024;
const BYTES_PER_MB = 1_048_576;

/** What a process keeps in memory (resident set), in MB. @throws Error when it has ended */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / KB_PER_MB;
}

/**
 * What the last whole garbage collection left in a program's heap, in MB, as its metrics tell;
 * null before the first.
 * @throws Error when the metrics do not tell it
 */
export async function heapLeftMb(metricsUrl: string): Promise<number | null> {
  const told = await (await fetch(metricsUrl)).text();
  const line = /^curtail_\w+_heap_after_collection_bytes (\S+)$/m.exec(told);
  if (!line) throw new Error(`${metricsUrl} does not tell the heap.`);
  const bytes = Number(line[1]);
  return Number.isNaN(bytes) ? null : bytes / BYTES_PER_MB;
}
