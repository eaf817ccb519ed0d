import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { roleOf } from "../../runtime/databases/roles.ts";
import { listCalls, recordCall } from "../../service/store/api-calls.ts";
import { migrateService } from "../../service/store/migrate.ts";
import { openStore } from "../../service/store/store.ts";
import { asOwnerOf, emptyDatabase } from "../support/postgres.ts";
import { readChainHead, readChain, verifyChain } from "../../lib/database/audit-chain.ts";
import { apiCallsChain } from "../../service/store/schema-calls.ts";

const folder = new URL("../../service/store/migrations/", import.meta.url);
const LAST_BEFORE = "0007_api_calls";

interface Journal {
  entries: { tag: string; when: number }[];
}

let pool: pg.Pool;
let url: string;
beforeAll(async () => {
  url = await emptyDatabase("service");
  pool = new pg.Pool({ connectionString: asOwnerOf("service", url), max: 1 });
});
afterAll(() => pool.end());

/** Brings an empty database to where the record of calls knew no addresses and no end. */
async function asItWas() {
  const text = readFileSync(new URL("meta/_journal.json", folder), "utf8");
  const { entries } = JSON.parse(text) as Journal;
  const before = entries.slice(0, entries.findIndex(({ tag }) => tag === LAST_BEFORE) + 1);
  await pool.query("CREATE SCHEMA drizzle");
  await pool.query(
    "CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)",
  );
  for (const { tag, when } of before) {
    await pool.query(readFileSync(new URL(`${tag}.sql`, folder), "utf8"));
    await pool.query(
      "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)",
      [tag, when],
    );
  }
}

const common = { at: new Date("2026-06-15T10:00:00Z"), caller: "key_1", operation: "createGroup" };

it("what was recorded before there were addresses stays as it was hashed, and is gone on from", async () => {
  await asItWas();
  await pool.query(`INSERT INTO api_calls (id, at, caller, kind, operation, status, request_id, previous, hash)
    VALUES (0, now(), 'key_1', 'intent', 'createGroup', NULL, 'before', '', ''),
           (0, now(), 'key_1', 'outcome', 'createGroup', 200, 'before', '', '')`);
  await migrateService(asOwnerOf("service", url), roleOf("service"));
  const store = await openStore(url, () => {});
  const call = { ...common, requestId: "after", address: "192.0.2.7" };
  const intentId = await recordCall(store.db, { ...call, kind: "intent" });
  await recordCall(store.db, { ...call, kind: "outcome", status: 422, intentId });
  const end = await readChainHead(pool, apiCallsChain);
  const { rows, faults } = await verifyChain(readChain(pool, apiCallsChain), [], end);
  expect([rows, end!.id, faults]).toEqual([4, 4, []]);
  const listed = await listCalls(store.db, { page: 0, page_size: 10 });
  expect(listed.rows.map(({ status, address }) => [status, address])).toEqual([
    [422, "192.0.2.7"],
    [200, null],
  ]);
  await store.close();
});
