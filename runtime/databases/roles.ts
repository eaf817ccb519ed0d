import pg from "pg";
import { connected, parseConnection, whereIs } from "./connection.ts";

/** The two programs that keep something, each in a database of its own. */
export const ROOMS = ["service", "portal"] as const;
export type Room = (typeof ROOMS)[number];

/** The role of a room, which owns its database. */
export const roleOf = (room: Room) => `curtail_${room}`;
const { escapeIdentifier, escapeLiteral } = pg;

async function exists(client: pg.Client, query: string, name: string): Promise<boolean> {
  return (await client.query(query, [name])).rowCount === 1;
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  if (await exists(client, "SELECT FROM pg_roles WHERE rolname = $1", role)) return;
  await client.query(
    `CREATE ROLE ${escapeIdentifier(role)} LOGIN PASSWORD ${escapeLiteral(password)}`,
  );
}

async function isSuperuser(client: pg.Client): Promise<boolean> {
  const query = "SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper";
  return (await client.query(query)).rowCount === 1;
}

async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const database = escapeIdentifier(name);
  if (!(await exists(client, "SELECT FROM pg_database WHERE datname = $1", name))) {
    if (!(await isSuperuser(client))) await client.query(`GRANT ${database} TO CURRENT_USER`);
    await client.query(`CREATE DATABASE ${database} OWNER ${database}`);
  }
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
}

/** The connection string of a role on the owner's server, to the database of its name or another. */
export function roomUrl(ownerUrl: string, role: string, password: string, database = role): string {
  const url = parseConnection(ownerUrl);
  url.username = role;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
}

async function requireLogin(url: string, role: string, passwordFile: string): Promise<void> {
  try {
    await connected(url, async () => undefined);
  } catch (error) {
    const { code } = (error as Error).cause as { code?: string };
    if (code !== "28P01") throw error;
    throw new Error(
      `The role ${role} on ${whereIs(url)} has another password than ${passwordFile}. ` +
        "Put that file back, give the role the password in it, or set SERVICE_DATABASE_URL and " +
        "PORTAL_DATABASE_URL.",
      { cause: error },
    );
  }
}

/**
 * Makes sure that a room has its role and its database on a server, which nobody else but their
 * owner may open, and returns how to connect. `ownerUrl` is a user that may create both.
 */
export async function ensureRoom(
  ownerUrl: string,
  room: Room,
  secret: { password: string; file: string },
): Promise<string> {
  const role = roleOf(room);
  await connected(ownerUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('curtail'))");
    await ensureRole(client, role, secret.password);
    await ensureDatabase(client, role);
  });
  const url = roomUrl(ownerUrl, role, secret.password);
  await requireLogin(url, role, secret.file);
  return url;
}

/** Closes the databases every PostgreSQL comes with to everyone but the superuser. */
export async function closeCommonDatabases(ownerUrl: string): Promise<void> {
  await connected(ownerUrl, (client) =>
    client.query("REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC"),
  );
}
