import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { alive, startToken } from "./process-utils.mjs";

const mine = () => `${process.pid} ${startToken(process.pid)}\n`;

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function livePid(content) {
  const [pid, started] = (content ?? "").trim().split(" ");
  if (!pid || !alive(Number(pid))) return undefined;
  return (started ?? "") === startToken(Number(pid)) ? Number(pid) : undefined;
}

/** The process that holds a lock file, or undefined if no running process does. */
export function lockHolder(file) {
  return livePid(read(file));
}

function linkLock(pidFile, file) {
  try {
    linkSync(pidFile, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

// Moves a dead process's lock away; if a live one was moved by accident, it is put back.
function clearStale(file, pidFile) {
  const seen = read(file);
  if (seen === undefined || livePid(seen)) return;
  const aside = `${pidFile}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (read(aside) !== seen) linkLock(aside, file);
  rmSync(aside, { force: true });
}

/**
 * Acquires a lock file for this process, also if its holder has died. Returns a function that
 * releases it, or undefined when another process holds it.
 */
export function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  const pidFile = `${file}.${process.pid}`;
  writeFileSync(pidFile, mine());
  try {
    clearStale(file, pidFile);
    if (!linkLock(pidFile, file)) return undefined;
  } finally {
    rmSync(pidFile, { force: true });
  }
  return () => {
    if (read(file) === mine()) rmSync(file, { force: true });
  };
}

/**
 * Acquires a lock as soon as it is free; `onWait` is called once with the process that holds it.
 */
export async function waitForLock(file, onWait) {
  for (let attempt = 0; ; attempt++) {
    const release = takeLock(file);
    if (release) return release;
    if (attempt === 0) onWait(lockHolder(file));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
