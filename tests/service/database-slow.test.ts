import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import { openStore } from "../../service/store/store.ts";
import { startDatabaseProxy, type DatabaseProxy } from "../support/database-proxy.ts";
import { freshDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";
import { expectErrorLog } from "../support/error-log.ts";

expectErrorLog(/database is silent|ECONNRESET|EPIPE|connection error|terminat/);

const WAIT_MS = 1_000;
/** How long a request waits for a connection. */
const REQUEST_WAIT_S = 5;

let proxy: DatabaseProxy;
let world: World;
beforeEach(async () => {
  proxy = await startDatabaseProxy(await freshDatabase("service"));
  world = await World.open("2026-06-15T10:00:00Z", {
    databaseUrl: proxy.url,
    databaseWaitMs: WAIT_MS,
  });
});
afterEach(async () => {
  proxy.set("free");
  await world.close();
  await proxy.close();
});

const create = (name: string) => {
  const headers = { "Idempotency-Key": name };
  return world.call("createGroup", { body: { name, bidding_zone: "NL" }, headers });
};
const names = async () => (await world.call("listGroups")).data.data.map(({ name }) => name);

describe("with a slow database", () => {
  it("answers are late and correct", async () => {
    proxy.set("slow");
    expect((await create("Late")).status).toBe(200);
    expect(await names()).toEqual(["Late"]);
  });
});

describe("while its database accepts requests and does not respond", () => {
  it("requests time out with 503 and Retry-After", async () => {
    await create("Before");
    proxy.set("stalled");
    const asked = [create("During"), world.call("listGroups"), world.call("listControls")];
    for (const { status, headers, problem } of await Promise.all(asked)) {
      expect(status).toBe(503);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(problem).toMatchObject({
        type: "urn:curtail:problem:unavailable",
        code: "nothing-done",
      });
    }
  });

  it("the service recovers, with everything it had answered, and executes retries once", async () => {
    await create("Before");
    proxy.set("stalled");
    const asked = await Promise.all(["One", "Two", "Three"].map(create));
    expect(asked.map(({ status }) => status)).toEqual([503, 503, 503]);
    proxy.set("free");
    await expect.poll(async () => (await world.request("/readyz")).status).toBe(200);
    for (const name of ["One", "Two", "Three"])
      await expect.poll(async () => (await create(name)).status).toBe(200);
    expect((await names()).toSorted()).toEqual(["Before", "One", "Three", "Two"]);
  });

  it("connections that are all cut at once are replaced", async () => {
    await create("Before");
    proxy.set("cut");
    expect((await create("During")).status).toBe(503);
    proxy.set("free");
    await expect.poll(async () => (await create("During")).status).toBe(200);
    expect((await names()).toSorted()).toEqual(["Before", "During"]);
  });
});

describe("if a change was made and the database's answer was lost", () => {
  it("the answer does not claim that nothing was done, and a retry gets the same result", async () => {
    await create("Before");
    proxy.set("commit lost");
    const { status, problem } = await create("Told too late");
    expect([status, problem?.code]).toEqual([503, undefined]);
    expect(problem?.detail).toContain("Check whether");
    proxy.set("free");
    await expect.poll(names).toContain("Told too late");
    const again = await create("Told too late");
    expect(again.headers.get("idempotent-replay")).toBe("true");
  });
});

describe("while statements of jobs take all of their connections for longer than a request waits", () => {
  it("the next statement of a job waits its turn", async () => {
    const store = await openStore(proxy.url, (error) => {
      throw error;
    });
    const { max } = store.pools["jobs"]!.options;
    const found: string[] = [];
    await store.exclusively("prices", async (db) => {
      const long = Array.from({ length: max }, () =>
        db.execute(sql`select pg_sleep(${REQUEST_WAIT_S + 1})`),
      );
      const { rows } = await db.execute<{ found: string }>(sql`select 'a turn' as found`);
      found.push(rows[0]!.found);
      await Promise.all(long);
    });
    await store.close();
    expect(found).toEqual(["a turn"]);
  }, 30_000);
});
