import pg from "pg";
import { newToken } from "../config/secrets.ts";
import { withConnection, parseConnection, formatAddress } from "./connection.ts";
import { takeOver } from "./ownership.ts";

/** The two programs with a database. */
export const DATABASES = ["service", "portal"] as const;
export type DatabaseName = (typeof DATABASES)[number];

/** The role of a running program; its database has the same name. */
export const getRole = (databaseName: DatabaseName) => `curtail_${databaseName}`;
/** The role that owns a program's database and tables, and migrates them. */
export const getOwnerRole = (databaseName: DatabaseName) => `${getRole(databaseName)}_owner`;
const { escapeIdentifier, escapeLiteral } = pg;

async function exists(client: pg.Client, query: string, name: string): Promise<boolean> {
  return (await client.query(query, [name])).rowCount === 1;
}

async function ensureRole(client: pg.Client, role: string, how: string): Promise<void> {
  if (await exists(client, "SELECT FROM pg_roles WHERE rolname = $1", role)) return;
  await client.query(`CREATE ROLE ${escapeIdentifier(role)} ${how}`);
}

async function isSuperuser(client: pg.Client): Promise<boolean> {
  const query = "SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper";
  return (await client.query(query)).rowCount === 1;
}

// A non-superuser transfers a database only to a role it is a member of.
async function ensureMembership(client: pg.Client, role: string): Promise<void> {
  const query = "SELECT WHERE pg_has_role(current_user, $1, 'USAGE')";
  if ((await isSuperuser(client)) || (await exists(client, query, role))) return;
  await client.query(`GRANT ${escapeIdentifier(role)} TO CURRENT_USER`);
}

/** Creates a database that only its program may open. */
export async function createDatabase(
  client: pg.Client,
  name: string,
  databaseName: DatabaseName,
  how = "",
): Promise<void> {
  const owner = escapeIdentifier(getOwnerRole(databaseName));
  await client.query(`CREATE DATABASE ${escapeIdentifier(name)} OWNER ${owner} ${how}`);
  await openToProgram(client, name, databaseName);
}

async function openToProgram(
  client: pg.Client,
  name: string,
  databaseName: DatabaseName,
): Promise<void> {
  const database = escapeIdentifier(name);
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await client.query(
    `GRANT CONNECT ON DATABASE ${database} TO ${escapeIdentifier(getRole(databaseName))}`,
  );
}

async function ensureDatabase(
  client: pg.Client,
  databaseName: DatabaseName,
  ownerUrl: string,
): Promise<void> {
  const name = getRole(databaseName);
  if (!(await exists(client, "SELECT FROM pg_database WHERE datname = $1", name)))
    return createDatabase(client, name, databaseName);
  const url = parseConnection(ownerUrl);
  url.pathname = `/${name}`;
  await withConnection(url.href, (inside) => takeOver(inside, name, getOwnerRole(databaseName)));
  await openToProgram(client, name, databaseName);
}

/**
 * The connection string of a role on the owner's server, to the database of its name or another.
 */
export function programDatabaseUrl(
  ownerUrl: string,
  role: string,
  password: string,
  database = role,
): string {
  const url = parseConnection(ownerUrl);
  url.username = role;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
}

async function requireLogin(url: string, role: string, passwordFile: string): Promise<void> {
  try {
    await withConnection(url, async () => undefined);
  } catch (error) {
    const { code } = (error as Error).cause as { code?: string };
    if (code !== "28P01") throw error;
    throw new Error(
      `The role ${role} on ${formatAddress(url)} has another password than ${passwordFile}. ` +
        "Put that file back, give the role the password in it, or set SERVICE_DATABASE_URL and " +
        "PORTAL_DATABASE_URL.",
      { cause: error },
    );
  }
}

/** Runs a task with a temporary login of the owner role. */
async function asOwner(
  client: pg.Client,
  databaseName: DatabaseName,
  ownerUrl: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const owner = getOwnerRole(databaseName);
  const password = newToken();
  const role = escapeIdentifier(owner);
  await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${escapeLiteral(password)}`);
  try {
    await work(programDatabaseUrl(ownerUrl, owner, password, getRole(databaseName)));
  } finally {
    await client.query(`ALTER ROLE ${role} NOLOGIN PASSWORD NULL`);
  }
}

/**
 * Creates the database of a program on a server if needed, with its schema, a role that owns it and one
 * that its program runs as, and returns how the program connects. `ownerUrl` is a user that may
 * create roles and databases; `migrate` is given a login of the owner role.
 */
export async function ensureProgramDatabase(
  ownerUrl: string,
  databaseName: DatabaseName,
  secret: { password: string; file: string },
  migrate: (url: string) => Promise<void>,
): Promise<string> {
  const [role, owner] = [getRole(databaseName), getOwnerRole(databaseName)];
  const url = programDatabaseUrl(ownerUrl, role, secret.password);
  await withConnection(ownerUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('curtail'))");
    await ensureRole(client, role, `LOGIN PASSWORD ${escapeLiteral(secret.password)}`);
    await ensureRole(client, owner, "NOLOGIN");
    await ensureMembership(client, role);
    await ensureMembership(client, owner);
    await ensureDatabase(client, databaseName, ownerUrl);
    await requireLogin(url, role, secret.file);
    await asOwner(client, databaseName, ownerUrl, migrate);
  });
  return url;
}

/** Closes the default databases of PostgreSQL to everyone but the superuser. */
export async function closeCommonDatabases(ownerUrl: string): Promise<void> {
  await withConnection(ownerUrl, (client) =>
    client.query("REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC"),
  );
}
