import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { portalSchema } from "../../lib/portal/db/migrate.ts";
import { withConnection } from "../../runtime/databases/connection.ts";
import { migrateProgramDatabase } from "../../runtime/databases/given.ts";
import { getRole, DATABASES, type DatabaseName } from "../../runtime/databases/roles.ts";
import { serviceSchema } from "../../service/store/schema-guard.ts";
import { getOwnerUrl, emptyDatabase, freshDatabase } from "../support/postgres.ts";

const schemas = { portal: portalSchema, service: serviceSchema };
const EVERYTHING = ["DELETE", "INSERT", "SELECT", "UPDATE"];

async function ask<T extends object>(url: string, query: string, values: unknown[] = []) {
  return withConnection(url, async (client) => (await client.query<T>(query, values)).rows);
}

function expectedOf(databaseName: DatabaseName, table: string): string[] {
  const { appendOnly, readOnly } = schemas[databaseName];
  if (appendOnly.includes(table)) return ["INSERT", "SELECT"];
  return readOnly.includes(table) ? ["SELECT"] : EVERYTHING;
}

/** The effective privileges of a program's role on each table. */
async function privilegesOf(url: string) {
  const rows = await ask<{ name: string; may: string[] }>(
    url,
    `SELECT c.relname AS name, array_agg(kind ORDER BY kind) AS may
     FROM pg_class c,
       unnest(ARRAY['SELECT','INSERT','UPDATE','DELETE','TRUNCATE','REFERENCES','TRIGGER']) AS kind
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
       AND has_table_privilege(c.oid, kind)
     GROUP BY c.relname ORDER BY c.relname`,
  );
  return new Map(rows.map(({ name, may }) => [name, may]));
}

const tablesOf = async (url: string) =>
  (
    await ask<{ name: string }>(
      url,
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    )
  ).map(({ name }) => name);

/** Statements that affect no row but require the privilege. */
const uses = {
  SELECT: (table: string) => `SELECT * FROM ${table} LIMIT 0`,
  INSERT: (table: string) =>
    `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${table} WHERE false`,
  UPDATE: (table: string, column: string) => `UPDATE ${table} SET ${column} = DEFAULT WHERE false`,
  DELETE: (table: string) => `DELETE FROM ${table} WHERE false`,
};

describe.each(DATABASES)("the role of the %s", (databaseName) => {
  let url: string;
  let tables: string[];
  beforeAll(async () => {
    url = await freshDatabase(databaseName);
    tables = await tablesOf(url);
    expect(tables.length).toBeGreaterThan(8);
  });

  test("has exactly the required privileges on every table", async () => {
    const expected = new Map(tables.map((table) => [table, expectedOf(databaseName, table)]));
    expect(await privilegesOf(url)).toEqual(expected);
  });

  test("can read and write every table accordingly", async () => {
    await withConnection(url, async (client) => {
      for (const table of tables) {
        const name = pg.escapeIdentifier(table);
        const { fields } = await client.query(uses.SELECT(name));
        const column = pg.escapeIdentifier(fields.at(-1)!.name);
        const done: string[] = [];
        for (const [kind, statement] of Object.entries(uses)) {
          const passed = await client.query(statement(name, column)).then(
            () => true,
            ({ code }: { code: string }) => code !== "42501" && Promise.reject(new Error(code)),
          );
          if (passed) done.push(kind);
        }
        expect([table, done.sort()]).toEqual([table, expectedOf(databaseName, table)]);
      }
    });
  });

  test("owns nothing, and every append-only table is restricted", async () => {
    const owned = await ask(
      url,
      `SELECT relname FROM pg_class WHERE pg_has_role(relowner, 'MEMBER')
       UNION ALL SELECT proname FROM pg_proc WHERE pg_has_role(proowner, 'MEMBER')
       UNION ALL SELECT nspname FROM pg_namespace WHERE pg_has_role(nspowner, 'MEMBER')
       UNION ALL SELECT datname FROM pg_database WHERE pg_has_role(datdba, 'MEMBER')`,
    );
    expect(owned).toEqual([]);
    const { appendOnly, readOnly } = schemas[databaseName];
    const guarded = await ask<{ name: string }>(
      url,
      `SELECT DISTINCT c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE NOT t.tgisinternal AND t.tgname LIKE '%\\_kept' ORDER BY 1`,
    );
    expect(guarded.map(({ name }) => name)).toEqual([...appendOnly, ...readOnly].sort());
  });

  test("can use a table of a later migration without a further grant", async () => {
    const owner = getOwnerUrl(databaseName, url);
    await ask(owner, "CREATE TABLE later (id bigserial PRIMARY KEY, note text)");
    await ask(url, "INSERT INTO later (note) VALUES ('one')");
    await ask(url, "UPDATE later SET note = 'another'");
    expect(await ask(url, "DELETE FROM later RETURNING note")).toEqual([{ note: "another" }]);
    await expect(ask(url, "TRUNCATE later")).rejects.toThrow("permission denied");
    await migrateProgramDatabase[databaseName](owner, getRole(databaseName));
    expect((await privilegesOf(url)).get("later")).toEqual(EVERYTHING);
    await ask(owner, "DROP TABLE later");
  });

  test("calls no function that runs as the owner of the tables", async () => {
    const callable = await ask(
      url,
      `SELECT proname FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace
         AND (has_function_privilege(oid, 'EXECUTE') OR proconfig IS NULL)`,
    );
    expect(callable).toEqual([]);
  });

  test("finds an empty database migrated once if two instances start together", async () => {
    const empty = await emptyDatabase(databaseName);
    const migrate = () =>
      migrateProgramDatabase[databaseName](getOwnerUrl(databaseName, empty), getRole(databaseName));
    await Promise.all([migrate(), migrate()]);
    expect(await tablesOf(empty)).toEqual(tables);
  });
});
