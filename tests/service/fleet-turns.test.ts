import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FleetTurns } from "../../service/planning/fleet-turns.ts";
import { openStore, type Db, type Store } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";

/** A promise that a test resolves. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe("reads of the fleet", () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(await freshDatabase("service"), (error) => {
      throw error;
    });
  });
  afterAll(() => store.close());

  const pidOf = async (db: Db) =>
    (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]!.pid;
  const lastStatementOf = async (pid: number) => {
    const { rows } = await store.db.execute<{ query: string }>(
      sql`select query from pg_stat_activity where pid = ${pid}`,
    );
    return rows[0]!.query;
  };

  it("wait for one another, and the transaction of one that waits is not idle meanwhile", async () => {
    const turns = new FleetTurns(10);
    const { open, opened } = gate();
    const first = turns.run(() => opened);
    const done: string[] = [];
    await store.db.transaction(async (tx) => {
      const pid = await pidOf(tx);
      const second = turns.run(async () => {
        done.push("second");
        return pidOf(tx);
      }, tx);
      const third = turns.run(async () => done.push("third"));
      await expect.poll(() => lastStatementOf(pid)).toBe("select 1");
      expect(done).toEqual([]);
      open();
      await first;
      expect(await second).toBe(pid);
      await third;
    });
    expect(done).toEqual(["second", "third"]);
  });

  it("go on after one that failed", async () => {
    const turns = new FleetTurns(10);
    const failing = turns.run(() => Promise.reject(new Error("no fleet")));
    const next = turns.run(async () => "fleet", store.db);
    await expect(failing).rejects.toThrow("no fleet");
    expect(await next).toBe("fleet");
  });
});
