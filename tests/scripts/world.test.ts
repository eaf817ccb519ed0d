import pg from "pg";
import { expect, inject, test } from "vitest";
import { freshDatabase } from "../world/postgres.ts";

async function rows(url: string, query: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

test("every test file gets a database of its own, owned by its program's role", async () => {
  const [one, other] = await Promise.all([freshDatabase("service"), freshDatabase("service")]);
  await rows(one, "CREATE TABLE only_here (n int)");
  expect(await rows(other, "SELECT to_regclass('only_here') AS found")).toEqual([{ found: null }]);
  expect(await rows(one, "SELECT current_user AS who")).toEqual([{ who: "curtail_service" }]);
});

test("the run's PostgreSQL listens on a socket only", async () => {
  const [setting] = await rows(inject("postgresUrl"), "SHOW listen_addresses");
  expect(setting).toEqual({ listen_addresses: "" });
});
