import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { changeMinutes, loadMinutes } from "../../service/store/minute-measurements.ts";
import { openStore, type Db } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";

const QUARTER = Date.parse("2026-06-15T10:00:00Z");
const IDS = ["a", "b", "c"];

/** Adds the power of one minute to the stored ones of these locations. */
const report = (db: Db, minute: number, ids: readonly string[] = IDS) =>
  changeMinutes(db, QUARTER, ids, QUARTER, (_, stored) => {
    const power = stored ? stored.power.slice() : new Float32Array(15).fill(NaN);
    power[minute] = minute;
    return { power, charge: new Float32Array(), available: new Float32Array() };
  });

it.each([
  ["with minutes before", IDS],
  ["with minutes of one location before", ["b"]],
  ["without any before", []],
])("keeps the minutes that two transactions store at once, %s", async (_, stored) => {
  const store = await openStore(await freshDatabase("service"), () => undefined);
  onTestFinished(() => store.close());
  if (stored.length > 0) await report(store.db, 0, stored);
  let second: Promise<unknown> = Promise.resolve();
  await store.db.transaction(async (tx) => {
    await report(tx, 1);
    second = store.db.transaction((other) => report(other, 2));
    const waiting = async () =>
      (
        await store.db.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      ).rows.length;
    await expect.poll(waiting).toBe(1);
  });
  await second;
  const rows = await loadMinutes(store.db, QUARTER);
  for (const id of IDS) {
    const { power } = rows.get(id)!;
    expect([...power.subarray(0, 4)]).toEqual([stored.includes(id) ? 0 : NaN, 1, 2, NaN]);
  }
});
