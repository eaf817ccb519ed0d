import { readFileSync } from "node:fs";

function stat(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** Whether a process runs; one that ended but was not yet reaped by its parent does not. */
export function alive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return stat(pid)?.[0] !== "Z";
}

/**
 * The start time of a process as a token that distinguishes it from a later one with the same pid;
 * "" if unknown.
 */
export function startToken(pid) {
  return stat(pid)?.[19] ?? "";
}

/** Waits until a process has ended; false if it still runs after `timeoutMs`. */
export async function gone(pid, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  while (alive(pid)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}
