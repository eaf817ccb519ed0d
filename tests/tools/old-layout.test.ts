import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseEnv } from "../../lib/env.ts";
import { recordRefusal } from "../../lib/portal/db/audit.ts";
import { openDatabase } from "../../lib/portal/db/database.ts";
import { openDatabases } from "../../runtime/databases/databases.ts";
import { withConnection } from "../../runtime/databases/connection.ts";
import {
  getRole,
  DATABASES,
  programDatabaseUrl,
  type DatabaseName,
} from "../../runtime/databases/roles.ts";
import { openPostgres } from "../../runtime/postgres/postgres.ts";
import { storedSecret, newToken, secretFile } from "../../runtime/config/secrets.ts";
import { recordCall } from "../../service/store/api-calls.ts";
import { openStore } from "../../service/store/store.ts";
import { installedPrograms } from "../support/installed-postgres.ts";
import { migrateUntil } from "../support/migrate-until.ts";
import { unrefused, verifiedTrail } from "../support/role-attacks.ts";
import { emptyFolder } from "./temporary-folder.ts";

/** The last migrations of the time when a program owned its tables. */
const last = { portal: "0007_audit_head", service: "0008_told_calls" };

const rows = {
  portal: [
    `INSERT INTO accounts (email, name, password_hash, role)
     VALUES ('kim@example.org', 'Kim', 'x', 'staff')`,
    `INSERT INTO audit (who, role, kind, operation, request_id)
     VALUES ('kim@example.org', 'staff', 'intent', 'controlGroup', 'before'),
            ('kim@example.org', 'staff', 'outcome', 'controlGroup', 'before')`,
  ],
  service: [
    `INSERT INTO groups (id, created_at, name, bidding_zone) VALUES ('grp_1', now(), 'North', 'NL')`,
    `INSERT INTO api_calls (id, at, caller, kind, operation, request_id, previous, hash)
     VALUES (0, now(), 'key_1', 'refusal', 'createGroup', 'before', '', ''),
            (0, now(), 'key_1', 'refusal', 'createGroup', 'before', '', '')`,
  ],
};

/**
 * A role and a database of a program as created by the old layout, with rows; returns the program's
 * login.
 */
async function asBefore(
  adminUrl: string,
  databaseName: DatabaseName,
  dataDir: string,
): Promise<string> {
  const role = getRole(databaseName);
  const password = storedSecret(secretFile(dataDir, `postgres-${databaseName}`), newToken);
  await withConnection(adminUrl, async (admin) => {
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    const who = await admin.query<{ super: boolean }>(
      "SELECT rolsuper AS super FROM pg_roles WHERE rolname = current_user",
    );
    if (!who.rows[0]!.super) await admin.query(`GRANT ${role} TO CURRENT_USER`);
    await admin.query(`CREATE DATABASE ${role} OWNER ${role}`);
    await admin.query(`REVOKE ALL ON DATABASE ${role} FROM PUBLIC`);
  });
  const url = programDatabaseUrl(adminUrl, role, password);
  await withConnection(url, async (program) => {
    await migrateUntil(program, databaseName, last[databaseName]);
    for (const statement of rows[databaseName]) await program.query(statement);
  });
  return url;
}

/** Tables that a later migration renamed. */
const renamed: Record<string, string> = {
  area_expectations: "area_forecasts",
  attempts: "attempt_counters",
  facts: "service_state",
  live: "live_state",
  moves: "group_history",
  profiles: "forecast_models",
  registry: "cached_resources",
};

/** Tables that a later migration dropped; no statement here writes to them. */
const dropped = ["control_effects"];

type Content = [name: string, rows: unknown[]][];

async function contentOf(url: string): Promise<Content> {
  return withConnection(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    const content: Content = [];
    for (const { name } of tables.filter((table) => !dropped.includes(table.name)))
      content.push([renamed[name] ?? name, (await client.query(`TABLE public.${name}`)).rows]);
    return content.sort(([a], [b]) => a.localeCompare(b));
  });
}

async function goesOn(databaseName: DatabaseName, url: string): Promise<void> {
  if (databaseName === "service") {
    const store = await openStore(url, () => undefined);
    const call = { at: new Date(0), caller: "key_1", operation: "createGroup", requestId: "after" };
    await recordCall(store.db, { ...call, kind: "refusal", status: 403 });
    return store.close();
  }
  const { db, pool } = openDatabase(url, { connections: 1 });
  const user = { id: null, email: "kim@example.org", role: "staff" } as const;
  const entry = { user, operation: "controlGroup", target: null, requestId: "after" };
  await recordRefusal(db, entry, 403);
  await pool.end();
}

/** The old installation: the administrator of its server, and the variables of its start. */
async function installation(programs: string | undefined, superuser: boolean) {
  const folder = emptyFolder();
  const dataDir = join(folder, "own");
  // The embedded server of a start lies in its DATA_DIR; another one is named by DATABASE_URL.
  const embedded = superuser && programs === undefined;
  const ownerPassword = embedded
    ? storedSecret(secretFile(dataDir, "postgres-owner"), newToken)
    : "owner";
  const server = await openPostgres({
    dataDir: embedded ? dataDir : folder,
    ownerPassword,
    ...(programs ? { programs } : {}),
  });
  onTestFinished(() => server.stop());
  if (embedded) return { adminUrl: server.ownerUrl, dataDir, variables: { DATA_DIR: dataDir } };
  const admin = programDatabaseUrl(server.ownerUrl, "admin", "admin", "postgres");
  await withConnection(server.ownerUrl, (client) =>
    client.query("CREATE ROLE admin LOGIN CREATEDB CREATEROLE PASSWORD 'admin'"),
  );
  const adminUrl = superuser ? server.ownerUrl : admin;
  return { adminUrl, dataDir, variables: { DATABASE_URL: adminUrl, DATA_DIR: dataDir } };
}

const installed = installedPrograms();

describe.each([
  ["the embedded PostgreSQL", undefined, true],
  ["the PostgreSQL of a user who creates roles", undefined, false],
  ...(installed
    ? ([
        ["an installed PostgreSQL of a superuser", installed, true],
        ["an installed PostgreSQL of a user who creates roles", installed, false],
      ] as const)
    : []),
] as const)(
  "an installation whose programs owned their tables, on %s",
  (_, programs, superuser) => {
    test("is migrated to two roles with all its data, while its programs continue", async () => {
      const { adminUrl, dataDir, variables } = await installation(programs, superuser);
      const before = new Map<DatabaseName, { url: string; content: Content; running: pg.Client }>();
      for (const databaseName of DATABASES) {
        const url = await asBefore(adminUrl, databaseName, dataDir);
        const running = new pg.Client(url);
        running.on("error", () => undefined);
        await running.connect();
        before.set(databaseName, { url, running, content: await contentOf(url) });
      }
      const databases = await openDatabases(parseEnv(variables));
      onTestFinished(() => databases.close());
      expect(databases.warnings).toEqual([]);
      for (const databaseName of DATABASES) {
        const { url, content, running } = before.get(databaseName)!;
        expect(databaseName === "service" ? databases.serviceUrl : databases.portalUrl).toBe(url);
        const names = new Set(content.map(([name]) => name));
        const kept = (await contentOf(url)).filter(([name]) => names.has(name));
        expect(kept).toMatchObject(content);
        expect(await verifiedTrail(url, databaseName)).toMatchObject({ rows: 2, faults: [] });
        await running.query(rows[databaseName][1]!);
        await running.end();
        await goesOn(databaseName, url);
        expect(await unrefused(url, databaseName)).toEqual([]);
        expect(await verifiedTrail(url, databaseName)).toMatchObject({ rows: 5, faults: [] });
      }
      const again = await openDatabases(parseEnv(variables));
      expect(again).toMatchObject({ serviceUrl: databases.serviceUrl, warnings: [] });
      await again.close();
    });
  },
);
