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

/** The names of a program's database and its two roles. */
interface DatabaseNames {
  database: string;
  /** The role of the running program. */
  role: string;
  /** The role that owns the database and its tables. */
  owner: string;
}

const defaultNames = (databaseName: DatabaseName): DatabaseNames => ({
  database: getRole(databaseName),
  role: getRole(databaseName),
  owner: getOwnerRole(databaseName),
});

/** Creates a database that only its program may open. */
export const createDatabase = (
  client: pg.Client,
  name: string,
  databaseName: DatabaseName,
  how = "",
): Promise<void> => create(client, { ...defaultNames(databaseName), database: name }, how);

async function create(client: pg.Client, names: DatabaseNames, how = ""): Promise<void> {
  const owner = escapeIdentifier(names.owner);
  await client.query(`CREATE DATABASE ${escapeIdentifier(names.database)} OWNER ${owner} ${how}`);
  await openToProgram(client, names);
}

async function openToProgram(client: pg.Client, names: DatabaseNames): Promise<void> {
  const database = escapeIdentifier(names.database);
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${escapeIdentifier(names.role)}`);
}

async function ensureDatabase(
  client: pg.Client,
  names: DatabaseNames,
  ownerUrl: string,
): Promise<void> {
  if (!(await exists(client, "SELECT FROM pg_database WHERE datname = $1", names.database)))
    return create(client, names);
  const url = parseConnection(ownerUrl);
  url.pathname = `/${names.database}`;
  await withConnection(url.href, (inside) => takeOver(inside, names.role, names.owner));
  await openToProgram(client, names);
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
  { owner, database }: DatabaseNames,
  ownerUrl: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const password = newToken();
  const role = escapeIdentifier(owner);
  await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${escapeLiteral(password)}`);
  try {
    await work(programDatabaseUrl(ownerUrl, owner, password, database));
  } finally {
    await client.query(`ALTER ROLE ${role} NOLOGIN PASSWORD NULL`);
  }
}

/**
 * Creates the database of a program on a server if needed, with its schema, a role that owns it and one
 * that its program runs as, and returns how the program connects. `ownerUrl` is a user that may
 * create roles and databases; `migrate` is given a login of the owner role. With `secret.isSet` an
 * existing role is given the password; otherwise it must have it.
 */
export async function ensureProgramDatabase(
  ownerUrl: string,
  databaseName: DatabaseName,
  secret: { password: string; file: string; isSet?: boolean },
  migrate: (url: string) => Promise<void>,
): Promise<string> {
  const names = defaultNames(databaseName);
  const { role, owner } = names;
  const url = programDatabaseUrl(ownerUrl, role, secret.password);
  await serialised(ownerUrl, async (client) => {
    if (secret.isSet) await ensureLogin(client, { role, password: secret.password });
    else await ensureRole(client, role, `LOGIN PASSWORD ${escapeLiteral(secret.password)}`);
    await ensureRole(client, owner, "NOLOGIN");
    await ensureMembership(client, role);
    await ensureMembership(client, owner);
    await ensureDatabase(client, names, ownerUrl);
    await requireLogin(url, role, secret.file);
    await asOwner(client, names, ownerUrl, migrate);
  });
  return url;
}

/** Processes that prepare databases of one server take turns. */
const serialised = (ownerUrl: string, work: (client: pg.Client) => Promise<void>) =>
  withConnection(ownerUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('curtail'))");
    await work(client);
  });

/** A login that a role is given, and the database it leads to. */
export interface GivenLogin {
  role: string;
  password: string;
  database: string;
}

async function ensureLogin(
  client: pg.Client,
  { role, password }: Omit<GivenLogin, "database">,
): Promise<void> {
  const login = `LOGIN PASSWORD ${escapeLiteral(password)}`;
  await ensureRole(client, role, login);
  await client.query(`ALTER ROLE ${escapeIdentifier(role)} ${login}`);
}

/**
 * Creates the database and the roles of a program as its given logins name them, or gives existing
 * roles the passwords in them. `migrate` is given a login of the owner role.
 * @param adminUrl a user that may create roles and databases
 * @param owner the login that owns the tables; if absent, a role that cannot log in owns them
 */
export async function ensureGivenDatabase(
  adminUrl: string,
  program: GivenLogin,
  owner: GivenLogin | undefined,
  migrate: (url: string) => Promise<void>,
): Promise<void> {
  const ownerRole = owner?.role ?? `${program.role}_owner`;
  const names = { database: program.database, role: program.role, owner: ownerRole };
  await serialised(adminUrl, async (client) => {
    await ensureLogin(client, program);
    if (owner) await ensureLogin(client, owner);
    else await ensureRole(client, ownerRole, "NOLOGIN");
    await ensureMembership(client, names.role);
    await ensureMembership(client, names.owner);
    await ensureDatabase(client, names, adminUrl);
    if (!owner) await asOwner(client, names, adminUrl, migrate);
    else await migrate(programDatabaseUrl(adminUrl, owner.role, owner.password, program.database));
  });
}

/** Closes the default databases of PostgreSQL to everyone but the superuser. */
export async function closeCommonDatabases(ownerUrl: string): Promise<void> {
  await withConnection(ownerUrl, (client) =>
    client.query("REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC"),
  );
}
