import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dayAt, floorQuarter, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { HeldTotals, lockTotals } from "../../service/store/area-totals.ts";
import { HeldDays } from "../../service/store/held-days.ts";
import { holdRows, withoutSavepoints, type HeldRows } from "../../service/store/held-rows.ts";
import { emptyBlock, insertBlock } from "../../service/store/interval-blocks.ts";
import { slotAt } from "../../service/store/interval-slot.ts";
import { HeldLive, loadLive, recentReporters, saveLive } from "../../service/store/live-state.ts";
import type { PartitionMembers } from "../../service/store/partition-members.ts";
import { readManyDays } from "../../service/store/read-days.ts";
import { recordIsp, type IspValues } from "../../service/store/record-isp.ts";
import { MEMBERS_CHANGED_KEY, readServiceState } from "../../service/store/service-state.ts";
import { HeldGains, loadPanelGains, savePanelGains } from "../../service/store/sky-observations.ts";
import { loadSites } from "../../service/store/sites.ts";
import { openStore, type Db, type Store } from "../../service/store/store.ts";
import { readTrainingSamples } from "../../service/store/training-samples.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

/** Three quarter-hours before the local day of 100 of them begins. */
const FROM_MS = Date.parse("2026-10-24T21:15:00Z");
const QUARTERS = 110;
const TO_MS = FROM_MS + QUARTERS * QUARTER_MS;

let world: World;
let store: Store;
let members: PartitionMembers;
let ids: string[];
beforeAll(async () => {
  world = await World.open("2026-10-24T20:01:00Z");
  const groupId = (await group(world)).id;
  for (const name of ["a", "b", "c"]) {
    const more = name === "a" ? { groupId } : {};
    await household(world, { email: `${name}@example.org`, ...more });
  }
  store = await openStore(world.databaseUrl, () => undefined);
  const sites = await loadSites(store.db, { kind: "bidding_zone", id: "NL" });
  const changes = await readServiceState<string>(store.db, MEMBERS_CHANGED_KEY);
  members = { partition: 0, partitions: 1, sites, changes };
  ids = sites.map(({ locationId }) => locationId);
});
afterAll(async () => {
  await store.close();
  await world.close();
});

class Undone extends Error {}

/** Runs in a transaction that is rolled back. */
async function undone<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  let result: T;
  await expect(
    store.db.transaction(async (savepoints) => {
      const tx = withoutSavepoints(savepoints);
      await lockTotals(tx);
      result = await work(tx);
      throw new Undone();
    }),
  ).rejects.toThrow(Undone);
  return result!;
}

const kw = fc.oneof(fc.double({ min: -20, max: 20, noNaN: true }), fc.constant(NaN));
const given = { requiredKeys: [] };
const values = fc.record(
  { forecast: kw, upward: kw, actual: kw, pv: kw, battery: kw, panels: fc.boolean() },
  given,
);
const change = fc.record({
  quarter: fc.nat(QUARTERS - 1),
  rows: fc.array(fc.record({ location: fc.nat(2), values }), { minLength: 1, maxLength: 3 }),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

async function record(tx: Db, { quarter, rows }: Change) {
  const atMs = FROM_MS + quarter * QUARTER_MS;
  const byId = new Map(
    rows.map((row): [string, IspValues] => {
      const locationId = ids[row.location]!;
      return [locationId, { locationId, ...row.values } as IspValues];
    }),
  );
  const changed = await recordIsp(tx, slotAt(atMs), [...byId.values()]);
  // What the next quarter-hour is trained on.
  const find = await readTrainingSamples(tx, slotAt(atMs), ids);
  const samples = ids.map((id) => {
    const { pv, load, actual, flags } = find(id) ?? {};
    return { pv, load, actual, flags };
  });
  return [changed, samples];
}

async function readDays(tx: Db) {
  const days = await readManyDays(tx, ids, dayAt(FROM_MS).date, dayAt(TO_MS - 1).date);
  return days.sort((a, b) => `${a.day} ${a.locationId}`.localeCompare(`${b.day} ${b.locationId}`));
}

it("days that are held are read and stored as if each interval were stored at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 4 }),
      fc.array(change, { minLength: 1, maxLength: 12 }),
      async (before, changes) => {
        const run = (hold: (tx: Db) => Promise<HeldRows[]>) =>
          undone(async (tx) => {
            for (const one of before) await record(tx, one);
            const found: unknown[] = [];
            await holdRows(tx, await hold(tx), async () => {
              for (const one of changes) found.push(await record(tx, one));
              found.push(await readDays(tx));
            });
            const totals = await tx.execute(sql`select a::text from area_days a order by 1`);
            return { found, days: await readDays(tx), totals: totals.rows };
          });
        const held = await run(async (tx) => {
          const days = await HeldDays.read(tx, members, FROM_MS, TO_MS);
          return [new HeldTotals(), days!];
        });
        expect(held).toEqual(await run(async () => []));
      },
    ),
    { numRuns: 60 },
  );
});

it("days are not held while members change, or while some are in blocks", async () => {
  const read = (tx: Db, of = members) => HeldDays.read(tx, of, FROM_MS, TO_MS);
  expect(await undone(read)).toBeInstanceOf(HeldDays);
  expect(await undone((tx) => read(tx, { ...members, changes: "another" }))).toBeNull();
  const moved = await undone(async (tx) => {
    await tx.execute(sql`insert into group_history (location_id, until, group_id)
      values (${ids[0]}, ${new Date(FROM_MS + QUARTER_MS).toISOString()}, null)`);
    return read(tx);
  });
  expect(moved).toBeNull();
  const inBlocks = await undone(async (tx) => {
    await insertBlock(tx, members, emptyBlock(members, FROM_MS, ids));
    return read(tx);
  });
  expect(inBlocks).toBeNull();
});

it("live states and panel gains that are held are read and stored as if each were stored at once", async () => {
  const at = (minutes: number) => new Date(floorQuarter(FROM_MS) + minutes * MINUTE_MS);
  const live = (which: number, minutes: number) => ({
    locationId: ids[which]!,
    storedKwh: Float32Array.of(minutes / 3),
    freeKwh: Float32Array.of(minutes / 7),
    divergedAt: minutes > 40 ? at(minutes - 5) : null,
    lastInjectionKw: minutes / 9,
    storedTotalKwh: null,
    measuredAt: at(minutes),
    pvAt: which === 1 ? at(minutes) : null,
    batteryAt: null,
  });
  const day = 24 * 60;
  const run = (isHeld: boolean) =>
    undone(async (tx) => {
      await saveLive(tx, [live(0, 10), live(1, 20)]);
      await savePanelGains(tx, new Map([[ids[0]!, { measuredKw: 0.1, modelledKw: 0.2 }]]));
      const rows = isHeld ? [await HeldLive.read(tx, ids), await HeldGains.read(tx, ids)] : [];
      const found: unknown[] = [];
      const look = async () => {
        const sorted = (await loadLive(tx, ids)).sort((a, b) =>
          a.locationId.localeCompare(b.locationId),
        );
        found.push(sorted, [...(await loadPanelGains(tx, ids))].sort());
        for (const minutes of [30, day + 9, day + 11, day + 45])
          found.push([...(await recentReporters(tx, ids, at(minutes)))].sort());
      };
      await holdRows(tx, rows, async () => {
        await look();
        // An older one, a newer one, and the first one of a location.
        await saveLive(tx, [live(0, 5), live(1, 50), live(2, 30)]);
        await savePanelGains(
          tx,
          new Map([
            [ids[1]!, { measuredKw: 0.3, modelledKw: 1 / 3 }],
            [ids[2]!, { measuredKw: 0.7, modelledKw: 1e-9 }],
          ]),
        );
        await look();
        await saveLive(tx, [live(2, 35), live(0, 41)]);
        await look();
      });
      await look();
      const stored = await tx.execute(sql`select l::text from live_state l order by 1`);
      return { found, stored: stored.rows };
    });
  expect(await run(true)).toEqual(await run(false));
});
