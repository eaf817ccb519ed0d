import pg from "pg";

const { escapeIdentifier } = pg;

/** A table of a program's database. */
export interface Table {
  schema: string;
  name: string;
  /** Its columns but for generated ones, which PostgreSQL fills. */
  columns: string[];
}

/** The schema and name of a table for SQL. */
export const tableName = ({ schema, name }: Table): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

export const columnList = ({ columns }: Pick<Table, "columns">): string =>
  columns.map((column) => escapeIdentifier(column)).join(", ");

/** Every table of a database but for the journal of migrations, which migrating fills. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT n.nspname AS schema, c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind = 'r' AND n.nspname NOT IN ('drizzle', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
     GROUP BY n.nspname, c.relname ORDER BY n.nspname, c.relname`,
  );
  return rows;
}

/** The last value of each sequence, null if it was never used. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(sequencename) AS name, last_value::text AS value
     FROM pg_sequences WHERE schemaname NOT IN ('drizzle') ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The time of the last migration in the journal of a database; 0 without any. */
export async function readSchemaVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT coalesce(max(created_at), 0)::text AS version FROM drizzle.__drizzle_migrations",
  );
  return Number(rows[0]!.version);
}

/**
 * The number of rows of a table, and a hash of them that does not depend on their order: the sum of the
 * first 60 bits of the MD5 of each row, with its columns by name.
 */
export async function fingerprint(
  client: pg.ClientBase,
  table: Table,
): Promise<{ rows: number; hash: string }> {
  const columns = columnList({ columns: [...table.columns].sort() });
  const { rows } = await client.query<{ rows: string; hash: string }>(
    `SELECT count(*)::text AS rows,
       coalesce(sum(('x' || left(md5(row(${columns})::text), 15))::bit(60)::bigint), 0)::text AS hash
     FROM ${tableName(table)}`,
  );
  return { rows: Number(rows[0]!.rows), hash: rows[0]!.hash };
}

/** Settings that make the text of a value the same on every server. */
export const STEADY_TEXT =
  "SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres'; " +
  "SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0";
