import pg from "pg";
import { expect, test } from "vitest";
import { countAttempt } from "../../lib/portal/db/attempt-counters.ts";
import { openDatabase } from "../../lib/portal/db/database.ts";
import { getCached, putCached } from "../../lib/portal/db/local-cache.ts";
import { migratePortal } from "../../lib/portal/db/migrate.ts";
import { getRole } from "../../runtime/databases/roles.ts";
import { migrateUntil } from "../support/migrate-until.ts";
import { emptyDatabase, getOwnerUrl } from "../support/postgres.ts";

const NOW = new Date("2026-06-15T10:00:00Z");
const SERVICE = "http://service.example";

/** One row in each table that is renamed, in the layout before. */
const ROWS = `
  INSERT INTO attempts (key, count, window_ends) VALUES ('account:1', 2, '2026-06-15T10:05:00Z');
  INSERT INTO registry (service, kind, id, json)
    VALUES ('${SERVICE}', 'group', 'grp_1', '{"id":"grp_1","name":"North"}');`;

test("rows of tables with earlier names are read and written under the new names by the portal's role", async () => {
  const url = await emptyDatabase("portal");
  const owner = new pg.Client(getOwnerUrl("portal", url));
  await owner.connect();
  await migrateUntil(owner, "portal", "0008_owner");
  await owner.query(ROWS);
  await owner.end();

  await migratePortal(getOwnerUrl("portal", url), getRole("portal"));
  const { db, pool } = openDatabase(url, { connections: 2 });
  try {
    expect(await countAttempt(db, "account:1", NOW, 60_000)).toBe(3);
    const group = () => getCached(db, SERVICE, "group", "grp_1");
    expect(await group()).toMatchObject({ json: { name: "North" } });
    await putCached(db, SERVICE, "group", [{ id: "grp_1", json: { name: "South" } }]);
    expect(await group()).toMatchObject({ json: { name: "South" } });
  } finally {
    await pool.end();
  }
});
