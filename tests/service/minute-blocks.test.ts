import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import {
  toMinuteSpan,
  type MeasuredSpan,
  type WithDevices,
} from "../../service/planning/aggregate-minutes.ts";
import {
  insertBlocks,
  sliceAt,
  type BlockSite,
  type LocatedSpan,
} from "../../service/store/minute-blocks.ts";
import { lockMinutes, readMinutes, saveMinutes } from "../../service/store/minute-measurements.ts";
import {
  MINUTES,
  newMinuteRows,
  putMinutes,
  type MinuteRows,
} from "../../service/store/minute-rows.ts";
import { openStore, type Db } from "../../service/store/store.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { freshDatabase } from "../support/postgres.ts";

const QUARTER = Date.parse("2026-06-15T10:00:00Z");

async function openDatabase() {
  const store = await openStore(await freshDatabase("service"), () => undefined);
  onTestFinished(() => store.close());
  return store.db;
}

const toSite = (number: number, hash: number, devices: number): BlockSite & WithDevices => ({
  locationId: `loc_${number}`,
  number,
  hash,
  devices: Array.from({ length: devices }, () => ({
    deviceType: "SOLAR_INVERTER",
    controllable: true,
  })),
  deviceIds: Array.from({ length: devices }, (_, at) => `dev_${at}`).join(","),
});

const kw = fc.float({ min: -1_000, max: 1_000, noNaN: true });
const share = fc.float({ min: 0, max: 1, noNaN: true });
const oneDevice = (at: number) =>
  fc.record({
    deviceId: fc.constant(`dev_${at}`),
    powerKw: kw,
    stateOfCharge: fc.option(share),
    availableKw: fc.option(kw, { nil: undefined }),
  });

/** Measurements of a location with up to three devices, some of which do not exist. */
const measurement = fc
  .record({
    from: fc.nat(MINUTES - 1),
    length: fc.integer({ min: 1, max: MINUTES }),
    injectionKw: fc.option(kw),
    devices: fc
      .subarray([0, 1, 2, 3])
      .chain((ats): fc.Arbitrary<MeasuredSpan["devices"]> => fc.tuple(...ats.map(oneDevice))),
  })
  .map(({ from, length, ...measured }): MeasuredSpan => ({
    ...measured,
    fromMs: QUARTER + from * MINUTE_MS,
    toMs: QUARTER + Math.min(MINUTES, from + length) * MINUTE_MS,
  }));

const sites = fc.uniqueArray(
  fc.tuple(
    fc.integer({ min: 1, max: 4_000_000_000 }),
    fc.nat(1_023),
    fc.integer({ min: 0, max: 3 }),
  ),
  { minLength: 1, maxLength: 150, selector: ([number]) => number },
);

const read = async (db: Db, of: readonly BlockSite[]) =>
  Object.fromEntries(
    [...(await readMinutes(db, QUARTER, of))]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, rows]) => [id, Object.values(rows).map((one: Float32Array) => [...one])]),
  );

it("reads the minutes of every location as they were measured, however they are divided", async () => {
  const db = await openDatabase();
  let quarter = 0;
  await fc.assert(
    fc.asyncProperty(
      sites,
      fc.array(fc.array(fc.tuple(fc.nat(), measurement), { maxLength: 100 }), { maxLength: 4 }),
      fc.integer({ min: 0, max: 10 }),
      fc.integer({ min: 0, max: 10 }),
      async (numbered, batches, bits, readBits) => {
        quarter -= 15 * MINUTE_MS;
        const all = numbered.map(([number, hash, devices]) => toSite(number, hash, devices));
        const expected = new Map<string, MinuteRows>();
        for (const batch of batches) {
          const spans = batch.map(([index, measured]): LocatedSpan => {
            const site = all[index % all.length]!;
            return { site, ...toMinuteSpan(site, QUARTER, measured) };
          });
          for (const span of spans) {
            const { locationId, devices } = span.site;
            const rows = expected.get(locationId) ?? newMinuteRows(devices.length);
            putMinutes(rows, span);
            expected.set(locationId, rows);
          }
          const into = { nowMs: QUARTER, partitions: 2 ** bits };
          if (spans.length > 0) await insertBlocks(db, QUARTER + quarter, spans, into);
        }
        const found = new Map<string, MinuteRows>();
        for (const slice of new Set(all.map(({ hash }) => sliceAt(hash, readBits)))) {
          const some = all.filter(({ hash }) => sliceAt(hash, readBits) === slice);
          for (const [id, rows] of await readMinutes(db, QUARTER + quarter, some))
            found.set(id, rows);
        }
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 150 },
  );
});

it("puts what was added to a closed quarter-hour over what was measured in it", async () => {
  const db = await openDatabase();
  const site = toSite(7, 5, 1);
  const measured = (minute: number, powerKw: number, availableKw: number) => ({
    from: minute,
    to: minute + 1,
    injectionKw: NaN,
    devices: [{ at: 0, powerKw, charge: 0.5, availableKw }],
  });
  const add = (span: ReturnType<typeof measured>) =>
    insertBlocks(db, QUARTER, [{ site, ...span }], { nowMs: QUARTER, partitions: 1 });
  await add(measured(0, 1, 9));
  await add(measured(1, 2, 9));
  const late = newMinuteRows(1, (await readMinutes(db, QUARTER, [site])).get("loc_7"));
  putMinutes(late, measured(1, 3, NaN));
  await saveMinutes(db, QUARTER, new Map([["loc_7", late]]), QUARTER);
  await add(measured(2, 4, 8));
  const { power, available, charge } = (await readMinutes(db, QUARTER, [site])).get("loc_7")!;
  expect([...power.subarray(MINUTES, MINUTES + 4)]).toEqual([1, 3, 4, NaN]);
  expect([...available.subarray(0, 4)]).toEqual([9, NaN, 8, NaN]);
  expect([...charge]).toEqual([0.5]);
});

/** Adds the power of a minute to the stored ones of these locations, in a closed quarter-hour or an open one. */
async function report(tx: Db, of: readonly BlockSite[], minute: number, isClosed: boolean) {
  await lockMinutes(tx, of);
  const span = { from: minute, to: minute + 1, injectionKw: minute, devices: [] };
  if (!isClosed)
    return insertBlocks(
      tx,
      QUARTER,
      of.map((site) => ({ site, ...span })),
      { nowMs: QUARTER, partitions: 1 },
    );
  const stored = await readMinutes(tx, QUARTER, of);
  for (const { locationId } of of) {
    const rows = newMinuteRows(0, stored.get(locationId));
    putMinutes(rows, span);
    stored.set(locationId, rows);
  }
  await saveMinutes(tx, QUARTER, stored, QUARTER);
}

it.each([
  ["of a quarter-hour", false, false],
  ["of a closed quarter-hour", true, true],
  ["while it is closed", false, true],
])("keeps the minutes that two transactions store at once, %s", async (_, first, second) => {
  const db = await openDatabase();
  const of = [toSite(1, 1, 0), toSite(2, 600, 0), toSite(3, 33, 0)];
  await report(db, of.slice(1, 2), 0, first);
  let other: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await report(tx, of, 1, first);
    other = db.transaction((next) => report(next, of.toReversed(), 2, second));
    const waiting = async () =>
      (
        await db.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      ).rows.length;
    await expect.poll(waiting).toBe(1);
  });
  await other;
  const found = await read(db, of);
  for (const { locationId, number } of of)
    expect(found[locationId]![0]!.slice(0, 4)).toEqual([number === 2 ? 0 : NaN, 1, 2, NaN]);
});
