import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../lib/portal/db/database.ts";
import { migratePortal } from "../../lib/portal/db/migrate.ts";
import { getRole } from "../../runtime/databases/roles.ts";
import { getOwnerUrl, emptyDatabase } from "../support/postgres.ts";
import { readChainHead, readChain, verifyChain } from "../../lib/database/audit-chain.ts";
import { auditChain } from "../../lib/portal/db/schema.ts";

const before = ["0000_portal", "0001_people", "0002_invitations", "0003_signed_in_with"];
const folder = new URL("../../lib/portal/db/migrations/", import.meta.url);
let client: pg.Client;
let url: string;

beforeAll(async () => {
  url = await emptyDatabase("portal");
  client = new pg.Client(getOwnerUrl("portal", url));
  await client.connect();
});
afterAll(() => client.end());

interface Journal {
  entries: { tag: string; when: number }[];
}

test("rows older than the chain are chained in the order they were written, unchanged", async () => {
  const journal = JSON.parse(
    readFileSync(new URL("meta/_journal.json", folder), "utf8"),
  ) as Journal;
  await client.query("CREATE SCHEMA drizzle");
  await client.query(
    "CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)",
  );
  for (const tag of before) {
    await client.query(readFileSync(new URL(`${tag}.sql`, folder), "utf8"));
    const { when } = journal.entries.find((entry) => entry.tag === tag)!;
    await client.query(
      "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)",
      [tag, when],
    );
  }
  await client.query(`INSERT INTO audit (id, who, role, operation, outcome, status, request_id) VALUES
    (3, 'kim@example.org', 'staff', 'controlGroup', false, NULL, 'r1'),
    (7, 'kim@example.org', 'staff', 'controlGroup', true, 200, 'r1')`);

  await migratePortal(getOwnerUrl("portal", url), getRole("portal"));
  const open = openDatabase(url, { connections: 2 });
  const end = await readChainHead(open.pool, auditChain);
  const { rows, faults } = await verifyChain(readChain(open.pool, auditChain), [], end);
  expect([rows, end!.id, faults]).toEqual([2, 7, []]);
  const kept = await client.query("SELECT id, who, kind, status FROM audit ORDER BY id");
  expect(kept.rows).toEqual([
    { id: "3", who: "kim@example.org", kind: "intent", status: null },
    { id: "7", who: "kim@example.org", kind: "outcome", status: 200 },
  ]);
  await open.pool.end();
});
