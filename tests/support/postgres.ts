import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { withConnection } from "../../runtime/databases/connection.ts";
import { createDatabase, type DatabaseName } from "../../runtime/databases/roles.ts";
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

async function create(databaseName: DatabaseName, how: string): Promise<string> {
  const ownerUrl = inject("postgresUrl");
  const name = `${databaseName}_${randomBytes(6).toString("hex")}`;
  await withConnection(ownerUrl, (client) => createDatabase(client, name, databaseName, how));
  return toDatabaseUrl(ownerUrl, databaseName, name);
}
