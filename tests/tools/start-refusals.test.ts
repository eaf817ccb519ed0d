import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { withConnection } from "../../runtime/databases/connection.ts";
import { openPostgres } from "../../runtime/postgres/postgres.ts";
import { expectErrorLog } from "../support/error-log.ts";
import { freePort } from "../../tools/ports/free-port.ts";
import { newDataDir, start } from "../support/start-process.ts";
import { emptyFolder } from "./temporary-folder.ts";

function dataDir(): string {
  const path = newDataDir();
  onTestFinished(() => rmSync(dirname(path), { recursive: true, force: true, maxRetries: 3 }));
  return path;
}

/** Starts the service, which must end by itself with 1; resolves to what it wrote. */
async function refusal(variables: Record<string, string>): Promise<string> {
  const started = start(["service"], {
    DEMO: "0",
    LOG_LEVEL: "warn",
    SERVICE_PORT: String(await freePort()),
    DATA_DIR: dataDir(),
    ...variables,
  });
  onTestFinished(() => void started.child.kill("SIGKILL"));
  expect(await started.ended).toBe(1);
  expect(started.said()).not.toContain("    at ");
  return started.said();
}

/** A server of the embedded programs on TCP, as somebody else would run one. */
async function otherServer(): Promise<{ adminUrl: string; port: number }> {
  const port = await freePort();
  const settings = { listen_addresses: "127.0.0.1", port: String(port) };
  const server = await openPostgres({ dataDir: emptyFolder(), ownerPassword: "owner", settings });
  onTestFinished(() => server.stop());
  await withConnection(server.ownerUrl, (client) =>
    client.query("CREATE ROLE reader LOGIN PASSWORD 'reader'"),
  );
  return { adminUrl: server.ownerUrl, port };
}

describe("a start whose databases cannot be prepared says", () => {
  test("why a migration failed on the embedded PostgreSQL, and not that this was stopped then", async () => {
    const DATA_DIR = dataDir();
    const server = await openPostgres({ dataDir: DATA_DIR, ownerPassword: "owner" });
    const url = new URL(server.ownerUrl);
    await withConnection(url.href, async (client) => {
      await client.query("CREATE ROLE curtail_service_owner");
      await client.query("CREATE DATABASE curtail_service OWNER curtail_service_owner");
    });
    url.pathname = "/curtail_service";
    await withConnection(url.href, (client) => client.query("CREATE TABLE controls (id text)"));
    await server.stop();
    mkdirSync(join(DATA_DIR, "secrets"), { recursive: true });
    writeFileSync(join(DATA_DIR, "secrets", "postgres-owner"), "owner");
    const said = await refusal({ DATA_DIR });
    expect(said).toContain("PostgreSQL refused while the databases were prepared.");
    expect(said).toContain('relation "controls" already exists');
    expect(said).not.toContain("PostgreSQL ended");
  });

  test("that the owner's password of the embedded PostgreSQL is another one", async () => {
    const DATA_DIR = dataDir();
    const server = await openPostgres({ dataDir: DATA_DIR, ownerPassword: "owner" });
    await server.stop();
    const said = await refusal({ DATA_DIR });
    expect(said).toContain(
      "does not accept the password in DATA_DIR/secrets/postgres-owner. Put that file back",
    );
  });

  test("that no server is at DATABASE_URL", async () => {
    const port = await freePort();
    const said = await refusal({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/postgres` });
    expect(said).toContain(`PostgreSQL at 127.0.0.1:${port} cannot be used: connect ECONNREFUSED`);
    expect(said).toContain("Start that server, or correct host and port in DATABASE_URL.");
    expect(said).not.toContain("secret");
  });

  test("that DATABASE_URL has a wrong password, a missing database, or a role without rights", async () => {
    const { port } = await otherServer();
    const at = (login: string, database = "postgres") =>
      `postgres://${login}@127.0.0.1:${port}/${database}`;
    const wrong = await refusal({ DATABASE_URL: at("curtail:guess") });
    expect(wrong).toContain('password authentication failed for user "curtail"');
    expect(wrong).toContain("Correct the user and the password in DATABASE_URL.");
    expect(wrong).not.toContain("guess");
    const missing = await refusal({ DATABASE_URL: at("curtail:owner", "nowhere") });
    expect(missing).toContain('database "nowhere" does not exist');
    expect(missing).toContain("Correct the database in DATABASE_URL.");
    const reader = await refusal({ DATABASE_URL: at("reader:reader") });
    expect(reader).toContain("permission denied to create role");
    expect(reader).toContain("DATABASE_URL must name a user who may create roles and databases");
  });

  test("that SERVICE_DATABASE_URL and SERVICE_MIGRATION_URL have a wrong password", async () => {
    const { port } = await otherServer();
    const url = `postgres://curtail:owner@127.0.0.1:${port}/postgres`;
    const wrong = url.replace("owner", "guess");
    expect(await refusal({ SERVICE_DATABASE_URL: wrong })).toContain(
      "Correct the user and the password in SERVICE_DATABASE_URL.",
    );
    expect(await refusal({ SERVICE_DATABASE_URL: url, SERVICE_MIGRATION_URL: wrong })).toContain(
      "Correct the user and the password in SERVICE_MIGRATION_URL.",
    );
  });
});

/** A separate disk takes root on Linux. */
function smallDisk(): string | undefined {
  if (process.getuid?.() !== 0 || process.platform !== "linux") return undefined;
  const folder = emptyFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=96m,mode=755", "tmpfs", folder]);
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", folder]));
  chmodSync(folder, 0o755);
  return folder;
}

function fill(folder: string): void {
  for (const size of [1 << 20, 1 << 12]) {
    const { bavail, bsize } = statfsSync(folder);
    const pieces = Math.floor((bavail * bsize) / size);
    for (let n = 0; n < pieces; n++) appendFileSync(join(folder, "filler"), Buffer.alloc(size));
  }
}

test("a start on a full disk says that the disk is full, and where", async () => {
  expectErrorLog(/No space left on device|53100/);
  const disk = smallDisk();
  if (!disk) {
    console.warn("\nLEFT OUT: a start on a full disk, which takes root on Linux.\n");
    return;
  }
  const DATA_DIR = join(disk, "data");
  mkdirSync(DATA_DIR);
  fill(disk);
  const empty = await refusal({ DATA_DIR });
  expect(empty).toContain(`${DATA_DIR} is on a disk that is full`);
  expect(empty).toContain("Make room there, or set DATA_DIR to a folder on another disk.");
  rmSync(join(disk, "filler"));
  for (const name of readdirSync(DATA_DIR)) rmSync(join(DATA_DIR, name), { recursive: true });
  // With secrets, but without room for PostgreSQL's files.
  mkdirSync(join(DATA_DIR, "secrets"));
  writeFileSync(join(DATA_DIR, "secrets", "postgres-owner"), "owner");
  appendFileSync(join(disk, "filler"), Buffer.alloc(80 << 20));
  const half = await refusal({ DATA_DIR });
  expect(half).toContain(`${DATA_DIR} is on a disk that is full`);
});
