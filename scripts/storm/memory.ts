import { readFileSync } from "node:fs";

const KB_PER_MB = 1_024;

/** What a process keeps in memory (resident set), in MB. @throws Error when it has ended */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / KB_PER_MB;
}
