import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { getOwnerUrl } from "../support/postgres.ts";
import { World } from "../support/service.ts";
import { household } from "../support/site.ts";

const MIGRATION = new URL(
  "../../service/store/migrations/0005_keys_and_idempotency.sql",
  import.meta.url,
);

let world: World;
afterEach(() => world.close());

/** Reverts a database to when only controls stored idempotency keys, and migrates it. */
async function goThroughIt(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`
    alter table api_keys drop column previous_hash, drop column previous_until,
      drop column rotated_at, drop column limits, drop column reads_per_minute,
      drop column changes_per_minute;
    alter table idempotency_keys add column control_id text references controls (id);
    update idempotency_keys set control_id = answer::json ->> 'id';
    alter table idempotency_keys drop column answer;
    alter table idempotency_keys rename column request_hash to order_hash`);
  await client.query(await readFile(MIGRATION, "utf8"));
  await client.end();
}

it("answers controls from before the general idempotency keys byte for byte", async () => {
  world = await World.open("2026-06-15T10:00:30Z");
  await household(world);
  const issue = () =>
    world.post(
      "/v1/bidding-zones/NL/control",
      { type: "ZERO_EXPORT", time_to: "2026-06-15T10:30:00Z" },
      { "Idempotency-Key": "before", "Control-Reason": "grid" },
    );
  const first = await (await issue()).json();
  await goThroughIt(getOwnerUrl("service", world.databaseUrl));
  const again = await issue();
  expect(again.headers.get("idempotent-replay")).toBe("true");
  expect(await again.json()).toEqual(first);
});
