import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { parseEnv } from "../../lib/env.ts";
import { openDatabases } from "../../runtime/databases/databases.ts";
import { versionRefusal } from "../../runtime/databases/connection.ts";
import { DATABASES, programDatabaseUrl } from "../../runtime/databases/roles.ts";
import { clusterPaths } from "../../runtime/postgres/data-directory.ts";
import { openPostgres, runningPostmaster } from "../../runtime/postgres/postgres.ts";
import { installedPrograms } from "../support/installed-postgres.ts";
import { getOwnerUrl, emptyDatabase, freshDatabase } from "../support/postgres.ts";
import { TEST_PASSWORD } from "../support/postgres-setup.ts";
import { unrefused, verifiedTrail } from "../support/role-attacks.ts";
import { emptyFolder } from "./temporary-folder.ts";

async function ask(url: string, query: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

function inDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

async function opened(variables: Record<string, string>) {
  const databases = await openDatabases(parseEnv(variables));
  onTestFinished(() => databases.close());
  return databases;
}

async function expectApart({ serviceUrl, portalUrl }: { serviceUrl: string; portalUrl: string }) {
  expect(await ask(serviceUrl, "SELECT count(*)::int AS n FROM groups")).toEqual([{ n: 0 }]);
  expect(await ask(portalUrl, "SELECT count(*)::int AS n FROM accounts")).toEqual([{ n: 0 }]);
  const denied = "permission denied for database";
  await expect(ask(inDatabase(serviceUrl, "curtail_portal"), "SELECT 1")).rejects.toThrow(denied);
  await expect(ask(inDatabase(portalUrl, "curtail_service"), "SELECT 1")).rejects.toThrow(denied);
}

test("without any URL the programs get two databases that cannot see each other", async () => {
  const dataDir = emptyFolder();
  const databases = await opened({ DATA_DIR: dataDir });
  await expectApart(databases);
  expect(await unrefused(databases.serviceUrl, "service")).toEqual([]);
  expect(await unrefused(databases.portalUrl, "portal")).toEqual([]);
  const owners = "SELECT rolcanlogin AS in FROM pg_roles WHERE rolname LIKE 'curtail\\_%\\_owner'";
  expect(await ask(databases.portalUrl, owners)).toEqual([{ in: false }, { in: false }]);
  await expect(ask(inDatabase(databases.serviceUrl, "postgres"), "SELECT 1")).rejects.toThrow();
  expect(databases.description).toMatch(/^PostgreSQL 18\.\d+, embedded$/);
  const again = await opened({ DATA_DIR: dataDir });
  expect(again).toMatchObject({
    serviceUrl: databases.serviceUrl,
    portalUrl: databases.portalUrl,
    embeddedPid: databases.embeddedPid,
  });
});

test("closing a database opened by another start leaves it running", async () => {
  const dataDir = emptyFolder();
  const databases = await opened({ DATA_DIR: dataDir });
  const visitor = await openDatabases(parseEnv({ DATA_DIR: dataDir }));
  await visitor.close();
  expect(await ask(databases.serviceUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a start that was stopped leaves no PostgreSQL behind", async () => {
  const dataDir = emptyFolder();
  const env = parseEnv({ DATA_DIR: dataDir });
  await (await openDatabases(env)).close();
  const stop = new AbortController();
  stop.abort(new Error("stopped meanwhile"));
  const opening = openDatabases(env, DATABASES, { signal: stop.signal });
  await expect(opening).rejects.toThrow("stopped meanwhile");
  expect(runningPostmaster(clusterPaths(dataDir).data)).toBeUndefined();
});

describe.each([
  ["the embedded PostgreSQL", undefined],
  ["an installed PostgreSQL", installedPrograms()],
])("DATABASE_URL on %s", (name, programs) => {
  test.skipIf(name === "an installed PostgreSQL" && !programs)(
    "names a user without superuser rights, who creates both databases once",
    async () => {
      const folder = emptyFolder();
      const given = programs ? { programs } : {};
      const server = await openPostgres({ dataDir: folder, ownerPassword: "owner", ...given });
      onTestFinished(() => server.stop());
      await ask(server.ownerUrl, "CREATE ROLE admin LOGIN CREATEDB CREATEROLE PASSWORD 'admin'");
      const admin = inDatabase(server.ownerUrl, "postgres").replace("curtail:owner", "admin:admin");
      const variables = { DATABASE_URL: admin, DATA_DIR: join(folder, "own") };
      const databases = await opened(variables);
      await expectApart(databases);
      expect(await unrefused(databases.serviceUrl, "service")).toEqual([]);
      expect(await unrefused(databases.portalUrl, "portal")).toEqual([]);
      expect(databases.warnings).toEqual([]);
      expect(await opened(variables)).toMatchObject({ serviceUrl: databases.serviceUrl });
      const elsewhere = openDatabases(parseEnv({ ...variables, DATA_DIR: join(folder, "other") }));
      await expect(elsewhere).rejects.toThrow("has another password than");
    },
  );
});

test("with both URLs, no PostgreSQL is started", async () => {
  const { serviceUrl, portalUrl } = await opened({ DATA_DIR: emptyFolder() });
  const given = await opened({
    SERVICE_DATABASE_URL: serviceUrl,
    PORTAL_DATABASE_URL: portalUrl,
    DATA_DIR: join(emptyFolder(), "never-made"),
  });
  expect(given).toMatchObject({ serviceUrl, portalUrl, embeddedPid: undefined });
});

describe.each(DATABASES)("a database of the %s that was prepared elsewhere", (databaseName) => {
  const key = (kind: string) => `${databaseName.toUpperCase()}_${kind}_URL`;
  const start = async (program: string, owner?: string) => {
    const variables = { [key("DATABASE")]: program, ...(owner && { [key("MIGRATION")]: owner }) };
    const databases = await openDatabases(
      parseEnv({ ...variables, DATA_DIR: join(emptyFolder(), "never-made") }),
      [databaseName],
    );
    await databases.close();
    return databases.warnings;
  };
  const trail = databaseName === "portal" ? "the audit trail" : "the record of calls";

  test("is migrated by its owner's login, and its program has limited rights", async () => {
    const url = await emptyDatabase(databaseName);
    expect(await start(url, getOwnerUrl(databaseName, url))).toEqual([]);
    expect(await unrefused(url, databaseName)).toEqual([]);
    expect(await verifiedTrail(url, databaseName)).toMatchObject({ rows: 0, faults: [] });
  });

  test("starts without that login if nothing is to be migrated", async () => {
    expect(await start(await freshDatabase(databaseName))).toEqual([]);
  });

  test("requires that login if the program may not migrate", async () => {
    const url = await emptyDatabase(databaseName);
    await expect(start(url)).rejects.toThrow(
      `Set ${key("MIGRATION")} to a login of the role that owns its tables.`,
    );
  });

  test("works with one login that owns the tables, with a warning about its rights", async () => {
    const owner = getOwnerUrl(databaseName, await emptyDatabase(databaseName));
    const [warning, ...others] = await start(owner);
    expect(others).toEqual([]);
    expect(warning).toMatch(/^WARNING: /);
    expect(warning).toContain(`could rewrite ${trail} unseen: it owns its tables`);
    expect(warning).toContain(key("MIGRATION"));
    expect(warning).not.toContain(TEST_PASSWORD);
    expect(await verifiedTrail(owner, databaseName)).toMatchObject({ rows: 0, faults: [] });
  });

  describe("that its program's login owns", () => {
    /** Two logins of which the first owns a database, in which the program was migrated by itself. */
    async function owned() {
      const admin = inject("postgresUrl");
      const mark = randomBytes(6).toString("hex");
      const [program, owner] = [`program_${mark}`, `owner_${mark}`];
      for (const role of [program, owner])
        await ask(admin, `CREATE ROLE ${role} LOGIN PASSWORD '${TEST_PASSWORD}'`);
      await ask(admin, `CREATE DATABASE given_${mark} OWNER ${program}`);
      const login = (role: string) =>
        programDatabaseUrl(admin, role, TEST_PASSWORD, `given_${mark}`);
      expect(await start(login(program))).toHaveLength(1);
      return { admin, program, owner, url: login(program), ownerUrl: login(owner) };
    }

    test("is transferred to the owner's login if permitted", async () => {
      const { admin, program, owner, url, ownerUrl } = await owned();
      await ask(admin, `GRANT ${program} TO ${owner}; ALTER ROLE ${owner} CREATEDB`);
      expect(await start(url, ownerUrl)).toEqual([]);
      expect(await unrefused(url, databaseName)).toEqual([]);
    });

    test("is left unchanged if not permitted, with the statements for a superuser", async () => {
      const { admin, url, ownerUrl } = await owned();
      const refusal = await start(url, ownerUrl).catch((error: Error) => error.message);
      const statements = /ALTER DATABASE .*;$/.exec(String(refusal))![0];
      expect(await start(url)).toHaveLength(1);
      await ask(inDatabase(admin, new URL(url).pathname.slice(1)), statements);
      expect(await start(url, ownerUrl)).toEqual([]);
      expect(await unrefused(url, databaseName)).toEqual([]);
    });
  });

  test("is the same one for both logins", async () => {
    const [url, other] = [await emptyDatabase(databaseName), await emptyDatabase(databaseName)];
    await expect(start(url, getOwnerUrl(databaseName, other))).rejects.toThrow(
      "must name the same one",
    );
  });

  test("needs the program's login next to the owner's", () => {
    expect(() => parseEnv({ [key("MIGRATION")]: "postgres://owner@127.0.0.1/x" })).toThrow(
      `${key("DATABASE")} must be set with ${key("MIGRATION")}`,
    );
  });
});

test("a server that cannot be reached is named without its password", async () => {
  const DATABASE_URL = "postgres://someone:hidden-word@127.0.0.1:1/postgres";
  const attempt = openDatabases(parseEnv({ DATABASE_URL, DATA_DIR: emptyFolder() }));
  await expect(attempt).rejects.toThrow("PostgreSQL at 127.0.0.1:1 cannot be used");
  await expect(attempt).rejects.not.toThrow("hidden-word");
});

test("PostgreSQL 14 is refused, 15 is accepted", () => {
  expect(versionRefusal(140_012)).toBe("Curtail needs PostgreSQL 15 or later.");
  expect(versionRefusal(150_000)).toBeUndefined();
});

test("on the embedded PostgreSQL a program gets a new password when the file of its secret is removed", async () => {
  const dataDir = emptyFolder();
  const before = await openDatabases(parseEnv({ DATA_DIR: dataDir }));
  await before.close();
  rmSync(join(dataDir, "secrets", "postgres-service"));
  const after = await opened({ DATA_DIR: dataDir });
  expect(after.serviceUrl).not.toBe(before.serviceUrl);
  expect(after.portalUrl).toBe(before.portalUrl);
  expect(await ask(after.serviceUrl, "SELECT count(*)::int AS n FROM groups")).toEqual([{ n: 0 }]);
  await expect(ask(before.serviceUrl, "SELECT 1")).rejects.toThrow(
    "password authentication failed",
  );
});
