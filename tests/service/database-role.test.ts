import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordCall } from "../../service/store/api-calls.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";
import { attacksOn, attempt, cutOff, REFUSED, verifiedTrail } from "../support/role-attacks.ts";

let url: string;
let store: Store;
let client: pg.Client;

beforeAll(async () => {
  url = await freshDatabase("service");
  store = await openStore(url, () => undefined);
  client = new pg.Client(url);
  await client.connect();
  for (let index = 1; index <= 4; index++) await record(index);
});
afterAll(async () => {
  await client.end();
  await store.close();
});

function record(index: number) {
  const at = new Date("2026-06-15T10:00:00Z");
  const call = { at, caller: "key_1", operation: "createGroup", requestId: `r${index}` };
  return recordCall(store.db, { ...call, kind: "refusal", status: 403 });
}

describe("the service's database login", () => {
  it.each(attacksOn("service"))("is refused: %s", async (statement) => {
    expect(await attempt(client, statement)).toBe(REFUSED);
  });

  it("cannot truncate the end of the record of calls, and later entries continue the chain", async () => {
    const before = await verifiedTrail(url, "service");
    expect(before).toMatchObject({ rows: 4, faults: [] });
    for (const statement of cutOff("service")) await client.query(statement).catch(() => undefined);
    expect(await verifiedTrail(url, "service")).toEqual(before);
    await record(5);
    expect(await verifiedTrail(url, "service")).toMatchObject({ rows: 5, faults: [] });
  });
});
