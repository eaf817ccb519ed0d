import pg from "pg";
import { rmSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { embeddedPrograms } from "./binaries.ts";
import { ensureCluster, launch, OWNER, type Launched } from "./cluster.ts";
import { clusterPaths, BINARY_CACHE, type ClusterPaths } from "./data-directory.ts";
import { alive, gone } from "../process/process-utils.mjs";
import { spawnSync } from "node:child_process";

// Recovery from a long log after a crash takes minutes; child processes of an old server end in
// seconds.
const READY_WITHIN_MS = 600_000;
const RETRY_WITHIN_MS = 30_000;
const STOPPED_WITHIN_MS = 60_000;
const GIVEN_UP_WITHIN_MS = 1_000;
/** How often a server that another process started is checked. */
const POLL_MS = 100;

/** An embedded PostgreSQL, reached by a Unix socket. */
export interface Postgres {
  /** The connection string of its superuser. */
  ownerUrl: string;
  pid: number;
  directory: string;
  /** Whether this call started it; false if it was already running. */
  startedHere: boolean;
  /** The directory of its socket. */
  socketDirectory: string;
  /** Resolves when it ended; with how, if this call started it. */
  ended(): Promise<string | undefined>;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
  /**
   * Fast shutdown with a timeout; after it the server is killed and recovers at its next start.
   * @returns false when it was killed
   */
  stopWithin(ms: number): Promise<boolean>;
}

export interface PostgresOptions {
  dataDir: string;
  ownerPassword: string;
  /** The directory of another PostgreSQL's programs; the embedded one if absent. */
  programs?: string;
  settings?: Record<string, string>;
  /**
   * The directory for its socket; if absent, in the data directory, or wherever the path is short
   * enough.
   */
  socketDirectory?: string;
  /** Aborts the start. */
  signal?: AbortSignal;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A connection string over a Unix socket for node-postgres and libpq. */
export function socketUrl(
  { socketDirectory, port }: Pick<Postmaster, "socketDirectory" | "port">,
  role: { user: string; password: string; database: string },
): string {
  const query = new URLSearchParams({ host: socketDirectory, port: String(port) });
  const login = `${encodeURIComponent(role.user)}:${encodeURIComponent(role.password)}`;
  return `postgres://${login}@localhost/${encodeURIComponent(role.database)}?${query}`;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "28P01") throw wrongPassword(error);
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function wrongPassword(cause: unknown): Error {
  return new Error(
    "The embedded PostgreSQL does not accept the password in DATA_DIR/secrets/postgres-owner. " +
      "Put that file back from where it was, or set DATA_DIR to an empty directory.",
    { cause },
  );
}

const ownerUrlOf = (server: Postmaster, password: string) =>
  socketUrl(server, { user: OWNER, password, database: "postgres" });

async function readyServer(paths: ClusterPaths, password: string): Promise<Postmaster | undefined> {
  const server = runningPostmaster(paths.data);
  if (!server?.ready) return undefined;
  return (await answers(ownerUrlOf(server, password))) ? server : undefined;
}

// After a kill -9 the old server's child processes must end before a new one may start.
const MAY_PASS = /pre-existing shared memory block|lock file "postmaster.pid" already exists/;

async function untilReady(
  paths: ClusterPaths,
  { ownerPassword: password, signal: over }: PostgresOptions,
  start: () => Promise<Launched>,
): Promise<{ server: Postmaster; launched: Launched | undefined }> {
  const sinceMs = Date.now();
  const waitedOver = (limitMs: number) => Date.now() - sinceMs > limitMs;
  let launched: Launched | undefined;
  try {
    for (;;) {
      const server = await readyServer(paths, password);
      over?.throwIfAborted();
      if (server) return { server, launched: server.pid === launched?.pid ? launched : undefined };
      if (!runningPostmaster(paths.data) && (!launched || launched.ended())) {
        if (launched && !(MAY_PASS.test(launched.output()) && !waitedOver(RETRY_WITHIN_MS))) break;
        if (launched) await pause(250);
        clearForeignPid(paths.data);
        launched = await start();
      }
      if (waitedOver(READY_WITHIN_MS)) break;
      await pause(20);
    }
    throw new Error(`PostgreSQL did not start on ${paths.data}${whyOf(launched)}`);
  } catch (error) {
    if (launched && !launched.ended()) {
      signal(launched.pid, "SIGINT");
      if (!(await gone(launched.pid, GIVEN_UP_WITHIN_MS))) signal(launched.pid, "SIGQUIT");
    }
    throw error;
  }
}

function whyOf(launched: Launched | undefined): string {
  if (!launched) return ":\nthe one that runs there does not answer";
  const how = launched.ended() ? ` (${launched.how() ?? "ended"})` : "";
  return `${how}:\n${launched.output().trim()}`;
}

async function stopServer(server: Postmaster, withinMs: number): Promise<boolean> {
  signal(server.pid, "SIGINT");
  const isFast = await gone(server.pid, withinMs);
  if (!isFast) {
    signal(server.pid, "SIGQUIT");
    await gone(server.pid, 10_000);
  }
  const ownTemporary = basename(server.socketDirectory).startsWith("curtail-");
  if (ownTemporary) rmSync(server.socketDirectory, { recursive: true, force: true });
  return isFast;
}

async function endOf({ pid }: Postmaster, launched: Launched | undefined) {
  if (launched) return launched.ending;
  while (alive(pid)) await pause(POLL_MS);
  return undefined;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}

/**
 * Opens the PostgreSQL of a data directory: connects to a running one, or creates and starts it.
 * @throws Error with a message and PostgreSQL's output when it cannot start
 */
export async function openPostgres(options: PostgresOptions): Promise<Postgres> {
  const paths = clusterPaths(options.dataDir);
  const start = async () => {
    const programs = options.programs ?? embeddedPrograms(paths.account, BINARY_CACHE);
    await ensureCluster(paths, programs, options);
    return launch(paths, programs, options);
  };
  const { server, launched } = await untilReady(paths, options, start);
  return {
    ownerUrl: ownerUrlOf(server, options.ownerPassword),
    pid: server.pid,
    directory: paths.directory,
    startedHere: launched !== undefined,
    socketDirectory: server.socketDirectory,
    ended: () => endOf(server, launched),
    stop: async () => void (await stopServer(server, STOPPED_WITHIN_MS)),
    stopWithin: (ms) => stopServer(server, ms),
  };
}

/** The contents of the pid file of a running PostgreSQL. */
interface Postmaster {
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
function clearForeignPid(data: string): void {
  const pid = Number(pidFile(data)?.[0]);
  if (pid && alive(pid) && !isServerOf(data, pid)) rmSync(join(data, "postmaster.pid"));
}
