import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { DatabaseName } from "../../runtime/databases/roles.ts";
import type { DatabaseBackup, TableBackup } from "./manifest.ts";
import {
  columnList,
  fingerprint,
  listTables,
  readSchemaVersion,
  readSequences,
  STEADY_TEXT,
  tableName,
  type Table,
} from "./tables.ts";

/** A database at one moment: what others change afterwards is not seen. */
export interface Snapshot {
  client: pg.Client;
  end(): Promise<void>;
}

/** Opens a snapshot of a database. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url, application_name: "curtail backup" });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query(STEADY_TEXT);
  // The snapshot is taken by the first query that reads.
  await client.query("SELECT count(*) FROM pg_class");
  return { client, end: () => client.end() };
}

async function writeTable(
  client: pg.Client,
  table: Table,
  folder: string,
  file: string,
): Promise<TableBackup> {
  const rows = client.query(copyTo(`COPY ${tableName(table)} (${columnList(table)}) TO STDOUT`));
  await pipeline(rows, createGzip(), createWriteStream(join(folder, file), { mode: 0o600 }));
  const name = `${table.schema}.${table.name}`;
  return { name, file, columns: table.columns, ...(await fingerprint(client, table)) };
}

/** Writes every table of a snapshot into a folder, compressed. */
export async function dumpDatabase(
  { client }: Snapshot,
  databaseName: DatabaseName,
  folder: string,
): Promise<DatabaseBackup> {
  mkdirSync(join(folder, databaseName), { mode: 0o700 });
  const tables: TableBackup[] = [];
  for (const table of await listTables(client)) {
    const file = join(databaseName, `${table.schema}.${table.name}.copy.gz`);
    tables.push(await writeTable(client, table, folder, file));
  }
  const schemaVersion = await readSchemaVersion(client);
  return { schemaVersion, tables, sequences: await readSequences(client) };
}
