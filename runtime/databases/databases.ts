import { join, resolve } from "node:path";
import type { Env } from "../../lib/env.ts";
import { formatAddress, parseConnection, usableVersion, withRemedy } from "./connection.ts";
import { databaseVariable, migrateGiven, migrateProgramDatabase, roleWarning } from "./given.ts";
import {
  closeCommonDatabases,
  ensureProgramDatabase,
  programDatabaseUrl,
  getRole,
  DATABASES,
  type DatabaseName,
} from "./roles.ts";
import { lockHolder, waitForLock } from "../process/lock.mjs";
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
  /** How many migrations were applied to each database. */
  migrations: Partial<Record<DatabaseName, number>>;
  /** Process id of the embedded PostgreSQL; undefined for another server. */
  embeddedPid: number | undefined;
  /**
   * How a database's tables are reached with every right on them: by the administrator, else by their
   * owner, else by the program.
   */
  tablesUrl(databaseName: DatabaseName): string;
  /** Stops the embedded PostgreSQL unless a running `npm start` needs it. */
  close(): Promise<void>;
}

/** The address of a program's database, if it was prepared elsewhere. */
export const givenUrl = (env: Env, databaseName: DatabaseName) =>
  databaseName === "service" ? env.SERVICE_DATABASE_URL : env.PORTAL_DATABASE_URL;

/** The login that owns the tables of such a database, if it is given. */
export const migrationUrl = (env: Env, databaseName: DatabaseName) =>
  databaseName === "service" ? env.SERVICE_MIGRATION_URL : env.PORTAL_MIGRATION_URL;

/** Whether the databases of these programs are on the embedded PostgreSQL. */
const usesEmbedded = (env: Env, names: readonly DatabaseName[]) =>
  !env.DATABASE_URL && !names.every((databaseName) => givenUrl(env, databaseName));

/**
 * Does work on databases while no other command does on the same data directory: the one that
 * started the embedded PostgreSQL also stops it. Commands on other servers do not wait.
 */
export async function inTurn<T>(
  env: Env,
  names: readonly DatabaseName[],
  work: () => Promise<T>,
): Promise<T> {
  if (!usesEmbedded(env, names)) return work();
  const release = await waitForLock(join(resolve(env.DATA_DIR), "command.lock"), () => undefined);
  try {
    return await work();
  } finally {
    release();
  }
}

async function openEmbedded(dataDir: string, signal?: AbortSignal): Promise<Postgres> {
  const ownerPassword = storedSecret(secretFile(dataDir, "postgres-owner"), newToken);
  const server = await openPostgres({ dataDir, ownerPassword, ...(signal && { signal }) });
  await closeCommonDatabases(server.ownerUrl);
  return server;
}

function closer(server: Postgres | undefined, dataDir: string): () => Promise<void> {
  return async () => {
    const isNeeded = lockHolder(join(dataDir, "start.lock")) !== undefined;
    if (server?.startedHere && !isNeeded) await server.stop();
  };
}

async function ensuredUrl(
  databaseName: DatabaseName,
  dataDir: string,
  {
    ownerUrl,
    isEmbedded,
    isPrepared,
  }: { ownerUrl: string; isEmbedded: boolean; isPrepared: boolean },
): Promise<{ url: string; migrations: number }> {
  const file = secretFile(dataDir, `postgres-${databaseName}`);
  // The embedded server is this data directory's own: its roles follow the files.
  const secret = { file, password: storedSecret(file, newToken), isSet: isEmbedded };
  if (isPrepared)
    return {
      url: programDatabaseUrl(ownerUrl, getRole(databaseName), secret.password),
      migrations: 0,
    };
  let migrations = 0;
  const url = await ensureProgramDatabase(ownerUrl, databaseName, secret, async (asOwner) => {
    migrations = await migrateProgramDatabase[databaseName](asOwner, getRole(databaseName));
  });
  return { url, migrations };
}

/** An error of PostgreSQL itself, which says nothing of what was being done, with that; others as they are. */
function explained(error: unknown): unknown {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  const isOfPostgres = [code, cause?.code].some((one) => /^(?=.*\d)[0-9A-Z]{5}$/.test(one ?? ""));
  if (!isOfPostgres || !(error instanceof Error) || /[.;]$/.test(error.message)) return error;
  return new Error("PostgreSQL refused while the databases were prepared.", { cause: error });
}

function describeDirectory({ directory }: Postgres, dataDir: string): string {
  return directory.startsWith(dataDir) ? "embedded" : `embedded, data in ${directory}`;
}

/**
 * Opens the databases of the requested programs and migrates them: those in SERVICE_DATABASE_URL
 * and PORTAL_DATABASE_URL; else on the server of DATABASE_URL, whose user may create roles and
 * databases; else on the embedded PostgreSQL in DATA_DIR. Roles and databases are created once; a
 * program's role can open its own database only, and does not own it. With `isPrepared` nothing is
 * created or migrated. After `signal` has aborted, the embedded PostgreSQL is not started.
 * @throws Error with a message when a server is unreachable, too old or refuses
 */
export async function openDatabases(
  env: Env,
  names: readonly DatabaseName[] = DATABASES,
  { isPrepared = false, signal }: { isPrepared?: boolean; signal?: AbortSignal } = {},
): Promise<Databases> {
  const dataDir = resolve(env.DATA_DIR);
  const allGiven = names.every((databaseName) => givenUrl(env, databaseName));
  const embedded = usesEmbedded(env, names) ? await openEmbedded(dataDir, signal) : undefined;
  const ownerUrl = env.DATABASE_URL ?? embedded?.ownerUrl ?? "";
  const close = closer(embedded, dataDir);
  const urls = { service: "", portal: "" };
  const versions = new Set<string>();
  const warnings: string[] = [];
  const migrations: Databases["migrations"] = {};
  try {
    if (!allGiven)
      await withRemedy(env.DATABASE_URL && "DATABASE_URL", () => usableVersion(ownerUrl));
    for (const databaseName of names) {
      const given = givenUrl(env, databaseName);
      const ensured = given
        ? undefined
        : await withRemedy(env.DATABASE_URL && "DATABASE_URL", () =>
            ensuredUrl(databaseName, dataDir, {
              ownerUrl,
              isEmbedded: embedded !== undefined,
              isPrepared,
            }),
          );
      urls[databaseName] = given ?? ensured?.url ?? "";
      const version = await withRemedy(given && databaseVariable(databaseName), () =>
        usableVersion(urls[databaseName]),
      );
      if (isPrepared) {
        versions.add(version);
        continue;
      }
      migrations[databaseName] = given
        ? await migrateGiven(
            databaseName,
            given,
            migrationUrl(env, databaseName),
            env.DATABASE_POOLER,
          )
        : (ensured?.migrations ?? 0);
      const warning = await roleWarning(databaseName, urls[databaseName]);
      if (warning) warnings.push(warning);
      versions.add(
        `${version}, ${embedded ? describeDirectory(embedded, dataDir) : formatAddress(urls[databaseName])}`,
      );
    }
  } catch (error) {
    await close();
    throw explained(error);
  }
  return {
    serviceUrl: urls.service,
    portalUrl: urls.portal,
    description: [...versions].join("; "),
    warnings,
    migrations,
    embeddedPid: embedded?.pid,
    tablesUrl: (databaseName) => {
      const program = urls[databaseName];
      if (!ownerUrl) return migrationUrl(env, databaseName) ?? program;
      const url = parseConnection(ownerUrl);
      url.pathname = parseConnection(program).pathname;
      return url.href;
    },
    close,
  };
}
