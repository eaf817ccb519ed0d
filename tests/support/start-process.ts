import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { errorLog } from "./error-log.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START = join(ROOT, "runtime", "start.mjs");

/** A start of Curtail in a separate process. */
export interface Started {
  child: ChildProcess;
  /** Everything printed so far, standard output and errors. */
  said(): string;
  /** Resolves with the exit code, null after a signal that was not handled. */
  ended: Promise<number | null>;
  /** Resolves once it reports ready; rejects with its output if it ends first. */
  ready: Promise<void>;
}

/** A new data directory that PostgreSQL's user can enter, also if the tests run as another user. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "curtail-run-"));
  chmodSync(folder, 0o755);
  return join(folder, "data");
}

// Of this process's environment only the variables that programs need; others could change
// settings.
function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_ENV } = process.env;
  return { PATH, HOME, NODE_ENV, ...(TMPDIR ? { TMPDIR } : {}) };
}

/** Starts Curtail or another script like a user would, optionally as another user. */
export function start(
  args: string[],
  variables: Record<string, string>,
  nodeOptions: string[] = [],
  script = START,
  user: { uid?: number; gid?: number } = {},
): Started {
  const child = spawn(process.execPath, [...nodeOptions, script, ...args], {
    env: { ...bareEnvironment(), ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  });
  let text = "";
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("Ready in")) resolve();
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    errorLog.read(child.stdout);
    errorLog.read(child.stderr);
    void ended.then((code) => reject(new Error(`ended with ${code}:\n${text}`)));
  });
  ready.catch(() => undefined);
  return { child, said: () => text, ended, ready };
}
