import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { withConnection } from "../../runtime/databases/connection.ts";
import { createDatabase, type DatabaseName } from "../../runtime/databases/roles.ts";
import { getErrorCode } from "../../lib/log/error-causes.ts";
import { toOwnerUrl, getTemplateName, toDatabaseUrl } from "./postgres-setup.ts";

/**
 * A new database on the run's PostgreSQL with the schema of a program and nothing in it, whose role
 * has the rights it has in production.
 * @returns the connection string of the program
 */
export const freshDatabase = (databaseName: DatabaseName): Promise<string> =>
  create(databaseName, `TEMPLATE ${getTemplateName(databaseName)} STRATEGY FILE_COPY`);

/** A copy of a database to which nothing is connected. */
export const copyDatabase = (databaseName: DatabaseName, url: string): Promise<string> =>
  create(databaseName, `TEMPLATE ${new URL(url).pathname.slice(1)} STRATEGY FILE_COPY`);

/** A new database without a schema, as before a program's first start. */
export const emptyDatabase = (databaseName: DatabaseName): Promise<string> =>
  create(databaseName, "");

/** The connection string of the role that owns a test's database, of the one its program has. */
export function getOwnerUrl(databaseName: DatabaseName, url: string): string {
  return toOwnerUrl(url, databaseName, new URL(url).pathname.slice(1));
}

/** SQLSTATE of a database with connections. */
const IN_USE = "55006";
const created = new Set<string>();

async function create(databaseName: DatabaseName, how: string): Promise<string> {
  const ownerUrl = inject("postgresUrl");
  const name = `${databaseName}_${randomBytes(6).toString("hex")}`;
  created.add(name);
  await withConnection(ownerUrl, (client) => createDatabase(client, name, databaseName, how));
  return toDatabaseUrl(ownerUrl, databaseName, name);
}

/**
 * Drops the databases created since, so that a run does not fill the disk with them. One that a
 * program is still connected to remains until the server ends.
 */
export async function dropDatabases(): Promise<void> {
  const names = [...created];
  created.clear();
  if (names.length === 0) return;
  await withConnection(inject("postgresUrl"), async (client) => {
    for (const name of names)
      await client.query(`DROP DATABASE IF EXISTS ${name}`).catch((error: Error) => {
        if (getErrorCode(error) !== IN_USE) throw error;
      });
  });
}
