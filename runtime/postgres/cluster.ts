import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  chownSync,
} from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { runAs } from "./os-user.ts";
import { privateDirectory, socketDirectory, type ClusterPaths } from "./data-directory.ts";

/** The name of the superuser of an embedded cluster. */
export const OWNER = "curtail";

const MAX_LOG_BYTES = 5_000_000;
const environment = () => {
  const { PATH, NODE_ENV } = process.env;
  return { PATH, NODE_ENV, LC_ALL: "C", TZ: "UTC" };
};

function majorVersion(programs: string): number {
  const { stdout } = spawnSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/(\d+)/.exec(stdout)?.[1]);
}

function localeOptions(programs: string): string[] {
  if (majorVersion(programs) < 17) return ["--locale=C.UTF-8"];
  return ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
}

function refuseOtherVersion(data: string, programs: string): void {
  const made = Number(readFileSync(join(data, "PG_VERSION"), "utf8"));
  if (made === majorVersion(programs)) return;
  throw new Error(
    `${data} was made by PostgreSQL ${made}, which this is not (${majorVersion(programs)}). ` +
      "Move it over with pg_upgrade or a dump, or set DATA_DIR to an empty directory.",
  );
}

// In a separate session: Ctrl-C must not leave an incomplete cluster.
function initdb(paths: ClusterPaths, programs: string, args: string[], over?: AbortSignal) {
  const child = spawn(join(programs, "initdb"), args, {
    ...runAs(paths.account),
    cwd: "/",
    env: environment(),
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const giveUp = () => child.kill("SIGTERM");
  over?.addEventListener("abort", giveUp);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise<{ ok: boolean; output: string }>((resolve) => {
    child.on("error", (error) => resolve({ ok: false, output: error.message }));
    child.on("close", (code, signal) => {
      over?.removeEventListener("abort", giveUp);
      const how = signal ? `\nIt ended (${signal}).` : "";
      resolve({ ok: code === 0, output: output + how });
    });
  });
}

function writePassword(paths: ClusterPaths, password: string): string {
  const file = join(paths.directory, `password-${process.pid}`);
  writeFileSync(file, password, { mode: 0o600 });
  if (paths.account) chownSync(file, paths.account.uid, paths.account.gid);
  return file;
}

/**
 * Creates the cluster in `place.data` if it does not exist. initdb works in a directory next to it
 * that is renamed when complete, so an incomplete cluster never has that name.
 */
export async function ensureCluster(
  paths: ClusterPaths,
  programs: string,
  { ownerPassword, signal }: { ownerPassword: string; signal?: AbortSignal },
) {
  if (existsSync(paths.data)) return refuseOtherVersion(paths.data, programs);
  const fresh = privateDirectory(join(paths.directory, `new-${process.pid}`), paths.account);
  const passwordFile = writePassword(paths, ownerPassword);
  const owner = ["-U", OWNER, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  const text = ["--encoding=UTF8", ...localeOptions(programs)];
  const { ok, output } = await initdb(paths, programs, ["-D", fresh, ...owner, ...text], signal);
  rmSync(passwordFile, { force: true });
  if (!ok) {
    rmSync(fresh, { recursive: true, force: true });
    signal?.throwIfAborted();
    throw new Error(`PostgreSQL could not create its data in ${paths.data}:\n${output}`);
  }
  renameSync(fresh, paths.data);
}

function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES) truncateSync(file);
  return openSync(file, "a", 0o600);
}

/** A PostgreSQL during its start: its process, and its log output since. */
export interface Launched {
  pid: number;
  ended(): boolean;
  /** How it ended, `SIGKILL` or `code 1`; undefined while it runs. */
  how(): string | undefined;
  ending: Promise<string | undefined>;
  output(): string;
}

const MB = 2 ** 20;

/** Pages kept in memory, in MB: a sixteenth of the machine's, which PostgreSQL takes only if used. */
function sharedBuffersMb(): number {
  const constrained = process.constrainedMemory() || Infinity;
  return Math.round(Math.min(2_048, Math.max(128, Math.min(totalmem(), constrained) / MB / 16)));
}

/**
 * Starts PostgreSQL on a cluster, in a separate session so that Ctrl-C does not reach it, and on a
 * Unix socket only.
 */
export function launch(
  paths: ClusterPaths,
  programs: string,
  given: { settings?: Record<string, string>; socketDirectory?: string },
): Launched {
  const all = {
    listen_addresses: "",
    unix_socket_directories: socketDirectory(paths, given.socketDirectory),
    unix_socket_permissions: "0700",
    timezone: "UTC",
    log_timezone: "UTC",
    shared_buffers: `${sharedBuffersMb()}MB`,
    // The first change of a page after a checkpoint is logged whole: a large fleet changes every page
    // each quarter-hour.
    checkpoint_timeout: "30min",
    max_wal_size: "4GB",
    ...given.settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const file = join(paths.directory, "postgres.log");
  const log = openLog(file);
  const from = statSync(file).size;
  const child = spawn(join(programs, "postgres"), ["-D", paths.data, ...args], {
    ...runAs(paths.account),
    cwd: "/",
    env: environment(),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let failure: Error | undefined;
  const how = () => {
    if (failure) return failure.message;
    if (child.signalCode) return child.signalCode;
    return child.exitCode === null ? undefined : `code ${child.exitCode}`;
  };
  const ending = new Promise<string | undefined>((resolve) => {
    child.on("error", (error) => {
      failure = error;
      resolve(how());
    });
    child.on("exit", () => resolve(how()));
  });
  child.unref();
  return {
    pid: child.pid ?? 0,
    how,
    ending,
    ended: () => failure !== undefined || child.exitCode !== null || child.signalCode !== null,
    output: () => failure?.message ?? readFileSync(file).subarray(from).toString(),
  };
}
