import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { parseEnv } from "../../lib/env.ts";
import { withConnection } from "../../runtime/databases/connection.ts";
import { openDatabases } from "../../runtime/databases/databases.ts";
import { programDatabaseUrl } from "../../runtime/databases/roles.ts";
import { freePort } from "../../tools/ports/free-port.ts";
import { newDataDir, start } from "../support/start-process.ts";
import { emptyFolder } from "./temporary-folder.ts";

const RUN = fileURLToPath(new URL("../../runtime/run.mjs", import.meta.url));
const STAFF = { STAFF_EMAIL: "you@company.example", STAFF_PASSWORD: "a long enough password" };
const DEMO_TIMEOUT_MS = 600_000;

async function run(tool: string, args: string[], variables: Record<string, string>, code = 0) {
  const started = start([`tools/${tool}.ts`, ...args], { DEMO: "0", ...variables }, [], RUN);
  const ended = await started.ended;
  expect(ended, started.said()).toBe(code);
  return started.said();
}

/** Every table of both databases of a data directory, with its rows in order as one hash. */
async function contents(DATA_DIR: string): Promise<Record<string, string>> {
  const databases = await openDatabases(parseEnv({ DATA_DIR }), undefined, { isPrepared: true });
  try {
    const found: Record<string, string> = {};
    for (const name of ["service", "portal"] as const)
      await withConnection(databases.tablesUrl(name), async (client) => {
        const { rows } = await client.query<{ name: string }>(
          `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
           WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'drizzle')`,
        );
        for (const { name: table } of rows) {
          const { rows: sums } = await client.query<{ sum: string }>(
            `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS sum
             FROM ${table} t`,
          );
          found[`${name} ${table}`] = sums[0]!.sum;
        }
      });
    return found;
  } finally {
    await databases.close();
  }
}

const rowsIn = (tables: Record<string, string>) =>
  Object.values(tables).reduce((sum, text) => sum + Number(text.split(" ")[0]), 0);

/** A data directory with the demo fleet, an account and a key, and a backup that was made while the service ran. */
let source: { DATA_DIR: string; key: string; whileRunning: string };

beforeAll(async () => {
  const DATA_DIR = newDataDir();
  const file = join(DATA_DIR, "..", "integrator");
  await run("provision", ["--key", "integrator", "--key-file", file], { DATA_DIR, ...STAFF });
  const SERVICE_PORT = String(await freePort());
  const service = start(["service"], { DATA_DIR, SERVICE_PORT, DEMO: "1", LOG_LEVEL: "warn" });
  await service.ready;
  const whileRunning = join(DATA_DIR, "..", "while-running");
  await run("backup", ["--to", whileRunning], { DATA_DIR });
  service.child.kill("SIGTERM");
  await service.ended;
  source = { DATA_DIR, key: readFileSync(file, "utf8").trim(), whileRunning };
}, DEMO_TIMEOUT_MS);

test("a backup restored into an empty folder has every row of every table, and the secrets", async () => {
  const folder = emptyFolder();
  const to = join(folder, "backup");
  expect(await run("backup", ["--to", to], { DATA_DIR: source.DATA_DIR })).toContain("encrypt it");
  expect(statSync(to).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(to, { recursive: true, encoding: "utf8" }))
    expect(statSync(join(to, name)).mode & 0o077, name).toBe(0);

  const DATA_DIR = join(folder, "restored");
  const said = await run("restore", ["--from", to], { DATA_DIR });
  expect(said).not.toContain("WARNING");
  const before = await contents(source.DATA_DIR);
  expect(rowsIn(before)).toBeGreaterThan(1_000);
  expect(await contents(DATA_DIR)).toEqual(before);
  expect(said.match(/, equal$/gm)).toHaveLength(Object.keys(before).length);
  expect(readFileSync(join(DATA_DIR, "api-key"), "utf8")).toBe(
    readFileSync(join(source.DATA_DIR, "api-key"), "utf8"),
  );

  expect(await run("audit", ["verify"], { DATA_DIR })).toContain("Nothing was changed");
  const SERVICE_PORT = String(await freePort());
  const service = start(["service"], { DATA_DIR, SERVICE_PORT, DEMO: "0", LOG_LEVEL: "warn" });
  onTestFinished(async () => {
    service.child.kill("SIGTERM");
    await service.ended;
  });
  await service.ready;
  const answer = await fetch(`http://127.0.0.1:${SERVICE_PORT}/v1/customers?page=0&page_size=100`, {
    headers: { "X-API-Key": source.key },
  });
  expect(answer.status).toBe(200);
  const customers = Number(before["service public.customers"]!.split(" ")[0]);
  expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(
    Math.min(100, customers),
  );
});

test("a backup that was made while the service ran is restored, and its audit trails verify", async () => {
  const DATA_DIR = join(emptyFolder(), "restored");
  expect(await run("restore", ["--from", source.whileRunning], { DATA_DIR })).toMatch(/, equal$/m);
  expect(await run("audit", ["verify"], { DATA_DIR })).toContain("Nothing was changed");
});

test("a backup is restored to another server, and never over data in use", async () => {
  const admin = inject("postgresUrl");
  const address = (name: string) =>
    programDatabaseUrl(admin, `restored_${name}`, "first", `restored_${name}`);
  const DATA_DIR = join(emptyFolder(), "secrets-only");
  const given = {
    DATABASE_URL: admin,
    SERVICE_DATABASE_URL: address("service"),
    PORTAL_DATABASE_URL: address("portal"),
    DATA_DIR,
    NEXTAUTH_SECRET: "0123456789abcdef0123456789abcdef",
  };
  const from = ["--from", source.whileRunning];
  await run("restore", from, given);
  const accounts = () =>
    withConnection(given.PORTAL_DATABASE_URL, async (client) => {
      const { rows } = await client.query("SELECT email FROM accounts");
      return rows;
    });
  expect(await accounts()).toEqual([{ email: STAFF.STAFF_EMAIL }]);
  const again = await run("restore", from, given, 1);
  expect(again).toContain("The database of the service is in use");
  expect(await accounts()).toEqual([{ email: STAFF.STAFF_EMAIL }]);
});

test("a damaged backup is refused whole", async () => {
  const folder = emptyFolder();
  const damaged = join(folder, "damaged");
  cpSync(source.whileRunning, damaged, { recursive: true });
  const file = join(damaged, "portal", "public.accounts.copy.gz");
  const rows = gunzipSync(readFileSync(file)).toString();
  writeFileSync(file, gzipSync(rows.replace("you@company.example", "eve@company.example")));
  const DATA_DIR = join(folder, "restored");
  const said = await run("restore", ["portal", "--from", damaged], { DATA_DIR }, 1);
  expect(said).toContain(
    "These tables differ from the backup: public.accounts. Nothing was changed.",
  );
  const found = await contents(DATA_DIR).catch(() => ({}) as Record<string, string>);
  expect(found["portal public.accounts"] ?? "0 ").toBe("0 ");
});

test("a backup of another schema, an unfinished one and an existing folder are refused", async () => {
  const folder = emptyFolder();
  const other = join(folder, "other");
  cpSync(source.whileRunning, other, { recursive: true });
  const file = join(other, "manifest.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.databases.portal.schemaVersion = Date.UTC(2020, 0, 1);
  writeFileSync(file, JSON.stringify(manifest));
  const DATA_DIR = join(folder, "restored");
  expect(await run("restore", ["portal", "--from", other], { DATA_DIR }, 1)).toContain(
    "its last migration is of 2020-01-01. Restore it with the version that made it, then upgrade.",
  );
  const unfinished = join(folder, "unfinished");
  mkdirSync(unfinished);
  expect(await run("restore", ["--from", unfinished], { DATA_DIR }, 1)).toContain(
    "it is not a backup, or one that was not finished.",
  );
  expect(await run("backup", ["--to", unfinished], { DATA_DIR: source.DATA_DIR }, 1)).toContain(
    "exists already: name a new folder.",
  );
  expect(readdirSync(folder).filter((name) => name.includes(".unfinished"))).toEqual([]);
  expect(existsSync(join(folder, "restored", "api-key"))).toBe(false);
});
