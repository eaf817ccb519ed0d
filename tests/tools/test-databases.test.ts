import pg from "pg";
import { expect, inject, test } from "vitest";
import { migrateService } from "../../service/store/schema-guard.ts";
import { getOwnerUrl, emptyDatabase, freshDatabase } from "../support/postgres.ts";

async function rows(url: string, query: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

test("every test file gets its own database, as its program's role", async () => {
  const [one, other] = await Promise.all([freshDatabase("service"), freshDatabase("service")]);
  await rows(getOwnerUrl("service", one), "CREATE TABLE only_here (n int)");
  expect(await rows(other, "SELECT to_regclass('only_here') AS found")).toEqual([{ found: null }]);
  expect(await rows(one, "SELECT current_user AS who")).toEqual([{ who: "curtail_service" }]);
  await expect(rows(one, "DROP TABLE only_here")).rejects.toThrow("must be owner");
});

test("the run's PostgreSQL listens on a socket only", async () => {
  const [setting] = await rows(inject("postgresUrl"), "SHOW listen_addresses");
  expect(setting).toEqual({ listen_addresses: "" });
});

test("a test's database has the schema of an empty one after its program's first start", async () => {
  const [copied, empty] = await Promise.all([freshDatabase("service"), emptyDatabase("service")]);
  const columns = (url: string) =>
    rows(
      getOwnerUrl("service", url),
      `SELECT table_name, column_name, data_type, is_nullable, column_default
         FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
    );
  expect(await columns(empty)).toEqual([]);
  await migrateService(getOwnerUrl("service", empty), "curtail_service");
  expect(await columns(copied)).toEqual(await columns(empty));
});
