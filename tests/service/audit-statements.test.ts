import { execFile } from "node:child_process";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { freshDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const ZONE = { bidding_zone_id: "NL", month: "2026-06" };

let world: World;
let pool: pg.Pool;
let portalUrl: string;
let customer: { customer_id: string; month: string };

beforeAll(async () => {
  portalUrl = await freshDatabase("portal");
  world = await World.open("2026-06-30T21:44:30Z");
  pool = new pg.Pool({ connectionString: world.databaseUrl, max: 1 });
  const home = await household(world, {
    email: "home@example.org",
    groupId: (await group(world)).id,
    batteryKwh: 20,
  });
  customer = { customer_id: home.customer.id, month: "2026-06" };
  await world.liveUntil("2026-06-30T22:01:30Z");
  await world.call("issueBiddingZoneStatement", { params: ZONE, body: {} });
  await world.call("issueCustomerStatement", { params: customer, body: {} });
});
afterAll(async () => {
  await pool.end();
  await world.close();
});

/** Issued versions as they were, whatever a test altered. */
let stored: Record<string, unknown>[] = [];
beforeEach(async () => {
  if (stored.length === 0) stored = (await pool.query("select * from statements")).rows;
  for (const { kind, lines, sha256, audit_id, totals } of stored)
    await pool.query(
      "update statements set lines = $2, sha256 = $3, audit_id = $4, totals = $5 where kind = $1",
      [kind, lines, sha256, audit_id, totals],
    );
});

const verify = () =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      ["runtime/run.mjs", "tools/audit.ts", "verify"],
      {
        env: {
          ...process.env,
          PORTAL_DATABASE_URL: portalUrl,
          SERVICE_DATABASE_URL: world.databaseUrl,
        },
      },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, said: stdout + stderr }),
    );
  });

test("the command finds nothing in statements that are as issued", async () => {
  const { code, said } = await verify();
  expect(said).toContain("statements: 2 issued versions");
  expect(said).toContain("Nothing was changed");
  expect(code).toBe(0);
});

test("an altered row is found, and its version is named", async () => {
  await pool.query("update statements set lines = lines || E'{}\\n' where kind = 'bidding_zone'");
  const { code, said } = await verify();
  expect(code).toBe(1);
  expect(said).toContain("bidding zone NL, 2026-06, version 1: its stored rows do not have");
  expect(said).not.toContain(customer.customer_id);
});

test("rows altered together with their SHA-256 are found by the audit chain", async () => {
  await pool.query(
    `update statements set lines = lines || E'{}\\n',
       sha256 = encode(sha256(convert_to(lines || E'{}\\n', 'UTF8')), 'hex') where kind = 'customer'`,
  );
  const { code, said } = await verify();
  expect(code).toBe(1);
  expect(said).toContain(
    `customer ${customer.customer_id}, 2026-06, version 1: the record of calls has no row`,
  );
});

test("altered sums are found, also by the check of the page", async () => {
  await pool.query(
    "update statements set totals = jsonb_set(totals, '{customers,eur}', '12.34') where kind = 'customer'",
  );
  const { code, said } = await verify();
  expect(code).toBe(1);
  expect(said).toContain(
    `customer ${customer.customer_id}, 2026-06, version 1: its stored sums are not those`,
  );
  const checked = await world.call("checkCustomerStatement", { params: customer });
  expect(checked.data.result).toBe("altered");
});

test("rows that are no longer JSON are found, and do not break the check of the page", async () => {
  await pool.query("update statements set lines = 'no rows' where kind = 'bidding_zone'");
  expect((await verify()).said).toContain("bidding zone NL, 2026-06, version 1: its stored rows");
  const checked = await world.call("checkBiddingZoneStatement", { params: ZONE });
  expect(checked.data).toMatchObject({ result: "altered", differences: [] });
});

test("a version that was removed is found", async () => {
  await pool.query("delete from statements where kind = 'customer'");
  const { code, said } = await verify();
  expect(code).toBe(1);
  expect(said).toContain(
    `customer ${customer.customer_id}, 2026-06, version 1: the record of calls names it`,
  );
});
