import { join, resolve } from "node:path";
import type { Env } from "../../lib/env.ts";
import { usableVersion, formatAddress } from "./connection.ts";
import { migrateGiven, migrateProgramDatabase, roleWarning } from "./given.ts";
import {
  closeCommonDatabases,
  ensureProgramDatabase,
  getRole,
  DATABASES,
  type DatabaseName,
} from "./roles.ts";
import { lockHolder } from "../process/lock.mjs";
import { openPostgres, type Postgres } from "../postgres/postgres.ts";
import { storedSecret, newToken, secretFile } from "../config/secrets.ts";

export type { DatabaseName };

/** The connection strings of the programs, and the PostgreSQL in use. */
export interface Databases {
  /** Empty if the service's database was not requested. */
  serviceUrl: string;
  /** Empty if the portal's database was not requested. */
  portalUrl: string;
  /** Version and location without any password, for output. */
  description: string;
  /** Warnings about roles with more privileges than needed. */
  warnings: string[];
  /** Process id of the embedded PostgreSQL; undefined for another server. */
  embeddedPid: number | undefined;
  /** Stops the embedded PostgreSQL unless a running `npm start` needs it. */
  close(): Promise<void>;
}

const givenUrl = (env: Env, databaseName: DatabaseName) =>
  databaseName === "service" ? env.SERVICE_DATABASE_URL : env.PORTAL_DATABASE_URL;

const migrationUrl = (env: Env, databaseName: DatabaseName) =>
  databaseName === "service" ? env.SERVICE_MIGRATION_URL : env.PORTAL_MIGRATION_URL;

async function openEmbedded(dataDir: string): Promise<Postgres> {
  const ownerPassword = storedSecret(secretFile(dataDir, "postgres-owner"), newToken);
  const server = await openPostgres({ dataDir, ownerPassword });
  await closeCommonDatabases(server.ownerUrl);
  return server;
}

function closer(server: Postgres | undefined, dataDir: string): () => Promise<void> {
  const holder = () => lockHolder(join(dataDir, "start.lock"));
  const holdsLock = server?.startedHere || holder() === process.pid;
  return async () => {
    const needed = holder() !== undefined && holder() !== process.pid;
    if (server && holdsLock && !needed) await server.stop();
  };
}

async function ensuredUrl(
  databaseName: DatabaseName,
  dataDir: string,
  ownerUrl: string,
): Promise<string> {
  const file = secretFile(dataDir, `postgres-${databaseName}`);
  const secret = { file, password: storedSecret(file, newToken) };
  return ensureProgramDatabase(ownerUrl, databaseName, secret, (url) =>
    migrateProgramDatabase[databaseName](url, getRole(databaseName)),
  );
}

function describeDirectory({ directory }: Postgres, dataDir: string): string {
  return directory.startsWith(dataDir) ? "embedded" : `embedded, data in ${directory}`;
}

/**
 * Opens the databases of the requested programs and migrates them: those in SERVICE_DATABASE_URL
 * and PORTAL_DATABASE_URL; else on the server of DATABASE_URL, whose user may create roles and
 * databases; else on the embedded PostgreSQL in DATA_DIR. Roles and databases are created once; a
 * program's role can open its own database only, and does not own it.
 * @throws Error with a message when a server is unreachable, too old or refuses
 */
export async function openDatabases(
  env: Env,
  names: readonly DatabaseName[] = DATABASES,
): Promise<Databases> {
  const dataDir = resolve(env.DATA_DIR);
  const allGiven = names.every((databaseName) => givenUrl(env, databaseName));
  const embedded = allGiven || env.DATABASE_URL ? undefined : await openEmbedded(dataDir);
  const ownerUrl = env.DATABASE_URL ?? embedded?.ownerUrl ?? "";
  const close = closer(embedded, dataDir);
  const urls = { service: "", portal: "" };
  const versions = new Set<string>();
  const warnings: string[] = [];
  try {
    if (!allGiven) await usableVersion(ownerUrl);
    for (const databaseName of names) {
      const given = givenUrl(env, databaseName);
      urls[databaseName] = given ?? (await ensuredUrl(databaseName, dataDir, ownerUrl));
      const version = await usableVersion(urls[databaseName]);
      if (given)
        await migrateGiven(
          databaseName,
          given,
          migrationUrl(env, databaseName),
          env.DATABASE_POOLER,
        );
      const warning = await roleWarning(databaseName, urls[databaseName]);
      if (warning) warnings.push(warning);
      versions.add(
        `${version}, ${embedded ? describeDirectory(embedded, dataDir) : formatAddress(urls[databaseName])}`,
      );
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    serviceUrl: urls.service,
    portalUrl: urls.portal,
    description: [...versions].join("; "),
    warnings,
    embeddedPid: embedded?.pid,
    close,
  };
}
