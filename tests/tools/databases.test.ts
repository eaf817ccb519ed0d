import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseEnv } from "../../lib/env.ts";
import { openDatabases } from "../../runtime/databases/databases.ts";
import { versionRefusal } from "../../runtime/databases/connection.ts";
import { openPostgres } from "../../runtime/postgres/postgres.ts";
import { installedPrograms } from "../support/installed-postgres.ts";
import { emptyFolder } from "./folder.ts";

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
  await ask(serviceUrl, "CREATE TABLE IF NOT EXISTS mine (n int)");
  await ask(portalUrl, "CREATE TABLE IF NOT EXISTS mine (n int)");
  const denied = "permission denied for database";
  await expect(ask(inDatabase(serviceUrl, "curtail_portal"), "SELECT 1")).rejects.toThrow(denied);
  await expect(ask(inDatabase(portalUrl, "curtail_service"), "SELECT 1")).rejects.toThrow(denied);
}

test("without any address the programs get two databases that cannot see each other", async () => {
  const dataDir = emptyFolder();
  const databases = await opened({ DATA_DIR: dataDir });
  await expectApart(databases);
  await expect(ask(inDatabase(databases.serviceUrl, "postgres"), "SELECT 1")).rejects.toThrow();
  expect(databases.description).toMatch(/^PostgreSQL 18\.\d+, embedded$/);
  const again = await opened({ DATA_DIR: dataDir });
  expect(again).toMatchObject({
    serviceUrl: databases.serviceUrl,
    portalUrl: databases.portalUrl,
    embeddedPid: databases.embeddedPid,
  });
});

test("closing what another start opened leaves it running", async () => {
  const dataDir = emptyFolder();
  const databases = await opened({ DATA_DIR: dataDir });
  const visitor = await openDatabases(parseEnv({ DATA_DIR: dataDir }));
  await visitor.close();
  expect(await ask(databases.serviceUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
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
      expect(await opened(variables)).toMatchObject({ serviceUrl: databases.serviceUrl });
      const elsewhere = openDatabases(parseEnv({ ...variables, DATA_DIR: join(folder, "other") }));
      await expect(elsewhere).rejects.toThrow("has another password than");
    },
  );
});

test("given both addresses, nothing of its own is started", async () => {
  const { serviceUrl, portalUrl } = await opened({ DATA_DIR: emptyFolder() });
  const given = await opened({
    SERVICE_DATABASE_URL: serviceUrl,
    PORTAL_DATABASE_URL: portalUrl,
    DATA_DIR: join(emptyFolder(), "never-made"),
  });
  expect(given).toMatchObject({ serviceUrl, portalUrl, embeddedPid: undefined });
});

test("a server that cannot be reached is named without its password", async () => {
  const DATABASE_URL = "postgres://someone:hidden-word@127.0.0.1:1/postgres";
  const attempt = openDatabases(parseEnv({ DATABASE_URL, DATA_DIR: emptyFolder() }));
  await expect(attempt).rejects.toThrow("PostgreSQL at 127.0.0.1:1 cannot be used");
  await expect(attempt).rejects.not.toThrow("hidden-word");
});

test("PostgreSQL 14 is refused, 15 is not", () => {
  expect(versionRefusal(140_012)).toBe("Curtail needs PostgreSQL 15 or later.");
  expect(versionRefusal(150_000)).toBeUndefined();
});
