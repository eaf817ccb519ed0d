import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { alive } from "../process/process-utils.mjs";

/** The contents of the pid file of a running PostgreSQL. */
export interface Postmaster {
  pid: number;
  port: number;
  socketDirectory: string;
  ready: boolean;
}

function commandLine(pid: number): string {
  if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  return spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}

// The pid in the file may now belong to another program.
function isServerOf(data: string, pid: number): boolean {
  try {
    return alive(pid) && commandLine(pid).includes(data);
  } catch {
    return false;
  }
}

function pidFile(data: string): string[] | undefined {
  try {
    return readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
}

/** The PostgreSQL that runs on a data directory, or undefined; a stale file does not count. */
export function runningPostmaster(data: string): Postmaster | undefined {
  const lines = pidFile(data);
  if (!lines) return undefined;
  const pid = Number(lines[0]);
  if (!isServerOf(data, pid)) return undefined;
  const ready = lines[7]?.trim() === "ready";
  return { pid, port: Number(lines[3]), socketDirectory: lines[4] ?? "", ready };
}

/**
 * Removes the pid file of a killed PostgreSQL if the pid now belongs to another program, which
 * PostgreSQL would mistake for a running server.
 */
export function clearForeignPid(data: string): void {
  const pid = Number(pidFile(data)?.[0]);
  if (pid && alive(pid) && !isServerOf(data, pid)) rmSync(join(data, "postmaster.pid"));
}
