import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { withConnection } from "../../runtime/databases/connection.ts";
import type { DatabaseName } from "../../runtime/databases/roles.ts";
import { BackupError, type DatabaseBackup, type TableBackup } from "./manifest.ts";
import {
  columnList,
  fingerprint,
  listTables,
  readSchemaVersion,
  STEADY_TEXT,
  tableName,
  type Table,
} from "./tables.ts";

/** Tables that a program fills as soon as somebody uses it. */
const IN_USE: Record<DatabaseName, readonly string[]> = {
  service: ["locations", "customers", "api_keys", "api_calls", "controls"],
  portal: ["accounts", "audit"],
};
const INSUFFICIENT_PRIVILEGE = "42501";

/** @throws BackupError if a program has used the database */
async function requireUnused(client: pg.Client, databaseName: DatabaseName): Promise<void> {
  for (const name of IN_USE[databaseName]) {
    const { rowCount } = await client.query(`SELECT FROM ${pg.escapeIdentifier(name)} LIMIT 1`);
    if (rowCount !== 0)
      throw new BackupError(
        `The database of the ${databaseName} is in use (${name} has rows). Restore into a new one: another ` +
          "DATA_DIR, or other databases. Nothing was changed.",
      );
  }
}

async function requireSameSchema(
  client: pg.Client,
  databaseName: DatabaseName,
  { schemaVersion }: DatabaseBackup,
): Promise<void> {
  if ((await readSchemaVersion(client)) === schemaVersion) return;
  const day = new Date(schemaVersion).toISOString().slice(0, 10);
  throw new BackupError(
    `The backup of the ${databaseName} has another schema than this version of Curtail: its last migration is of ${day}. ` +
      "Restore it with the version that made it, then upgrade.",
  );
}

/** Stops triggers and foreign keys for this transaction, since rows arrive table by table. */
async function disableTriggers(client: pg.Client): Promise<void> {
  try {
    await client.query("SET LOCAL session_replication_role = replica");
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new BackupError(
      "This login may not restore. Set DATABASE_URL to a superuser, or have one run: " +
        "GRANT SET ON PARAMETER session_replication_role TO the login in DATABASE_URL.",
      { cause: error },
    );
  }
}

async function readTable(client: pg.Client, table: Table, file: string): Promise<void> {
  const rows = client.query(copyFrom(`COPY ${tableName(table)} (${columnList(table)}) FROM STDIN`));
  await pipeline(createReadStream(file), createGunzip(), rows);
}

/** The result of the comparison of a restored table with its backup. */
export interface Comparison {
  table: string;
  rows: number;
  isEqual: boolean;
}

async function restoreTable(
  client: pg.Client,
  backup: TableBackup,
  tables: readonly Table[],
  folder: string,
): Promise<Comparison> {
  const [schema, name] = backup.name.split(".") as [string, string];
  const present = tables.find((table) => table.schema === schema && table.name === name);
  if (!present)
    throw new BackupError(`The backup has the table ${backup.name}, and the database has not.`);
  await readTable(client, { schema, name, columns: backup.columns }, join(folder, backup.file));
  const restored = await fingerprint(client, present);
  const isEqual = restored.rows === backup.rows && restored.hash === backup.hash;
  return { table: backup.name, rows: restored.rows, isEqual };
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  try {
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/**
 * Fills an unused database from a backup, in one transaction, and compares the count and hash of every
 * table with the backup.
 * @throws BackupError if the database is in use, of another schema, or differs afterwards; then
 * nothing was changed
 */
export const loadDatabase = (
  url: string,
  databaseName: DatabaseName,
  backup: DatabaseBackup,
  folder: string,
): Promise<Comparison[]> =>
  withConnection(url, (client) =>
    inTransaction(client, async () => {
      await requireSameSchema(client, databaseName, backup);
      await requireUnused(client, databaseName);
      await client.query(STEADY_TEXT);
      await disableTriggers(client);
      const tables = await listTables(client);
      await client.query(`TRUNCATE ${tables.map(tableName).join(", ")}`);
      const compared: Comparison[] = [];
      for (const table of backup.tables)
        compared.push(await restoreTable(client, table, tables, folder));
      for (const [sequence, value] of Object.entries(backup.sequences))
        if (value !== null) await client.query("SELECT setval($1, $2)", [sequence, value]);
      const different = compared.filter(({ isEqual }) => !isEqual).map(({ table }) => table);
      if (different.length > 0)
        throw new BackupError(
          `These tables differ from the backup: ${different.join(", ")}. Nothing was changed.`,
        );
      return compared;
    }),
  );
