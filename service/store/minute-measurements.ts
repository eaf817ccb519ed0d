import { and, eq, lt, sql } from "drizzle-orm";
import { anyOf } from "./any-of.ts";
import { packColumn, toFloat32s } from "./binary-columns.ts";
import { getBlocksVersion, readMinuteBlocks, type BlockSite } from "./minute-blocks.ts";
import { newMinuteRows, putRows, type MinuteRows } from "./minute-rows.ts";
import { toMoment } from "./moment.ts";
import { minuteBlocks, minutes } from "./schema-series.ts";
import type { Db } from "./store.ts";

const CHUNK = 2_000;
/** First key of the advisory locks of `lockMinutes`. */
const MINUTES_LOCK = 1_903;
/** The locks; half of the locations have even ones, so that halves do not wait for each other. */
const LOCKS = 32;

/** The locks that a transaction holds: one of many quarter-hours needs the same ones again and again. */
const heldLocks = new WeakMap<Db, Set<number>>();

/**
 * Locks the minutes of these locations until the transaction ends: what others add to them, and their
 * live state, is there before or comes after. Take it before `lockTotals`.
 */
export async function lockMinutes(
  tx: Db,
  sites: readonly Pick<BlockSite, "hash">[],
): Promise<void> {
  const held = heldLocks.get(tx) ?? new Set();
  heldLocks.set(tx, held);
  const keys = new Set(sites.map(({ hash }) => hash % LOCKS).filter((key) => !held.has(key)));
  if (keys.size === 0) return;
  await tx.execute(sql`
    select pg_advisory_xact_lock(${MINUTES_LOCK}::int, key)
    from (select key from unnest(${sql.param([...keys])}::int[]) as key order by key) as ordered`);
  for (const key of keys) held.add(key);
}

/** The measured minutes of this quarter-hour at these locations. */
export async function readMinutes(
  db: Db,
  quarterMs: number,
  sites: readonly BlockSite[],
): Promise<Map<string, MinuteRows>> {
  if (sites.length === 0) return new Map();
  const late = await readRows(db, quarterMs, sites);
  const found = await readMinuteBlocks(db, quarterMs, sites);
  for (const { locationId, devices } of late.size > 0 ? sites : []) {
    const rows = late.get(locationId);
    if (!rows) continue;
    const before = found.get(locationId) ?? newMinuteRows(devices.length);
    putRows(before, rows);
    found.set(locationId, before);
  }
  return found;
}

/**
 * What the minutes of a quarter-hour at these locations are, to tell whether more have been added; null
 * if some were measured after it was closed.
 */
export async function getMinutesVersion(
  db: Db,
  quarterMs: number,
  sites: readonly BlockSite[],
): Promise<string | null> {
  const blocks = await getBlocksVersion(db, quarterMs, sites);
  const late = await db
    .select({ locationId: minutes.locationId })
    .from(minutes)
    .where(eq(minutes.quarter, new Date(quarterMs)))
    .limit(1);
  return late.length === 0 ? blocks : null;
}

const columns = ["power", "charge", "available"] as const;

interface PackedMinutes extends Record<string, unknown> {
  ids: string | null;
  /** Bytes of each column of each location. */
  lengths: Buffer;
  values: Buffer;
}

async function readRows(
  db: Db,
  quarterMs: number,
  sites: readonly BlockSite[],
): Promise<Map<string, MinuteRows>> {
  const ids = sites.map(({ locationId }) => locationId);
  const { rows } = await db.execute<PackedMinutes>(sql`
    select string_agg(location_id, ',') as ids,
      string_agg(int4send(length(power)) || int4send(length(charge)) || int4send(length(available)),
        ''::bytea) as lengths,
      string_agg(power || charge || available, ''::bytea) as values
    from (select location_id, power, charge, available from ${minutes}
      where ${minutes.quarter} = ${toMoment(quarterMs)}
        and ${anyOf(minutes.locationId, ids)}) as found`);
  const { ids: foundIds, lengths, values } = rows[0]!;
  const read = new Map<string, MinuteRows>();
  if (foundIds === null) return read;
  const floats = toFloat32s(values);
  let from = 0;
  for (const [i, id] of foundIds.split(",").entries()) {
    const [power, charge, available] = columns.map((_, column) => {
      const count = lengths.readInt32BE(4 * (columns.length * i + column)) / 4;
      return floats.subarray(from, (from += count));
    }) as [Float32Array, Float32Array, Float32Array];
    read.set(id, { power, charge, available });
  }
  return read;
}

/**
 * Stores the minutes of locations in a quarter-hour, with all that were measured before. Call it in a
 * transaction that has locked and read them.
 */
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
  const ids = rows.map(([id]) => id).join(",");
  await tx.execute(sql`
    insert into ${minutes} (quarter, location_id, power, charge, available, changed_at)
    select ${toMoment(quarterMs)}, v.location_id,
      ${power.value}, ${charge.value}, ${available.value},
      ${toMoment(nowMs)}
    from unnest(string_to_array(${ids}, ','), ${power.arrays}, ${charge.arrays}, ${available.arrays})
      as v(location_id, ${power.names}, ${charge.names}, ${available.names})
    on conflict (quarter, location_id) do update set power = excluded.power,
      charge = excluded.charge, available = excluded.available, changed_at = excluded.changed_at`);
}

/** Deletes minutes that are of a quarter-hour before this moment and were received before it. */
export async function pruneMinutes(db: Db, beforeMs: number): Promise<void> {
  const before = new Date(beforeMs);
  await db.delete(minutes).where(and(lt(minutes.quarter, before), lt(minutes.changedAt, before)));
  await db
    .delete(minuteBlocks)
    .where(and(lt(minuteBlocks.quarter, before), lt(minuteBlocks.createdAt, before)));
}
