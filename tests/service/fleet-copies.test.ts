import { expect, inject, test } from "vitest";
import { withConnection } from "../../runtime/databases/connection.ts";
import { cloneFleet } from "../../tools/bench/fleet-copies.ts";
import { World } from "../support/service.ts";

test("a copy in the bench never has the id of an original, even of one that ends in its number", async () => {
  const world = await World.open("2026-06-15T10:00:00Z", { demo: 2 });
  await world.close();
  const admin = new URL(inject("postgresUrl"));
  admin.pathname = new URL(world.databaseUrl).pathname;
  await withConnection(admin.href, async (client) => {
    const count = async (table: string) =>
      Number((await client.query(`SELECT count(*) FROM ${table}`)).rows[0].count);
    await client.query(`
      UPDATE devices SET id = left(id, -6) || '000001'
      WHERE id = (SELECT min(id) FROM devices)`);
    const [locations, devices] = [await count("locations"), await count("devices")];
    await cloneFleet(admin.href, 2 * locations, 2);
    expect(await count("locations")).toBe(2 * locations);
    expect(await count("devices")).toBe(2 * devices);
  });
});
