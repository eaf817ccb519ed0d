import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConnection, withConnection } from "../../runtime/databases/connection.ts";
import { launch, type Launched } from "../../runtime/postgres/cluster.ts";
import { clusterPaths } from "../../runtime/postgres/data-directory.ts";
import { runAs } from "../../runtime/postgres/os-user.ts";
import { openPostgres, type Postgres } from "../../runtime/postgres/postgres.ts";
import { TEST_PASSWORD } from "./postgres-setup.ts";

/** A PostgreSQL whose statements can be read from its log, as `application name: statement`. */
export interface LoggedServer {
  /** The connection string of its superuser. */
  ownerUrl: string;
  /** The same database at this server. */
  at(databaseUrl: string): string;
  /** A mark in the log, for `linesSince`. */
  mark(): number;
  /** The lines that the server logged since a mark; it logs a statement before running it. */
  linesSince(mark: number): string[];
}

/** A streaming replica, a hot standby. */
export interface Replica extends LoggedServer {
  /** Ends it at once, without a checkpoint. */
  kill(): Promise<void>;
  /** Starts it again after a kill. */
  start(): Promise<void>;
  /** Stops replaying what it receives. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** A primary and its streaming replicas, of the same programs. */
export interface ReplicatedPostgres {
  primary: LoggedServer;
  replica: Replica;
  /** Starts one more replica. */
  addReplica(): Promise<Replica>;
  stop(): Promise<void>;
}

const LOGGED = { log_statement: "all", log_line_prefix: "%a: ", log_min_messages: "log" };
const RETRY_MS = 50;
const START_MS = 60_000;

/** Starts a primary on an empty cluster and a replica made by `pg_basebackup`. */
export async function startReplicatedPostgres(programs: string): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "curtail-replica-"));
  chmodSync(folder, 0o755);
  const primary = await openPostgres({
    dataDir: join(folder, "primary"),
    ownerPassword: TEST_PASSWORD,
    programs,
    settings: LOGGED,
  });
  const stops: (() => Promise<void>)[] = [];
  const addReplica = async () => {
    const name = `replica-${stops.length}`;
    const { replica, stop } = await startReplica(primary, programs, join(folder, name));
    stops.push(stop);
    return replica;
  };
  const replica = await addReplica();
  const stop = async () => {
    for (const stopReplica of stops) await stopReplica();
    await primary.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { primary: loggedServer(primary.directory, primary.ownerUrl), replica, addReplica, stop };
}

async function startReplica(primary: Postgres, programs: string, dataDir: string) {
  const place = clusterPaths(dataDir);
  const copied = spawnSync(
    join(programs, "pg_basebackup"),
    ["-d", toConninfo(primary), "-D", place.data, "-R", "-X", "stream", "-c", "fast"],
    { ...runAs(place.account), cwd: "/", encoding: "utf8" },
  );
  if (copied.status !== 0) throw new Error(`pg_basebackup failed: ${copied.stderr}`);
  const server = loggedServer(place.directory, primary.ownerUrl);
  const query = (text: string) => withConnection(server.ownerUrl, (client) => client.query(text));
  const begin = () => launch(place, programs, { settings: LOGGED });
  let launched = await launchUntilReady(begin, query);
  const replica: Replica = {
    ...server,
    kill: async () => {
      process.kill(launched.pid, "SIGKILL");
      await launched.ending;
    },
    start: async () => void (launched = await launchUntilReady(begin, query)),
    pause: async () => void (await query("select pg_wal_replay_pause()")),
    resume: async () => void (await query("select pg_wal_replay_resume()")),
  };
  const stop = async () => {
    if (!launched.ended()) process.kill(launched.pid, "SIGINT");
    await launched.ending;
  };
  return { replica, stop };
}

/** The connection string of libpq for a superuser over a Unix socket. */
function toConninfo({ ownerUrl, socketDirectory }: Postgres): string {
  const { username, searchParams } = parseConnection(ownerUrl);
  const port = searchParams.get("port");
  return `host=${socketDirectory} port=${port} user=${username} password=${TEST_PASSWORD}`;
}

function loggedServer(directory: string, url: string): LoggedServer {
  const file = join(directory, "postgres.log");
  const at = (databaseUrl: string) => {
    const address = parseConnection(databaseUrl);
    address.searchParams.set("host", join(directory, "run"));
    return address.href;
  };
  return {
    ownerUrl: at(url),
    at,
    mark: () => statSync(file).size,
    linesSince: (mark) => readFileSync(file).subarray(mark).toString().split("\n"),
  };
}

/** After a kill, child processes of the old server may still have to end. */
async function launchUntilReady(
  begin: () => Launched,
  query: (text: string) => Promise<unknown>,
): Promise<Launched> {
  const untilMs = Date.now() + START_MS;
  for (let server = begin(); ;) {
    const answers = await query("select 1").then(
      () => true,
      () => false,
    );
    if (answers && !server.ended()) return server;
    if (Date.now() > untilMs) throw new Error(`the replica did not start:\n${server.output()}`);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    if (server.ended()) server = begin();
  }
}
