import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openPostgres, type Postgres } from "../../scripts/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** The password of every role in the tests' own PostgreSQL, which lives as long as the run. */
export const TEST_PASSWORD = "only-for-tests";

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
  const client = new pg.Client(postgres.ownerUrl);
  await client.connect();
  for (const room of ["service", "portal"]) {
    await client.query(`CREATE ROLE curtail_${room} LOGIN PASSWORD '${TEST_PASSWORD}'`);
  }
  await client.end();
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
