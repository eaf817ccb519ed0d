import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { withConnection } from "../../runtime/databases/connection.ts";
import { programDatabaseUrl } from "../../runtime/databases/roles.ts";
import { hashKey } from "../../service/store/keys.ts";
import { emptyDatabase, getOwnerUrl } from "../support/postgres.ts";
import { unrefused } from "../support/role-attacks.ts";
import { start } from "../support/start-process.ts";
import { emptyFolder } from "./temporary-folder.ts";

const RUN = fileURLToPath(new URL("../../runtime/run.mjs", import.meta.url));
const STAFF = { STAFF_EMAIL: "you@company.example", STAFF_PASSWORD: "a long enough password" };

/** Runs a command like `npm run migrate`; resolves with its output when it ends with `code`. */
async function run(tool: string, args: string[], variables: Record<string, string>, code = 0) {
  const started = start([`tools/${tool}.ts`, ...args], { DEMO: "0", ...variables }, [], RUN);
  onTestFinished(() => void started.child.kill());
  const ended = await started.ended;
  expect(ended, started.said()).toBe(code);
  return started.said();
}

const fourTimes = (tool: string, args: string[], variables: Record<string, string>) =>
  Promise.all(Array.from({ length: 4 }, () => run(tool, args, variables)));

const query = (url: string, statement: string) =>
  withConnection(url, async (client) => (await client.query(statement)).rows);

/** Addresses with names that no other test uses, on the server of the tests. */
function newAddresses(password = "first") {
  const admin = inject("postgresUrl");
  const mark = randomBytes(6).toString("hex");
  const address = (role: string, database: string) =>
    programDatabaseUrl(admin, `${role}_${mark}`, password, `${database}_${mark}`);
  return {
    DATABASE_URL: admin,
    SERVICE_DATABASE_URL: address("service", "flex"),
    SERVICE_MIGRATION_URL: address("service_tables", "flex"),
    PORTAL_DATABASE_URL: address("portal", "people"),
    DATA_DIR: join(emptyFolder(), "never-made"),
  };
}

const withPassword = (url: string, password: string) => {
  const other = new URL(url);
  other.password = password;
  return other.href;
};

describe("npm run provision", () => {
  test("by four at once creates databases, roles, one account and one key", async () => {
    const given = { ...newAddresses(), ...STAFF };
    const args = ["--key", "integrator"];
    const outputs = await fourTimes("provision", args, given);

    const { SERVICE_DATABASE_URL: service, PORTAL_DATABASE_URL: portal } = given;
    expect(await unrefused(service, "service")).toEqual([]);
    expect(await unrefused(portal, "portal")).toEqual([]);
    expect(await query(portal, "SELECT email, role, level FROM accounts")).toEqual([
      { email: STAFF.STAFF_EMAIL, role: "staff", level: "admin" },
    ]);

    const keys = outputs.flatMap((text) => text.match(/ck_[\w-]{43}/g) ?? []);
    expect(keys).toHaveLength(1);
    const stored = await query(service, "SELECT name, hash, scopes FROM api_keys");
    expect(stored).toEqual([
      { name: "integrator", hash: hashKey(keys[0]!), scopes: ["read", "control", "manage"] },
    ]);
    const count = (pattern: RegExp) => outputs.filter((text) => pattern.test(text)).length;
    expect(count(/^service +\d+ migrations? applied$/m)).toBe(1);
    expect(count(/^account +you@company\.example created$/m)).toBe(1);
    expect(count(/^account +you@company\.example is there$/m)).toBe(3);
    for (const text of outputs) expect(text).not.toContain(STAFF.STAFF_PASSWORD);
  });

  test("a second time changes nothing", async () => {
    const given = { ...newAddresses(), ...STAFF };
    const file = join(emptyFolder(), "key");
    const args = ["--key", "integrator", "--key-file", file];
    await run("provision", args, given);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = readFileSync(file, "utf8");
    const rows = () =>
      Promise.all([
        query(given.PORTAL_DATABASE_URL, "SELECT * FROM accounts"),
        query(given.SERVICE_DATABASE_URL, "SELECT * FROM api_keys"),
      ]);
    const before = await rows();
    const said = await run("provision", args, {
      ...given,
      STAFF_PASSWORD: "another long password",
    });
    expect(said).toMatch(
      /^service +up to date\nportal +up to date\naccount .* is there\nkey .* is there/,
    );
    expect(await rows()).toEqual(before);
    expect(readFileSync(file, "utf8")).toBe(key);
  });

  test("gives the roles the passwords of changed addresses", async () => {
    const given = newAddresses();
    await run("provision", [], given);
    const changed = {
      ...given,
      SERVICE_DATABASE_URL: withPassword(given.SERVICE_DATABASE_URL, "second"),
      SERVICE_MIGRATION_URL: withPassword(given.SERVICE_MIGRATION_URL, "third"),
    };
    await run("provision", [], changed);
    await expect(query(given.SERVICE_DATABASE_URL, "SELECT 1")).rejects.toThrow("password");
    await expect(query(given.SERVICE_MIGRATION_URL, "SELECT 1")).rejects.toThrow("password");
    expect(await query(changed.SERVICE_DATABASE_URL, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    const { DATABASE_URL: _, ...withoutAdmin } = changed;
    expect(await run("migrate", [], withoutAdmin)).toMatch(/^service +up to date$/m);
  });

  test("by four at once on an empty folder takes turns at the embedded PostgreSQL", async () => {
    const given = { DATA_DIR: join(emptyFolder(), "data"), ...STAFF };
    const outputs = await fourTimes("provision", ["--key", "integrator"], given);
    expect(outputs.filter((text) => /ck_/.test(text))).toHaveLength(1);
    expect(outputs.filter((text) => /account .* created/.test(text))).toHaveLength(1);
    expect(readFileSync(join(given.DATA_DIR, "api-key"), "utf8")).toMatch(/^ck_/);
  });

  test.each([
    [["nobody"], {}, 'There is no program "nobody".'],
    [["--key-file", "x"], {}, "--key-file needs --key."],
    [["portal", "--key", "x"], {}, "--key needs the database of the service"],
    [
      [],
      { SERVICE_DATABASE_URL: "postgres://a@db.example/b" },
      "SERVICE_DATABASE_URL must name a role, its password",
    ],
    [[], { SERVICE_DATABASE_URL: "postgres://admin:p@db.example/b" }, "must name different roles"],
    [[], { STAFF_EMAIL: STAFF.STAFF_EMAIL }, "STAFF_EMAIL and STAFF_PASSWORD go together"],
  ])("refuses %o with %o", async (args, variables, sentence) => {
    const admin = { DATABASE_URL: "postgres://admin:hidden-word@127.0.0.1:1/postgres" };
    const said = await run("provision", args, { ...admin, ...variables }, 1);
    expect(said).toContain(sentence);
    expect(said).not.toMatch(/ {4}at |hidden-word/);
  });
});

describe("npm run migrate", () => {
  test("by four at once applies each migration once", async () => {
    const url = await emptyDatabase("service");
    const given = { SERVICE_DATABASE_URL: url, SERVICE_MIGRATION_URL: getOwnerUrl("service", url) };
    const outputs = await fourTimes("migrate", ["service"], given);
    const done = outputs
      .map((text) => text.trim().replace(/\d+ migrations/, "N migrations"))
      .sort();
    expect(done).toEqual([
      "service  N migrations applied",
      ...Array.from({ length: 3 }, () => "service  up to date"),
    ]);
    expect(await run("migrate", ["service"], given)).toBe("service  up to date\n");
  });

  test("says what is missing when the program's login may not migrate", async () => {
    const SERVICE_DATABASE_URL = await emptyDatabase("service");
    const said = await run("migrate", ["service"], { SERVICE_DATABASE_URL }, 1);
    expect(said).toContain(
      "Set SERVICE_MIGRATION_URL to a login of the role that owns its tables.",
    );
  });
});
