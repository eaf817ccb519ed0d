import { expect, test } from "vitest";
import { RosterCache } from "../../service/store/block-rosters.ts";
import { emptyBlock, insertBlock } from "../../service/store/interval-blocks.ts";
import { openStore } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";

const QUARTER_MS = Date.parse("2026-06-15T10:00:00Z");
const PARTITIONS = [0, 1];
/** A location was added before each of these quarter-hours. */
const CHANGES = 5;

test("rosters of partitions whose locations change are all found, and two of each stay in memory", async () => {
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
    expect(cache.size).toBe(2 * PARTITIONS.length);
    for (const id of ids)
      expect(await cache.read(store.db, [id])).toEqual(new Map([[id, rosters.get(id)]]));
    const both = await Promise.all([cache.read(store.db, ids), cache.read(store.db, ids)]);
    expect(both).toEqual([rosters, rosters]);
    expect(cache.size).toBe(2 * PARTITIONS.length);
  } finally {
    await store.close();
  }
});
