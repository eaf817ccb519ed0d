import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migratePortal } from "../../lib/portal/db/migrate.ts";
import { connected } from "../../runtime/databases/connection.ts";
import { roleOf, ROOMS, roomUrl, type Room } from "../../runtime/databases/roles.ts";
import { openPostgres, type Postgres } from "../../runtime/postgres/postgres.ts";
import { openStore } from "../../service/store/store.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** The password of every role in the tests' own PostgreSQL, which lives as long as the run. */
export const TEST_PASSWORD = "only-for-tests";

/** The database of a room with its schema and nothing in it, which others are copied from. */
export const templateOf = (room: Room) => `${room}_template`;

/** The connection string of a database on the run's PostgreSQL, as the role of its program. */
export function urlOf(ownerUrl: string, room: Room, name: string): string {
  return roomUrl(ownerUrl, roleOf(room), TEST_PASSWORD, name);
}

async function giveSchema(room: Room, url: string): Promise<void> {
  if (room === "service") {
    const store = await openStore(url, () => undefined);
    return store.close();
  }
  const pool = new pg.Pool({ connectionString: url });
  await migratePortal(pool);
  await pool.end();
}

interface Shared {
  server: Promise<{ postgres: Postgres; dataDir: string }>;
  users: number;
}

const KEY = Symbol.for("curtail.tests.postgres");
const registry = globalThis as { [KEY]?: Map<string, Shared> };
const servers = (registry[KEY] ??= new Map<string, Shared>());

async function startServer(programs: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), "curtail-tests-"));
  chmodSync(dataDir, 0o755);
  const settings = { fsync: "off", full_page_writes: "off", max_connections: "300" };
  const postgres = await openPostgres({
    dataDir,
    ownerPassword: TEST_PASSWORD,
    settings,
    ...(programs ? { programs } : {}),
  });
  await connected(postgres.ownerUrl, async (client) => {
    for (const room of ROOMS) {
      await client.query(`CREATE ROLE ${roleOf(room)} LOGIN PASSWORD '${TEST_PASSWORD}'`);
      await client.query(`CREATE DATABASE ${templateOf(room)} OWNER ${roleOf(room)}`);
      await giveSchema(room, urlOf(postgres.ownerUrl, room, templateOf(room)));
    }
  });
  return { postgres, dataDir };
}

/** Starts one PostgreSQL for all projects of a run that use the same programs. */
export async function sharePostgres(project: TestProject, programs?: string) {
  const key = programs ?? "embedded";
  const shared = servers.get(key) ?? { server: startServer(programs), users: 0 };
  servers.set(key, shared);
  shared.users += 1;
  const { postgres, dataDir } = await shared.server;
  project.provide("postgresUrl", postgres.ownerUrl);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    servers.delete(key);
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

export default (project: TestProject) => sharePostgres(project);
