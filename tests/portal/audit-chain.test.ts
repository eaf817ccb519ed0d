import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type OpenDatabase } from "../../lib/portal/db/database.ts";
import { recordIntent, recordOutcome, recordRefusal } from "../../lib/portal/db/audit.ts";
import { getOwnerUrl, freshDatabase } from "../support/postgres.ts";
import {
  type ChainedRow,
  hashRow,
  readChain,
  verifyChain,
} from "../../lib/database/audit-chain.ts";
import { auditChain } from "../../lib/portal/db/schema.ts";

let open: OpenDatabase;
let owner: pg.Client;
let program: pg.Client;

beforeAll(async () => {
  const url = await freshDatabase("portal");
  open = openDatabase(url, { connections: 8 });
  owner = new pg.Client(getOwnerUrl("portal", url));
  program = new pg.Client(url);
  await Promise.all([owner.connect(), program.connect()]);
  await Promise.all(Array.from({ length: 12 }, (_, index) => call(index)));
});
afterAll(async () => {
  await Promise.all([owner.end(), program.end()]);
  await open.pool.end();
});

const entryOf = (index: number) => ({
  user: { id: null, email: `kim${index}@example.org`, role: "staff", level: "admin" } as const,
  operation: "controlGroup",
  target: `group_id="é\\ \u2028\t${index}"`,
  requestId: `r${index}`,
});

async function call(index: number) {
  const entry = entryOf(index);
  if (index % 4 === 3) return recordRefusal(open.db, entry, 403);
  await recordIntent(open.db, entry);
  const window = { from: "2026-10-25T00:30:00Z", to: "2026-10-25T01:30:00Z" };
  await recordOutcome(open.db, entry, { status: 200, window });
}

const read = async () => {
  const rows: ChainedRow[] = [];
  for await (const row of readChain(open.pool, auditChain)) rows.push(row);
  return rows;
};
const faultsOf = async (rows: ChainedRow[], heads: string[] = []) => {
  const { faults, missing } = await verifyChain(rows, heads);
  return { faults, missing };
};
const intact = { faults: [], missing: [] };

describe("the audit trail's chain", () => {
  test("is complete under concurrent writes, with gapless numbers", async () => {
    const rows = await read();
    expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => index + 1));
    expect(await faultsOf(rows)).toEqual(intact);
  });

  test("detects a change of any field of any row", async () => {
    const rows = await read();
    const other = (value: string | number | null) =>
      typeof value === "number" ? value + 1 : value === null ? "" : `${value} `;
    const field = fc.nat({ max: rows[0]!.fields.length - 1 });
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: rows.length - 1 }), field, async (at, which) => {
        const changed = structuredClone(rows);
        const { fields } = changed[at]!;
        fields[which] = other(fields[which]!);
        expect((await faultsOf(changed)).faults).toEqual([{ kind: "changed", id: rows[at]!.id }]);
      }),
      { numRuns: 500 },
    );
  });

  test("detects a changed row even if its own hash was recomputed", async () => {
    const rows = await read();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: rows.length - 2 }), async (at) => {
        const changed = structuredClone(rows);
        const row = changed[at]!;
        row.fields[3] = "somebody else";
        row.hash = hashRow(row.previous, row.fields);
        const after = { kind: "out-of-order", id: row.id + 1, after: row.id };
        expect((await faultsOf(changed)).faults).toEqual([after]);
      }),
    );
  });

  test("detects a removed, inserted or moved row", async () => {
    const rows = await read();
    const places = fc.nat({ max: rows.length - 2 });
    await fc.assert(
      fc.asyncProperty(places, places, async (at, to) => {
        const without = rows.toSpliced(at, 1);
        expect((await faultsOf(without)).faults).not.toEqual([]);
        const doubled = rows.toSpliced(to, 0, structuredClone(rows[at]!));
        expect((await faultsOf(doubled)).faults).not.toEqual([]);
        if (at === to) return;
        const moved = without.toSpliced(to, 0, rows[at]!);
        expect((await faultsOf(moved)).faults).not.toEqual([]);
      }),
    );
  });

  test("detects removed rows at its end for anyone who noted its last hash", async () => {
    const rows = await read();
    const heads = [rows.at(-1)!.hash];
    expect(await faultsOf(rows, heads)).toEqual(intact);
    expect(await faultsOf(rows.slice(0, -1))).toEqual(intact);
    expect(await faultsOf(rows.slice(0, -1), heads)).toEqual({ faults: [], missing: heads });
  });

  test("cannot be changed, deleted or truncated accidentally, even by the owning role", async () => {
    for (const statement of [
      "UPDATE audit SET who = 'somebody else'",
      "UPDATE audit SET status = 200 WHERE false",
      "DELETE FROM audit WHERE id = 1",
      "TRUNCATE audit",
      "UPDATE audit_head SET id = 1",
      "DELETE FROM audit_head",
      "INSERT INTO audit_head (id, hash) VALUES (1, 'x') ON CONFLICT (\"only\") DO UPDATE SET id = 1",
    ]) {
      await expect(owner.query(statement)).rejects.toThrow("append-only");
    }
    expect(await faultsOf(await read())).toEqual(intact);
  });

  test("assigns its own numbers, whatever number an insert supplies", async () => {
    await program.query(
      `INSERT INTO audit (id, who, role, kind, operation, request_id, previous, hash)
       VALUES (1, 'x', 'staff', 'intent', 'signIn', 'forged', 'a', 'b')`,
    );
    const rows = await read();
    expect(rows.at(-1)!.id).toBe(rows.length);
    expect(await faultsOf(rows)).toEqual(intact);
  });
});
