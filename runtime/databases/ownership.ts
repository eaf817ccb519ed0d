import pg from "pg";
import type { Schema } from "../../lib/database/database-migration.ts";

const { escapeIdentifier } = pg;

/** Whether a role owns the database of this connection, or anything in it. */
async function ownsAnything(client: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid
     JOIN pg_database here ON here.datname = current_database()
     WHERE r.rolname = $1 AND d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o'
       AND (d.dbid = here.oid OR (d.classid = 'pg_database'::regclass AND d.objid = here.oid))
     LIMIT 1`,
    [role],
  );
  return rowCount === 1;
}

/**
 * Transfers what a program's role owns in this database, and the database, to an owner role while
 * the program runs. This migrates installations from before owner roles existed.
 */
export async function takeOver(client: pg.Client, program: string, owner: string): Promise<void> {
  if (!(await ownsAnything(client, program))) return;
  const [from, to] = [escapeIdentifier(program), escapeIdentifier(owner)];
  await client.query("BEGIN");
  // In this order: a non-superuser transfers ownership only to a role that may create objects
  // there.
  const { rows: databases } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database
     WHERE datname = current_database() AND datdba = $1::regrole`,
    [from],
  );
  for (const { name } of databases)
    await client.query(`ALTER DATABASE ${escapeIdentifier(name)} OWNER TO ${to}`);
  const { rows: schemas } = await client.query<{ name: string }>(
    "SELECT nspname AS name FROM pg_namespace WHERE nspowner = $1::regrole",
    [from],
  );
  for (const { name } of schemas)
    await client.query(`ALTER SCHEMA ${escapeIdentifier(name)} OWNER TO ${to}`);
  await client.query(`REASSIGN OWNED BY ${from} TO ${to}`);
  await client.query(`
    GRANT USAGE ON SCHEMA public TO ${from};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${from};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${from}`);
  await client.query("COMMIT");
}

/** Why the role of this connection could rewrite the audit trail; empty if it cannot. */
export async function getUnwantedRights(
  client: pg.Client,
  { appendOnly, readOnly }: Pick<Schema, "appendOnly" | "readOnly">,
): Promise<string[]> {
  const guarded = [...appendOnly, ...readOnly].map((table) => `public.${escapeIdentifier(table)}`);
  const { rows } = await client.query<Record<string, boolean>>(
    `SELECT role.rolsuper AS "is a superuser",
       role.rolcreaterole AS "may create roles",
       bool_or(pg_has_role(guarded.relowner, 'MEMBER')) AS "owns its tables, or may act as their owner",
       pg_has_role(here.datdba, 'MEMBER') AS "owns the database, or may act as its owner",
       has_schema_privilege('public', 'CREATE') AS "may create tables and functions",
       bool_or(has_table_privilege(guarded.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER'))
         AS "may change the rows of ${[...appendOnly, ...readOnly].join(" or ")}"
     FROM pg_roles role, pg_database here, pg_class guarded
     WHERE role.rolname = current_user AND here.datname = current_database()
       AND guarded.oid = ANY ($1::regclass[])
     GROUP BY role.rolsuper, role.rolcreaterole, here.datdba`,
    [guarded],
  );
  return Object.entries(rows[0] ?? {}).flatMap(([reason, holds]) => (holds ? [reason] : []));
}
