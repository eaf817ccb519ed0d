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

async function savePacked(
  tx: Db,
  quarterMs: number,
  rows: readonly [string, MinuteRows][],
  nowMs: number,
): Promise<void> {
  const column = (name: keyof MinuteRows) =>
    packColumn(
      name,
      rows.map(([, minutes]) => minutes[name]),
    );
  const [power, charge, available] = [column("power"), column("charge"), column("available")];
  await tx.execute(sql`
    insert into ${minutes} (quarter, location_id, power, charge, available, changed_at)
    select ${new Date(quarterMs).toISOString()}::timestamptz, v.location_id, ${power.value},
      ${charge.value}, ${available.value}, ${new Date(nowMs).toISOString()}::timestamptz
    from unnest(${sql.param(rows.map(([id]) => id))}::text[], ${power.arrays}, ${charge.arrays},
      ${available.arrays}) as v(location_id, ${power.names}, ${charge.names}, ${available.names})
    on conflict (quarter, location_id) do update set power = excluded.power,
      charge = excluded.charge, available = excluded.available, changed_at = excluded.changed_at`);
}

/** Deletes minutes that are of a quarter-hour before this moment and were received before it. */
export async function pruneMinutes(db: Db, beforeMs: number): Promise<void> {
  const before = new Date(beforeMs);
  await db.delete(minutes).where(and(lt(minutes.quarter, before), lt(minutes.changedAt, before)));
}
