import { createHash } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { toBuffer, toFloat32s } from "./binary-columns.ts";
import { RosterCache } from "./block-rosters.ts";
import { packed, type Packed } from "./interval-slot.ts";
import { toMoment } from "./moment.ts";
import type { PartitionOf } from "./partitions.ts";
import { blockRosters, intervalBlocks } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** The values of an interval at one location, in kW, and its flags; see `location-days.ts`. */
export type IntervalValues = Record<Packed, number> & { flags: number };

/**
 * A quarter-hour of many locations of a partition in one row. The jobs of a partition write it twice,
 * at its start and at its end, instead of the day of each location; later it is moved to the days (see
 * `moveBlocks`). Until then it counts instead of what the days have there.
 */
export interface IntervalBlock {
  quarterMs: number;
  roster: string;
  /** Each location once, in the order of their values. */
  locationIds: readonly string[];
  /** `packed.length` numbers of each location. */
  kw: Float32Array;
  flags: Uint8Array;
}

const COLUMNS = packed.length;
const BYTES = COLUMNS * 4;

/** The values of a block at a location's position. */
export function valuesAt(
  { kw, flags }: Pick<IntervalBlock, "kw" | "flags">,
  position: number,
): IntervalValues {
  const at = position * COLUMNS;
  return {
    forecast: kw[at]!,
    upward: kw[at + 1]!,
    downward: kw[at + 2]!,
    actual: kw[at + 3]!,
    pv: kw[at + 4]!,
    load: kw[at + 5]!,
    battery: kw[at + 6]!,
    flags: flags[position]!,
  };
}

/** Changes the values of a block at a location's position; see `writeBlock`. */
export function putValues(
  { kw, flags }: IntervalBlock,
  position: number,
  values: IntervalValues,
): void {
  for (let column = 0; column < COLUMNS; column++)
    kw[position * COLUMNS + column] = values[packed[column]!];
  flags[position] = values.flags;
}

/** A block of these locations without any values. */
export function emptyBlock(
  { partition, partitions }: PartitionOf,
  quarterMs: number,
  locationIds: readonly string[],
): IntervalBlock {
  const hash = createHash("sha256").update(`${partition}/${partitions}\n`);
  return {
    quarterMs,
    roster: hash.update(locationIds.join("\n")).digest("hex"),
    locationIds,
    kw: new Float32Array(locationIds.length * COLUMNS).fill(NaN),
    flags: new Uint8Array(locationIds.length),
  };
}
/** Stores a new block; another one of the same locations and quarter-hour must not exist. */
export async function insertBlock(
  tx: Db,
  { partition, partitions }: PartitionOf,
  { quarterMs, roster, locationIds, kw, flags }: IntervalBlock,
): Promise<void> {
  await tx.execute(sql`
    insert into ${blockRosters} (id, partition, partitions, location_ids)
    select ${roster}, ${partition}::int, ${partitions}::int,
      string_to_array(${locationIds.join(",")}, ',')
    on conflict do nothing`);
  await tx.insert(intervalBlocks).values({ quarter: new Date(quarterMs), roster, kw, flags });
}

/** Writes the changed values of a block that `lockBlocks` has read. */
export async function writeBlock(
  tx: Db,
  { quarterMs, roster, kw, flags }: IntervalBlock,
): Promise<void> {
  await tx.execute(sql`
    update ${intervalBlocks} set kw = ${toBuffer(kw)}::bytea, flags = ${toBuffer(flags)}::bytea
    where roster = ${roster} and quarter = ${toMoment(quarterMs)}`);
}

/**
 * The ids, as `wanted`, and the partitions that they are in, however many there were, as `theirs`:
 * comparing each roster with each id took time that grew with the square of the fleet.
 */
const withPartitions = (locationIds: readonly string[]) => sql`
  wanted as materialized (
    select id, hashtextextended(id, 0) as hash
    from unnest(string_to_array(${locationIds.join(",")}, ',')) as id),
  theirs as materialized (
    select distinct counts.partitions, (wanted.hash & (counts.partitions - 1))::int as partition
    from wanted cross join (select distinct partitions from ${blockRosters}) as counts)`;

const isOfWanted = sql`(r.partitions, r.partition) in (select partitions, partition from theirs)`;

interface BlockRow extends Record<string, unknown> {
  roster: string;
  ms: number;
  kw: Buffer;
  flags: Buffer;
}

const rosters = new RosterCache();

async function toBlocks(db: Db, rows: readonly BlockRow[]): Promise<IntervalBlock[]> {
  const locationsOf = await rosters.read(
    db,
    rows.map(({ roster }) => roster),
  );
  return rows.map(({ roster, ms, kw, flags }) => ({
    quarterMs: Math.round(ms),
    roster,
    locationIds: locationsOf.get(roster)!,
    kw: toFloat32s(kw),
    flags: Uint8Array.from(flags),
  }));
}

const blockColumns = sql`b.roster, extract(epoch from b.quarter)::float8 * 1000 as ms, b.kw, b.flags`;

/** The blocks of a quarter-hour that may have some of these locations. */
async function blocksAt(
  db: Db,
  quarterMs: number,
  locationIds: readonly string[],
  lock: SQL,
): Promise<IntervalBlock[]> {
  if (locationIds.length === 0) return [];
  const { rows } = await db.execute<BlockRow>(sql`
    with ${withPartitions(locationIds)}
    select ${blockColumns} from ${intervalBlocks} b join ${blockRosters} r on r.id = b.roster
    where b.quarter = ${toMoment(quarterMs)} and ${isOfWanted} ${lock}`);
  return toBlocks(db, rows);
}

/** The blocks of a quarter-hour that may have some of these locations. */
export const readBlocksAt = (db: Db, quarterMs: number, locationIds: readonly string[]) =>
  blocksAt(db, quarterMs, locationIds, sql``);

/** The same, locked until the transaction ends, to be changed. */
export const lockBlocks = (tx: Db, quarterMs: number, locationIds: readonly string[]) =>
  blocksAt(tx, quarterMs, locationIds, sql`order by b.roster for update of b`);

/** Whether any interval from one moment to another is in a block: those of the past are moved. */
export async function hasBlocks(db: Db, fromMs: number, toMs: number): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select 1 from ${intervalBlocks}
      where quarter >= ${toMoment(fromMs)} and quarter < ${toMoment(toMs)}) as found`);
  return rows[0]!.found;
}

/** The blocks of a partition before a moment, oldest first, locked until the transaction ends. */
export async function lockPartitionBlocks(
  tx: Db,
  { partition, partitions }: PartitionOf,
  beforeMs: number,
): Promise<IntervalBlock[]> {
  const { rows } = await tx.execute<BlockRow>(sql`
    select ${blockColumns} from ${intervalBlocks} b join ${blockRosters} r on r.id = b.roster
    where r.partition = ${partition}::int and r.partitions <= ${partitions}::int
      and b.quarter < ${toMoment(beforeMs)}
    order by b.quarter, b.roster for update of b`);
  return toBlocks(tx, rows);
}

/** Deletes blocks, and the rosters of this partition that no block has. */
export async function deleteBlocks(
  tx: Db,
  { partition, partitions }: PartitionOf,
  blocks: readonly IntervalBlock[],
): Promise<void> {
  const moments = blocks.map(({ quarterMs }) => new Date(quarterMs).toISOString());
  await tx.execute(sql`
    delete from ${intervalBlocks} where (roster, quarter) in (
      select * from unnest(${sql.param(blocks.map(({ roster }) => roster))}::text[],
        ${sql.param(moments)}::timestamptz[]))`);
  await tx.execute(sql`
    delete from ${blockRosters} r
    where r.partition = ${partition}::int and r.partitions <= ${partitions}::int
      and not exists (select 1 from ${intervalBlocks} b where b.roster = r.id)`);
}

/** An interval of a location in a block. */
export interface BlockInterval {
  quarterMs: number;
  values: IntervalValues;
}

interface PlacedRow extends Record<string, unknown> {
  id: string;
  ms: Buffer;
  kw: Buffer;
  flags: Buffer;
}

/**
 * The intervals of these locations from one moment to another that are in blocks, by location, oldest
 * first. Read them before the days: what is moved meanwhile is then in both.
 */
export async function readFromBlocks(
  db: Db,
  locationIds: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<Map<string, BlockInterval[]>> {
  const found = new Map<string, BlockInterval[]>();
  if (locationIds.length === 0) return found;
  const { rows } = await db.execute<PlacedRow>(sql`
    with ${withPartitions(locationIds)},
    places as materialized (
      select r.id as roster, member.id, member.position::int as position
      from ${blockRosters} r
      cross join lateral unnest(r.location_ids) with ordinality as member(id, position)
      where ${isOfWanted} and member.id in (select id from wanted))
    select p.id, string_agg(float8send(extract(epoch from b.quarter)::float8 * 1000), ''::bytea
        order by b.quarter) as ms,
      string_agg(substring(b.kw from (p.position - 1) * ${BYTES}::int + 1 for ${BYTES}::int),
        ''::bytea order by b.quarter) as kw,
      string_agg(substring(b.flags from p.position for 1), ''::bytea order by b.quarter) as flags
    from places p join ${intervalBlocks} b on b.roster = p.roster
      and b.quarter >= ${toMoment(fromMs)} and b.quarter < ${toMoment(toMs)}
    group by p.id`);
  for (const { id, ms, kw, flags } of rows) {
    const block = { kw: toFloat32s(kw), flags: Uint8Array.from(flags) };
    const intervals = Array.from({ length: flags.length }, (_, i) => ({
      quarterMs: Math.round(ms.readDoubleBE(8 * i)),
      values: valuesAt(block, i),
    }));
    found.set(id, intervals);
  }
  return found;
}

/** Changes the values of single intervals of one location that are in blocks. */
export async function putInBlocks(
  tx: Db,
  locationId: string,
  intervals: readonly BlockInterval[],
): Promise<void> {
  for (const { quarterMs, values } of intervals)
    for (const block of await lockBlocks(tx, quarterMs, [locationId])) {
      const position = block.locationIds.indexOf(locationId);
      if (position < 0) continue;
      putValues(block, position, values);
      await writeBlock(tx, block);
    }
}
