import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordRefusal } from "../../lib/portal/db/audit.ts";
import { openDatabase, type OpenDatabase } from "../../lib/portal/db/database.ts";
import { freshDatabase } from "../support/postgres.ts";
import { attacksOn, attempt, cutOff, REFUSED, verifiedTrail } from "../support/role-attacks.ts";

let url: string;
let open: OpenDatabase;
let client: pg.Client;

beforeAll(async () => {
  url = await freshDatabase("portal");
  open = openDatabase(url, { connections: 2 });
  client = new pg.Client(url);
  await client.connect();
  for (let index = 1; index <= 4; index++) await record(index);
});
afterAll(async () => {
  await client.end();
  await open.pool.end();
});

function record(index: number) {
  const user = { id: null, email: "kim@example.org", role: "staff" } as const;
  const entry = { user, operation: "controlGroup", target: null, requestId: `r${index}` };
  return recordRefusal(open.db, entry, 403);
}

describe("the portal's database login", () => {
  test.each(attacksOn("portal"))("is refused: %s", async (statement) => {
    expect(await attempt(client, statement)).toBe(REFUSED);
  });

  test("cannot truncate the end of the audit trail, and later entries continue the chain", async () => {
    const before = await verifiedTrail(url, "portal");
    expect(before).toMatchObject({ rows: 4, faults: [] });
    for (const statement of cutOff("portal")) await client.query(statement).catch(() => undefined);
    expect(await verifiedTrail(url, "portal")).toEqual(before);
    await record(5);
    expect(await verifiedTrail(url, "portal")).toMatchObject({ rows: 5, faults: [] });
  });
});
