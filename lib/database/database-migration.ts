import { drizzle } from "drizzle-orm/node-postgres";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

/** The schema of a program's database, and the program's privileges in it. */
export interface Schema {
  /** The folder of its migrations. */
  migrationsFolder: string;
  /** The id of the advisory lock that serialises migrations. */
  lock: number;
  /** Tables in which the program only reads and inserts. */
  appendOnly: readonly string[];
  /** Tables that the program only reads; triggers that run as the owner write them. */
  readOnly: readonly string[];
}

type Connection = Pick<pg.ClientBase, "query">;
const CONNECT_TIMEOUT_MS = 15_000;
const { escapeIdentifier } = pg;

/** The number of missing migrations of a database. */
export async function pendingMigrations(
  client: Connection,
  { migrationsFolder }: Schema,
): Promise<number> {
  const journal = "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists";
  const migrations = readMigrationFiles({ migrationsFolder });
  if (!(await client.query(journal)).rows[0].exists) return migrations.length;
  const { rows } = await client.query<{ last: string | null }>(
    "SELECT max(created_at) AS last FROM drizzle.__drizzle_migrations",
  );
  return migrations.filter(({ folderMillis }) => folderMillis > Number(rows[0]!.last)).length;
}

/**
 * Migrates a database to the current schema; instances that start together take turns.
 * @param url a login of the role that owns the tables, or will own them
 * @param program the role of the running program, which gets the necessary privileges only; absent
 * if it is the owner
 * @returns the number of migrations that were applied
 */
export async function migrateDatabase(
  url: string,
  schema: Schema,
  program?: string,
): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "curtail migrations",
  });
  // The current query rejects too; without a listener the error would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [schema.lock]);
    if (program) await giveByDefault(client, program);
    const pending = await pendingMigrations(client, schema);
    if (pending > 0) await migrate(drizzle(client), schema);
    if (program) await limitProgram(client, program, schema);
    return pending;
  } finally {
    await client.end();
  }
}

/** Default privileges of the program on new tables, until `limitProgram` restricts them. */
async function giveByDefault(client: Connection, program: string): Promise<void> {
  const role = escapeIdentifier(program);
  await client.query(`
    ALTER DEFAULT PRIVILEGES IN SCHEMA public
      GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO ${role}`);
}

/**
 * Grants the program's role the privileges it needs, in one transaction so that they are complete.
 */
async function limitProgram(client: Connection, program: string, schema: Schema): Promise<void> {
  const role = escapeIdentifier(program);
  const tables = (names: readonly string[]) =>
    names.map((name) => `public.${escapeIdentifier(name)}`).join(", ");
  const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
  await client.query(`
    REVOKE TEMPORARY ON DATABASE ${escapeIdentifier(rows[0]!.name)} FROM PUBLIC, ${role};
    REVOKE CREATE ON SCHEMA public, drizzle FROM PUBLIC, ${role};
    GRANT USAGE ON SCHEMA public, drizzle TO ${role};
    REVOKE ALL ON ALL TABLES IN SCHEMA public, drizzle FROM PUBLIC, ${role};
    REVOKE ALL ON ALL SEQUENCES IN SCHEMA public, drizzle FROM PUBLIC, ${role};
    GRANT SELECT ON drizzle.__drizzle_migrations TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role};
    REVOKE UPDATE, DELETE ON ${tables(schema.appendOnly)} FROM ${role};
    REVOKE INSERT, UPDATE, DELETE ON ${tables(schema.readOnly)} FROM ${role}`);
}
