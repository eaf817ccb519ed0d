import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { withConnection } from "../../runtime/databases/connection.ts";
import { migrateProgramDatabase } from "../../runtime/databases/given.ts";
import {
  createDatabase,
  getOwnerRole,
  getRole,
  DATABASES,
  programDatabaseUrl,
  type DatabaseName,
} from "../../runtime/databases/roles.ts";
import { openPostgres, type Postgres } from "../../runtime/postgres/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** The password of every role in the tests' PostgreSQL, which exists only during the run. */
export const TEST_PASSWORD = "only-for-tests";

/** The database of a program with its schema and nothing in it, which others are copied from. */
export const getTemplateName = (databaseName: DatabaseName) => `${databaseName}_template`;

/** The connection string of a database on the run's PostgreSQL, as the role of its program. */
export function toDatabaseUrl(ownerUrl: string, databaseName: DatabaseName, name: string): string {
  return programDatabaseUrl(ownerUrl, getRole(databaseName), TEST_PASSWORD, name);
}

/** The same as the role that owns the database, which migrates it and may do as it likes in it. */
export function toOwnerUrl(ownerUrl: string, databaseName: DatabaseName, name: string): string {
  return programDatabaseUrl(ownerUrl, getOwnerRole(databaseName), TEST_PASSWORD, name);
}

/**
 * Creates the two roles of a program on a server, as at a first start; the owner may log in as
 * well.
 */
export async function createRoles(ownerUrl: string, databaseName: DatabaseName): Promise<void> {
  await withConnection(ownerUrl, async (client) => {
    for (const role of [getRole(databaseName), getOwnerRole(databaseName)])
      await client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${TEST_PASSWORD}'`);
  });
}

/** Creates a database with the schema of a program, with the role's production privileges. */
export async function createMigrated(
  ownerUrl: string,
  databaseName: DatabaseName,
  name: string,
): Promise<void> {
  await withConnection(ownerUrl, (client) => createDatabase(client, name, databaseName));
  await migrateProgramDatabase[databaseName](
    toOwnerUrl(ownerUrl, databaseName, name),
    getRole(databaseName),
  );
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
  const settings = {
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
    autovacuum: "off",
    jit: "off",
    max_connections: "300",
    // Each of the many connections maps it, and each new database is looked for in all of it.
    shared_buffers: "128MB",
  };
  const postgres = await openPostgres({
    dataDir,
    ownerPassword: TEST_PASSWORD,
    settings,
    ...(programs ? { programs } : {}),
  });
  for (const databaseName of DATABASES) {
    await createRoles(postgres.ownerUrl, databaseName);
    await createMigrated(postgres.ownerUrl, databaseName, getTemplateName(databaseName));
  }
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
