import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SkyField } from "../../service/engine/sky-field.ts";
import { loadSky, SkyParts } from "../../service/planning/sky-parts.ts";
import { saveSky } from "../../service/store/sky-observations.ts";
import { openStore, type Db, type Store } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";

const QUARTER_MS = Date.parse("2026-06-15T10:00:00Z");

let store: Store;
beforeAll(async () => {
  store = await openStore(await freshDatabase("service"), (error) => {
    throw error;
  });
});
afterAll(() => store.close());

/** Saves what a partition observed: one index at one place of its own. */
function save(db: Db, partition: number, index: number, quarterMs = QUARTER_MS) {
  const field = new SkyField();
  field.add({ latitude: 51 + partition, longitude: 5, index, weight: 1 });
  return saveSky(db, quarterMs, partition, field.toCells());
}

describe("the sky that all partitions observed", () => {
  const sky = new SkyParts();
  const load = async (db: Db = store.db, quarterMs = QUARTER_MS) => {
    const field = await sky.load(db, quarterMs);
    expect(field.toCells()).toEqual((await loadSky(db, quarterMs)).toCells());
    return field;
  };
  const indexAt = (field: SkyField, partition: number) =>
    field.at(51 + partition, 5)?.index ?? null;

  it("is read once while no partition adds or replaces its part", async () => {
    expect(indexAt(await load(), 0)).toBe(null);
    await save(store.db, 0, 0.25);
    await save(store.db, 2, 0.75);
    const field = await load();
    expect([indexAt(field, 0), indexAt(field, 2)]).toEqual([0.25, 0.75]);
    expect(await load()).toBe(field);
    await save(store.db, 1, 0.5);
    expect(indexAt(await load(), 1)).toBeCloseTo(0.5, 2);
    await save(store.db, 2, 1);
    expect(indexAt(await load(), 2)).toBeCloseTo(1, 2);
  });

  it("has no part of a transaction that was rolled back", async () => {
    const before = indexAt(await load(), 0);
    const rolledBack = store.db.transaction(async (tx) => {
      await save(tx, 0, 0.9);
      expect(indexAt(await load(tx), 0)).not.toBe(before);
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    expect(indexAt(await load(), 0)).toBe(before);
  });

  it("is that of the quarter-hour", async () => {
    const nextMs = QUARTER_MS + 900_000;
    expect(indexAt(await load(store.db, nextMs), 0)).toBe(null);
    await save(store.db, 0, 0.1, nextMs);
    expect(indexAt(await load(store.db, nextMs), 0)).toBe(0.1);
    expect(indexAt(await load(), 0)).not.toBe(0.1);
  });
});
