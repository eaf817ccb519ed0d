import { expect, test } from "vitest";
import { RosterCache } from "../../service/store/block-rosters.ts";
import { emptyBlock, insertBlock } from "../../service/store/interval-blocks.ts";
import { openStore, type Db } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";

const QUARTER_MS = Date.parse("2026-06-15T10:00:00Z");
const PARTITIONS = [0, 1];
/** A location was added before each of these quarter-hours. */
const CHANGES = 5;

const unreadable = {
  execute: () => Promise.reject(new Error("unreadable")),
} as unknown as Db;

test("rosters of partitions whose locations change are all found, and the last two of each without a read", async () => {
  const store = await openStore(await freshDatabase("service"), (error) => {
    throw error;
  });
  const rosters = new Map<string, readonly string[]>();
  try {
    for (const partition of PARTITIONS)
      for (let change = 1; change <= CHANGES; change++) {
        const of = { partition, partitions: PARTITIONS.length };
        const ids = Array.from({ length: change }, (_, n) => `loc_${partition}_${n}`);
        const block = emptyBlock(of, QUARTER_MS + change * 900_000, ids);
        await insertBlock(store.db, of, block);
        rosters.set(block.roster, ids);
      }
    const cache = new RosterCache();
    const ids = [...rosters.keys()];
    expect(await cache.read(store.db, [...ids, ...ids, "none"])).toEqual(rosters);
    for (const id of ids)
      expect(await cache.read(store.db, [id])).toEqual(new Map([[id, rosters.get(id)]]));
    for (const [n, id] of ids.entries()) {
      const read = cache.read(unreadable, [id]);
      const isInMemory = n % CHANGES >= CHANGES - 2;
      if (isInMemory) expect(await read).toEqual(new Map([[id, rosters.get(id)]]));
      else await expect(read).rejects.toThrow("unreadable");
    }
    const both = await Promise.all([cache.read(store.db, ids), cache.read(store.db, ids)]);
    expect(both).toEqual([rosters, rosters]);
  } finally {
    await store.close();
  }
});
