import { readFileSync } from "node:fs";
import type pg from "pg";
import type { DatabaseName } from "../../runtime/databases/roles.ts";

const folders = {
  portal: new URL("../../lib/portal/db/migrations/", import.meta.url),
  service: new URL("../../service/store/migrations/", import.meta.url),
};

interface Journal {
  entries: { tag: string; when: number }[];
}

/** The SQL of one migration. */
export const migrationSql = (databaseName: DatabaseName, tag: string): string =>
  readFileSync(new URL(`${tag}.sql`, folders[databaseName]), "utf8");

/** Brings an empty database to the layout it had after the migration `last`. */
export async function migrateUntil(
  client: Pick<pg.ClientBase, "query">,
  databaseName: DatabaseName,
  last: string,
): Promise<void> {
  const text = readFileSync(new URL("meta/_journal.json", folders[databaseName]), "utf8");
  const { entries } = JSON.parse(text) as Journal;
  await client.query("CREATE SCHEMA drizzle");
  await client.query(
    "CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)",
  );
  for (const { tag, when } of entries) {
    await client.query(migrationSql(databaseName, tag));
    await client.query(
      "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)",
      [tag, when],
    );
    if (tag === last) return;
  }
  throw new Error(`No migration is called ${last}.`);
}
