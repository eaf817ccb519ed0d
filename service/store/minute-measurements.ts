import { and, lt, sql, type SQL } from "drizzle-orm";
import { anyOf } from "./any-of.ts";
import { packColumn, toFloat32s } from "./binary-columns.ts";
import { minutes } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** The minutes of a quarter-hour at one location; see the table `minutes`. */
export interface MinuteRows {
  power: Float32Array;
  charge: Float32Array;
  available: Float32Array;
}

const CHUNK = 2_000;

/** The stored minutes of this quarter-hour at these locations, locked until the transaction ends. */
export async function lockMinutes(
  tx: Db,
  quarterMs: number,
  locationIds: readonly string[],
): Promise<Map<string, MinuteRows>> {
  const rows = await lockExisting(tx, quarterMs, locationIds);
  const missing = locationIds.filter((id) => !rows.has(id));
  if (missing.length === 0) return rows;
  const ids = sql.param(missing.toSorted());
  const nothing = sql.param(new Float32Array(), minutes.power);
  await tx.execute(sql`
    insert into ${minutes} (quarter, location_id, power, charge, available, changed_at)
    select ${new Date(quarterMs).toISOString()}::timestamptz, id, ${nothing}::bytea, ${nothing}::bytea,
      ${nothing}::bytea, now()
    from unnest(${ids}::text[]) as id
    on conflict do nothing`);
  return new Map([...rows, ...(await lockExisting(tx, quarterMs, missing))]);
}

const isAt = (quarterMs: number) =>
  sql`${minutes.quarter} = ${new Date(quarterMs).toISOString()}::timestamptz`;

const lockExisting = (tx: Db, quarterMs: number, locationIds: readonly string[]) =>
  readPacked(
    tx,
    sql`${isAt(quarterMs)} and ${anyOf(minutes.locationId, locationIds)}
      order by ${minutes.locationId} for update`,
  );

/** The stored minutes of this quarter-hour, by location. */
export const loadMinutes = (db: Db, quarterMs: number): Promise<Map<string, MinuteRows>> =>
  readPacked(db, isAt(quarterMs));

const columns = ["power", "charge", "available"] as const;

interface PackedMinutes extends Record<string, unknown> {
  ids: string | null;
  /** Bytes of each column of each location. */
  lengths: Buffer;
  values: Buffer;
}

/** Packed in one row, because each quarter-hour reads a whole fleet. */
async function readPacked(db: Db, where: SQL): Promise<Map<string, MinuteRows>> {
  const { rows } = await db.execute<PackedMinutes>(sql`
    select string_agg(location_id, ',') as ids,
      string_agg(int4send(length(power)) || int4send(length(charge)) || int4send(length(available)),
        ''::bytea) as lengths,
      string_agg(power || charge || available, ''::bytea) as values
    from (select location_id, power, charge, available from ${minutes} where ${where}) as found`);
  const { ids, lengths, values } = rows[0]!;
  const read = new Map<string, MinuteRows>();
  if (ids === null) return read;
  const floats = toFloat32s(values);
  let from = 0;
  for (const [i, id] of ids.split(",").entries()) {
    const [power, charge, available] = columns.map((_, column) => {
      const count = lengths.readInt32BE(4 * (columns.length * i + column)) / 4;
      return floats.subarray(from, (from += count));
    }) as [Float32Array, Float32Array, Float32Array];
    read.set(id, { power, charge, available });
  }
  return read;
}

/** The stored minutes of this quarter-hour at some locations. */
export async function readMinutes(
  db: Db,
  quarterMs: number,
  locationIds: readonly string[],
): Promise<Map<string, MinuteRows>> {
  if (locationIds.length === 0) return new Map();
  return readPacked(db, sql`${isAt(quarterMs)} and ${anyOf(minutes.locationId, locationIds)}`);
}

/** Replaces the stored minutes of a quarter-hour. */
export async function saveMinutes(
  tx: Db,
  quarterMs: number,
  rows: ReadonlyMap<string, MinuteRows>,
  nowMs: number,
): Promise<void> {
  const all = [...rows];
  for (let i = 0; i < all.length; i += CHUNK)
    await savePacked(tx, quarterMs, all.slice(i, i + CHUNK), nowMs);
}

/** The parts of a statement over these minutes. */
function packRows(rows: readonly MinuteRows[]) {
  const column = (name: keyof MinuteRows) =>
    packColumn(
      name,
      rows.map((minutes) => minutes[name]),
    );
  const [power, charge, available] = [column("power"), column("charge"), column("available")];
  return {
    values: sql`${power.value}, ${charge.value}, ${available.value}`,
    arrays: sql`${power.arrays}, ${charge.arrays}, ${available.arrays}`,
    names: sql`${power.names}, ${charge.names}, ${available.names}`,
  };
}

const toIds = (ids: readonly string[]) => sql`string_to_array(${ids.join(",")}, ',')`;

const insertOf = (quarterMs: number, rows: readonly [string, MinuteRows][], nowMs: number) => {
  const { values, arrays, names } = packRows(rows.map(([, minutes]) => minutes));
  return sql`
    insert into ${minutes} (quarter, location_id, power, charge, available, changed_at)
    select ${new Date(quarterMs).toISOString()}::timestamptz, v.location_id, ${values},
      ${new Date(nowMs).toISOString()}::timestamptz
    from unnest(${toIds(rows.map(([id]) => id))}, ${arrays}) as v(location_id, ${names})`;
};

const savePacked = async (
  tx: Db,
  quarterMs: number,
  rows: readonly [string, MinuteRows][],
  nowMs: number,
): Promise<void> =>
  void (await tx.execute(sql`
    ${insertOf(quarterMs, rows, nowMs)}
    on conflict (quarter, location_id) do update set power = excluded.power,
      charge = excluded.charge, available = excluded.available, changed_at = excluded.changed_at`));

/**
 * Changes the minutes of a quarter-hour at these locations: `change` makes them from the stored ones,
 * which are locked until the transaction ends. Where there are none, the new ones are added at once;
 * if another transaction has done that meanwhile, they are made again from its minutes.
 */
export async function changeMinutes(
  tx: Db,
  quarterMs: number,
  locationIds: readonly string[],
  nowMs: number,
  change: (locationId: string, stored: MinuteRows | undefined) => MinuteRows,
): Promise<Map<string, MinuteRows>> {
  const before = await lockExisting(tx, quarterMs, locationIds);
  const changed = new Map(locationIds.map((id) => [id, change(id, before.get(id))]));
  await saveMinutes(tx, quarterMs, new Map([...changed].filter(([id]) => before.has(id))), nowMs);
  const missing = locationIds.filter((id) => !before.has(id)).toSorted();
  let added = 0;
  for (let i = 0; i < missing.length; i += CHUNK)
    added += await insertAbsent(tx, quarterMs, missing.slice(i, i + CHUNK), nowMs, changed);
  if (added === missing.length) return changed;
  const locked = await lockExisting(tx, quarterMs, missing);
  const again = new Map(missing.map((id) => [id, change(id, locked.get(id))]));
  await saveMinutes(tx, quarterMs, again, nowMs);
  return new Map([...changed, ...again]);
}

/** @returns how many rows were not there */
async function insertAbsent(
  tx: Db,
  quarterMs: number,
  ids: readonly string[],
  nowMs: number,
  changed: ReadonlyMap<string, MinuteRows>,
): Promise<number> {
  const rows = ids.map((id): [string, MinuteRows] => [id, changed.get(id)!]);
  const { rows: counted } = await tx.execute<{ count: number }>(sql`
    with written as (
      ${insertOf(quarterMs, rows, nowMs)} on conflict do nothing returning 1)
    select count(*)::int as count from written`);
  return counted[0]!.count;
}

/** Deletes minutes that are of a quarter-hour before this moment and were received before it. */
export async function pruneMinutes(db: Db, beforeMs: number): Promise<void> {
  const before = new Date(beforeMs);
  await db.delete(minutes).where(and(lt(minutes.quarter, before), lt(minutes.changedAt, before)));
}
