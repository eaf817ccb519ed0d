import { and, asc, gte, lte, sql } from "drizzle-orm";
import { getLocalDay } from "../../lib/time/amsterdam.ts";
import { anyOf } from "./any-of.ts";
import { toFloat32s } from "./binary-columns.ts";
import { readFromBlocks, type BlockInterval, type IntervalValues } from "./interval-blocks.ts";
import { packed, slotAt } from "./interval-slot.ts";
import { blankDay, type LocationDay } from "./location-days.ts";
import { locationDays } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** Puts intervals of a location into those of its days that are there. */
export function putInDays(days: readonly LocationDay[], intervals: readonly BlockInterval[]): void {
  for (const { quarterMs, values } of intervals) {
    const { day: date, index } = slotAt(quarterMs);
    const day = days.find((one) => one.day === date);
    if (!day) continue;
    for (const name of packed) day[name][index] = values[name];
    day.flags[index] = values.flags;
  }
}

/** The days with the intervals that are still in blocks, oldest first. */
function withBlocks(
  locationId: string,
  days: readonly LocationDay[],
  intervals: readonly BlockInterval[],
): LocationDay[] {
  const all = [...days];
  for (const { quarterMs } of intervals) {
    const { day, isps } = slotAt(quarterMs);
    if (!all.some((one) => one.day === day)) all.push(blankDay(locationId, day, isps));
  }
  putInDays(all, intervals);
  return all.sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Whole days of one location, oldest first. */
export const readLocationDays = (
  db: Db,
  locationId: string,
  from: string,
  to: string,
): Promise<LocationDay[]> => readManyDays(db, [locationId], from, to);

/** Whole days of many locations, by location, oldest first. */
export async function readManyDays(
  db: Db,
  locationIds: readonly string[],
  from: string,
  to: string,
): Promise<LocationDay[]> {
  const [fromMs, toMs] = [getLocalDay(from).startMs, getLocalDay(to).endMs];
  const inBlocks = await readFromBlocks(db, locationIds, fromMs, toMs);
  const days = await db
    .select()
    .from(locationDays)
    .where(
      and(
        anyOf(locationDays.locationId, locationIds),
        gte(locationDays.day, from),
        lte(locationDays.day, to),
      ),
    )
    .orderBy(asc(locationDays.locationId), asc(locationDays.day));
  if (inBlocks.size === 0) return days;
  const byLocation = new Map<string, LocationDay[]>();
  for (const day of days)
    byLocation.set(day.locationId, [...(byLocation.get(day.locationId) ?? []), day]);
  const ids = new Set([...byLocation.keys(), ...inBlocks.keys()]);
  return [...ids].flatMap((id) => withBlocks(id, byLocation.get(id) ?? [], inBlocks.get(id) ?? []));
}

/** Some intervals of a day at many locations, packed: `count` values for each location. */
export interface PackedDay {
  day: string;
  /** The first of the intervals (from 0), and their number, which is smaller where the day ends before. */
  first: number;
  count: number;
  locationIds: readonly string[];
  forecast: Float32Array;
  downward: Float32Array;
  actual: Float32Array;
  flags: Uint8Array;
}

/**
 * The same intervals of days of many locations, oldest first. One row has a day of all locations, and
 * of these intervals only, because rows and bytes are what costs.
 */
export async function readPackedDays(
  db: Db,
  /** As `sortLocationIds` returns them. */
  locationIds: readonly string[],
  days: readonly string[],
  { first, count }: Pick<PackedDay, "first" | "count">,
): Promise<PackedDay[]> {
  if (days.length === 0) return [];
  const sorted = days.toSorted();
  const [fromMs, toMs] = [getLocalDay(sorted[0]!).startMs, getLocalDay(sorted.at(-1)!).endMs];
  const inBlocks = await readFromBlocks(db, locationIds, fromMs, toMs);
  const part = (name: string, size: number) => {
    const column = sql.identifier(name);
    const [from, length] = [first * size + 1, count * size];
    return sql`string_agg(substring(${column} from ${from}::int for ${length}::int), ''::bytea)
      as ${column}`;
  };
  const { rows } = await db.execute<PackedRow>(sql`
    select day::text as day,
      case when count(*) = ${locationIds.length}::int then null else array_agg(location_id) end as ids,
      ${part("forecast", 4)},
      ${part("downward", 4)}, ${part("actual", 4)}, ${part("flags", 1)}
    from (
      select day, location_id, forecast, downward, actual, flags from ${locationDays}
      where ${anyOf(locationDays.locationId, locationIds)}
        and day = any(${sql.param([...days])}::date[])
      order by day, location_id
    ) as ordered
    group by day order by day`);
  const found = rows.map(({ day, ids, forecast, downward, actual, flags }) => ({
    day,
    ...intervalsOf(day, { first, count }),
    locationIds: ids ?? locationIds,
    forecast: toFloat32s(forecast),
    downward: toFloat32s(downward),
    actual: toFloat32s(actual),
    flags,
  }));
  return inBlocks.size === 0 ? found : withPackedBlocks(found, inBlocks, { days, first, count });
}

/** Those of these intervals that a day has: 92, 96 or 100 of them. */
function intervalsOf(
  day: string,
  { first, count }: Pick<PackedDay, "first" | "count">,
): Pick<PackedDay, "first" | "count"> {
  return { first, count: Math.max(0, Math.min(count, getLocalDay(day).isps - first)) };
}

/** The same with the intervals that are still in blocks. */
function withPackedBlocks(
  found: readonly PackedDay[],
  inBlocks: ReadonlyMap<string, readonly BlockInterval[]>,
  { days, first, count }: Pick<PackedDay, "first" | "count"> & { days: readonly string[] },
): PackedDay[] {
  const byDay = new Map<string, Map<string, Map<number, IntervalValues>>>();
  for (const [id, intervals] of inBlocks)
    for (const { quarterMs, values } of intervals) {
      const { day, index } = slotAt(quarterMs);
      if (!days.includes(day) || index < first || index >= first + count) continue;
      const ofDay = byDay.get(day) ?? new Map<string, Map<number, IntervalValues>>();
      byDay.set(day, ofDay.set(id, (ofDay.get(id) ?? new Map()).set(index - first, values)));
    }
  const all = new Map(found.map((one) => [one.day, one]));
  for (const [day, ofDay] of byDay) {
    const intervals = intervalsOf(day, { first, count });
    const before = all.get(day) ?? emptyPackedDay(day, intervals, []);
    const there = new Map(before.locationIds.map((id, row) => [id, row]));
    const added = [...ofDay.keys()].filter((id) => !there.has(id));
    for (const id of added) there.set(id, there.size);
    const packedDay = emptyPackedDay(day, intervals, [...before.locationIds, ...added]);
    for (const name of PACKED_COLUMNS) packedDay[name].set(before[name]);
    for (const [id, inBlock] of ofDay)
      for (const [at, values] of inBlock)
        for (const name of PACKED_COLUMNS)
          packedDay[name][there.get(id)! * intervals.count + at] = values[name];
    all.set(day, packedDay);
  }
  return [...all.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

const PACKED_COLUMNS = ["forecast", "downward", "actual", "flags"] as const;

function emptyPackedDay(
  day: string,
  { first, count }: Pick<PackedDay, "first" | "count">,
  locationIds: string[],
): PackedDay {
  const unknown = () => new Float32Array(locationIds.length * count).fill(NaN);
  return {
    day,
    first,
    count,
    locationIds,
    forecast: unknown(),
    downward: unknown(),
    actual: unknown(),
    flags: new Uint8Array(locationIds.length * count),
  };
}

/** Ids in the order of the database. */
export async function sortLocationIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from unnest(${sql.param([...ids])}::text[]) as id order by id`);
  return rows.map(({ id }) => id);
}

interface PackedRow extends Record<string, unknown> {
  day: string;
  /** Null: all of the given locations. */
  ids: string[] | null;
  forecast: Buffer;
  downward: Buffer;
  actual: Buffer;
  flags: Buffer;
}
