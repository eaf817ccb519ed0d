import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { SharedRuns } from "../../lib/database/coalesce.ts";
import { listGroups } from "../../service/store/groups.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";
import { group } from "../support/site.ts";

describe("runs that equal calls share", () => {
  /** A task whose runs end when they are told to. */
  const controlled = () => {
    const ends: ((value: number) => void)[] = [];
    const task = () => new Promise<number>((resolve) => ends.push(resolve));
    return { ends, task };
  };

  it("begin after every call that they answer", async () => {
    const runs = new SharedRuns();
    const { ends, task } = controlled();
    const first = runs.run("a", task);
    const others = [runs.run("a", task), runs.run("a", task)];
    expect(ends).toHaveLength(1);
    ends[0]!(1);
    expect(await first).toBe(1);
    await expect.poll(() => ends.length).toBe(2);
    ends[1]!(2);
    expect(await Promise.all(others)).toEqual([2, 2]);
    const later = runs.run("a", task);
    ends[2]!(3);
    expect(await later).toBe(3);
  });

  it("are those of the last call, whose clock is the latest", async () => {
    const runs = new SharedRuns();
    const { ends, task } = controlled();
    const calls = [runs.run("a", task), runs.run("a", async () => 2), runs.run("a", async () => 3)];
    ends[0]!(1);
    expect(await Promise.all(calls)).toEqual([1, 3, 3]);
  });

  it("do not wait for one that takes long", async () => {
    const runs = new SharedRuns();
    const { ends, task } = controlled();
    const slow = runs.run("a", task);
    const others = [runs.run("a", task), runs.run("a", task)];
    await expect.poll(() => ends.length).toBe(2);
    ends[1]!(2);
    expect(await Promise.all(others)).toEqual([2, 2]);
    ends[0]!(1);
    expect(await slow).toBe(1);
  });

  it("are not shared by different calls, and not after a failure", async () => {
    const runs = new SharedRuns();
    const { ends, task } = controlled();
    const [one, other] = [runs.run("a", task), runs.run("b", task)];
    ends[1]!(2);
    expect(await other).toBe(2);
    ends[0]!(1);
    expect(await one).toBe(1);
    const failing = runs.run("c", () => Promise.reject(new Error("no answer")));
    const next = runs.run("c", async () => 4);
    await expect(failing).rejects.toThrow("no answer");
    expect(await next).toBe(4);
    expect(await runs.run("c", async () => 5)).toBe(5);
  });
});

describe("lists that many ask for at once", () => {
  let world: World;
  let store: Store;
  beforeAll(async () => {
    const databaseUrl = await freshDatabase("service");
    world = await World.open("2026-06-15T10:00:30Z", { databaseUrl });
    store = await openStore(databaseUrl, (error) => {
      throw error;
    });
  });
  afterAll(() => Promise.all([world.close(), store.close()]));

  it("have what was stored before they were asked for, whatever is read meanwhile", async () => {
    let isOver = false;
    const reading = Array.from({ length: 8 }, async () => {
      while (!isOver) await world.call("listGroups");
    });
    onTestFinished(async () => {
      isOver = true;
      await Promise.all(reading);
    });
    const found: unknown[] = [];
    for (let n = 0; n < 20; n++) {
      const { id } = await group(world, `Group ${n}`);
      const { data } = await world.call("listGroups", { query: { page_size: 100 } });
      found.push(data.data.some((one) => one.id === id));
    }
    expect(found).toEqual(Array(20).fill(true));
  });

  it("are read with fewer statements than calls", async () => {
    const sent = vi.spyOn(pg.Client.prototype, "query");
    onTestFinished(() => sent.mockRestore());
    const query = { page: 0, page_size: 10, sort: "name" } as const;
    await listGroups(store.db, query, null);
    sent.mockClear();
    const pages = await Promise.all(
      Array.from({ length: 20 }, () => listGroups(store.db, query, null)),
    );
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
    expect(sent.mock.calls.length).toBeGreaterThan(0);
    expect(sent.mock.calls.length).toBeLessThanOrEqual(4);
  });
});
