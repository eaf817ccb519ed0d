import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getRole } from "../../runtime/databases/roles.ts";
import { listCalls, recordCall } from "../../service/store/api-calls.ts";
import { migrateService } from "../../service/store/schema-guard.ts";
import { openStore } from "../../service/store/store.ts";
import { migrateUntil } from "../support/migrate-until.ts";
import { getOwnerUrl, emptyDatabase } from "../support/postgres.ts";
import { readChainHead, readChain, verifyChain } from "../../lib/database/audit-chain.ts";
import { apiCallsChain } from "../../service/store/schema-calls.ts";

let pool: pg.Pool;
let url: string;
beforeAll(async () => {
  url = await emptyDatabase("service");
  pool = new pg.Pool({ connectionString: getOwnerUrl("service", url), max: 1 });
});
afterAll(() => pool.end());

const common = { at: new Date("2026-06-15T10:00:00Z"), caller: "key_1", operation: "createGroup" };

it("calls recorded before addresses were stored keep their hash, and the chain continues from them", async () => {
  await migrateUntil(pool, "service", "0007_api_calls");
  await pool.query(`INSERT INTO api_calls (id, at, caller, kind, operation, status, request_id, previous, hash)
    VALUES (0, now(), 'key_1', 'intent', 'createGroup', NULL, 'before', '', ''),
           (0, now(), 'key_1', 'outcome', 'createGroup', 200, 'before', '', '')`);
  await migrateService(getOwnerUrl("service", url), getRole("service"));
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
