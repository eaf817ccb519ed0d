import pg from "pg";
import type { DatabaseName } from "../../runtime/databases/roles.ts";
import { readChainHead, readChain, verifyChain } from "../../lib/database/audit-chain.ts";
import { auditChain } from "../../lib/portal/db/schema.ts";
import { apiCallsChain } from "../../service/store/schema-calls.ts";

const trails = {
  portal: { trail: auditChain, head: "audit_head", fields: "audit_fields", chain: "audit_chain" },
  service: {
    trail: apiCallsChain,
    head: "api_calls_head",
    fields: "api_call_fields",
    chain: "api_call_chain",
  },
};

/** SQLSTATE insufficient_privilege: of PostgreSQL itself, and of the audit trail's triggers. */
export const REFUSED = "42501";

/** Statements with which a program's login would rewrite its trail, or gain the rights to. */
export function attacksOn(databaseName: DatabaseName): string[] {
  const { trail, head, fields, chain } = trails[databaseName];
  const { table } = trail;
  const owner = `curtail_${databaseName}_owner`;
  return [
    `ALTER TABLE ${table} DISABLE TRIGGER USER`,
    `ALTER TABLE ${table} DISABLE TRIGGER ${table}_kept`,
    `ALTER TABLE ${head} DISABLE TRIGGER ${head}_kept`,
    `DROP TRIGGER ${table}_kept ON ${table}`,
    `ALTER TABLE ${table} RENAME TO ${table}_away`,
    `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
    `ALTER TABLE ${table} DROP COLUMN hash`,
    `UPDATE ${table} SET request_id = 'another'`,
    `UPDATE ${table} SET request_id = 'another' WHERE false`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
    `INSERT INTO ${table} SELECT * FROM ${table} ON CONFLICT (id) DO UPDATE SET request_id = 'x'`,
    `MERGE INTO ${table} USING ${head} AS ends ON ends.id = ${table}.id WHEN MATCHED THEN DELETE`,
    `SELECT * FROM ${table} FOR UPDATE`,
    `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`,
    `COPY ${table} FROM '/etc/passwd'`,
    `COPY ${table} TO PROGRAM 'true'`,
    `UPDATE ${head} SET id = 1, hash = repeat('0', 64)`,
    `INSERT INTO ${head} (id, hash) VALUES (1, 'x') ON CONFLICT ("only") DO UPDATE SET id = 1`,
    `DELETE FROM ${head}`,
    `TRUNCATE ${head}`,
    `COPY ${head} FROM STDIN`,
    `DROP TABLE ${table} CASCADE`,
    `DROP TABLE ${head}`,
    `DROP FUNCTION ${chain}() CASCADE`,
    `CREATE OR REPLACE FUNCTION ${fields}(line ${table}) RETURNS text LANGUAGE sql AS 'SELECT NULL::text'`,
    `ALTER FUNCTION ${chain}() SECURITY INVOKER`,
    `ALTER FUNCTION ${chain}() SET search_path = pg_temp, public`,
    `CREATE TRIGGER after_all BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${chain}()`,
    `CREATE RULE nothing AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
    `CREATE TABLE mine (n int)`,
    `CREATE TEMPORARY TABLE ${head} (id bigint)`,
    `CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    `CREATE SCHEMA mine`,
    `CREATE TABLE drizzle.mine (n int)`,
    `DELETE FROM drizzle.__drizzle_migrations`,
    `CREATE EXTENSION pgcrypto`,
    `SET session_replication_role = replica`,
    `SET ROLE ${owner}`,
    `SET SESSION AUTHORIZATION ${owner}`,
    `GRANT ${owner} TO CURRENT_USER`,
    `REASSIGN OWNED BY ${owner} TO CURRENT_USER`,
    `DROP OWNED BY ${owner}`,
    `ALTER ROLE ${owner} PASSWORD 'known'`,
    `ALTER ROLE CURRENT_USER SUPERUSER`,
    `ALTER ROLE CURRENT_USER SET session_replication_role = replica`,
    `CREATE ROLE mine`,
    `CREATE DATABASE mine`,
    ...(databaseName === "portal" ? [`SELECT setval('audit_id_seq', 1)`] : []),
  ];
}

/**
 * Sends a statement, and takes back what it did.
 * @returns how it was refused; null where it was carried out
 */
export async function attempt(client: pg.Client, statement: string): Promise<string | null> {
  const isAlone = statement.startsWith("CREATE DATABASE");
  if (!isAlone) await client.query("BEGIN");
  try {
    await client.query(statement);
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    if (!isAlone) await client.query("ROLLBACK");
  }
}

/** Sends every attack, and returns those that were not refused for want of a privilege. */
export async function unrefused(url: string, databaseName: DatabaseName): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const passed: string[] = [];
    for (const statement of attacksOn(databaseName)) {
      const code = await attempt(client, statement);
      if (code !== REFUSED) passed.push(`${statement}: ${code ?? "carried out"}`);
    }
    return passed;
  } finally {
    await client.end();
  }
}

/** Verifies the trail of a database, as `npm run audit -- verify` does. */
export async function verifiedTrail(url: string, databaseName: DatabaseName) {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const { trail } = trails[databaseName];
    const end = await readChainHead(pool, trail);
    const { rows, faults, head } = await verifyChain(readChain(pool, trail), [], end);
    return { rows, faults, head };
  } finally {
    await pool.end();
  }
}

/** What cuts the last row off a trail so that a verification finds nothing, where it is carried out. */
export function cutOff(databaseName: DatabaseName): string[] {
  const { trail, head } = trails[databaseName];
  const { table } = trail;
  return [
    `ALTER TABLE ${table} DISABLE TRIGGER USER`,
    `ALTER TABLE ${head} DISABLE TRIGGER USER`,
    `DELETE FROM ${table} WHERE id = (SELECT max(id) FROM ${table})`,
    `UPDATE ${head} SET (id, hash) = (SELECT id, hash FROM ${table} ORDER BY id DESC LIMIT 1)`,
    `ALTER TABLE ${table} ENABLE TRIGGER USER`,
    `ALTER TABLE ${head} ENABLE TRIGGER USER`,
  ];
}
