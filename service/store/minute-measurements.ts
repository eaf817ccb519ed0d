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
  /** The transaction that wrote each row. */
  versions: string;
  /** Bytes of each column of each location. */
  lengths: Buffer;
  values: Buffer;
}

/** Stored minutes, and the transaction that wrote them. */
interface VersionedRows extends MinuteRows {
  version: string;
}

/** Packed in one row, because each quarter-hour reads a whole fleet. */
async function readPacked(db: Db, where: SQL): Promise<Map<string, VersionedRows>> {
  const { rows } = await db.execute<PackedMinutes>(sql`
    select string_agg(location_id, ',') as ids, string_agg(version, ',') as versions,
      string_agg(int4send(length(power)) || int4send(length(charge)) || int4send(length(available)),
        ''::bytea) as lengths,
      string_agg(power || charge || available, ''::bytea) as values
    from (
      select location_id, xmin::text as version, power, charge, available
      from ${minutes} where ${where}) as found`);
  const { ids, versions, lengths, values } = rows[0]!;
  const read = new Map<string, VersionedRows>();
  if (ids === null) return read;
  const floats = toFloat32s(values);
  const writers = versions.split(",");
  let from = 0;
  for (const [i, id] of ids.split(",").entries()) {
    const [power, charge, available] = columns.map((_, column) => {
      const count = lengths.readInt32BE(4 * (columns.length * i + column)) / 4;
      return floats.subarray(from, (from += count));
    }) as [Float32Array, Float32Array, Float32Array];
    read.set(id, { power, charge, available, version: writers[i]! });
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
 * again if another transaction has changed those meanwhile. Rows are not locked before: that would write
 * each of them twice.
 */
export async function changeMinutes(
  tx: Db,
  quarterMs: number,
  locationIds: readonly string[],
  nowMs: number,
  change: (locationId: string, stored: MinuteRows | undefined) => MinuteRows,
): Promise<Map<string, MinuteRows>> {
  const before = await readPacked(
    tx,
    sql`${isAt(quarterMs)} and ${anyOf(minutes.locationId, locationIds)}`,
  );
  const ids = locationIds.toSorted();
  const changed = new Map(ids.map((id) => [id, change(id, before.get(id))]));
  const [old, added] = [ids.filter((id) => before.has(id)), ids.filter((id) => !before.has(id))];
  let written = 0;
  for (let i = 0; i < old.length; i += CHUNK)
    written += await updateUnchanged(tx, quarterMs, old.slice(i, i + CHUNK), nowMs, {
      before,
      changed,
    });
  for (let i = 0; i < added.length; i += CHUNK)
    written += await insertAbsent(tx, quarterMs, added.slice(i, i + CHUNK), nowMs, changed);
  if (written === ids.length) return changed;
  const locked = await lockMinutes(tx, quarterMs, locationIds);
  const again = new Map(ids.map((id) => [id, change(id, locked.get(id))]));
  await saveMinutes(tx, quarterMs, again, nowMs);
  return again;
}

/** @returns how many rows were as they had been read */
async function updateUnchanged(
  tx: Db,
  quarterMs: number,
  ids: readonly string[],
  nowMs: number,
  {
    before,
    changed,
  }: { before: ReadonlyMap<string, VersionedRows>; changed: ReadonlyMap<string, MinuteRows> },
): Promise<number> {
  const versions = toIds(ids.map((id) => before.get(id)!.version));
  const { values, arrays, names } = packRows(ids.map((id) => changed.get(id)!));
  const { rows } = await tx.execute<{ count: number }>(sql`
    with written as (
      update ${minutes} m set (power, charge, available, changed_at) =
        row(${values}, ${new Date(nowMs).toISOString()}::timestamptz)
      from unnest(${toIds(ids)}, ${versions}::xid[], ${arrays})
        as v(location_id, version, ${names})
      where m.quarter = ${new Date(quarterMs).toISOString()}::timestamptz
        and m.location_id = v.location_id and m.xmin = v.version
      returning 1)
    select count(*)::int as count from written`);
  return rows[0]!.count;
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
