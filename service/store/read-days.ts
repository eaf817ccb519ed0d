import { and, asc, gte, lte, sql } from "drizzle-orm";
import { getLocalDay } from "../../lib/time/amsterdam.ts";
import { anyOf } from "./any-of.ts";
import { toFloat32s } from "./binary-columns.ts";
import { HeldDays } from "./held-days.ts";
import { getHeld } from "./held-rows.ts";
import {
  hasBlocks,
  readFromBlocks,
  type BlockInterval,
  type IntervalValues,
} from "./interval-blocks.ts";
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
  const held = getHeld(db, HeldDays);
  if (held) return held.replaceIn(days, locationIds, from, to);
  if (inBlocks.size === 0) return days;
  const byLocation = new Map<string, LocationDay[]>();
  for (const day of days)
    byLocation.set(day.locationId, [...(byLocation.get(day.locationId) ?? []), day]);
  const ids = new Set([...byLocation.keys(), ...inBlocks.keys()]);
  return [...ids].flatMap((id) => withBlocks(id, byLocation.get(id) ?? [], inBlocks.get(id) ?? []));
}

/** Some intervals of a day at many locations, packed: a value of each interval for each location. */
export interface PackedDay {
  day: string;
  /** The intervals (from 0), ascending, that the day has: 92, 96 or 100 of them at most. */
  indices: readonly number[];
  /** In the order of their values. */
  locationIds: readonly string[];
  forecast: Float32Array;
  downward: Float32Array;
  actual: Float32Array;
  flags: Uint8Array;
}

/** Intervals between two that are wanted which are read along: a run costs as much as they do. */
const MAX_GAP = 3;

/** Consecutive intervals. */
interface Run {
  first: number;
  count: number;
}

/** Runs that have these intervals (from 0, ascending) and few others. */
export function toRuns(indices: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const index of indices) {
    const last = runs.at(-1);
    if (last && index - (last.first + last.count) <= MAX_GAP) last.count = index + 1 - last.first;
    else runs.push({ first: index, count: 1 });
  }
  return runs;
}

/** The intervals of runs that a day has. */
const indicesOf = (day: string, runs: readonly Run[]): number[] => {
  const { isps } = getLocalDay(day);
  return runs
    .flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i))
    .filter((index) => index < isps);
};

/**
 * Intervals of days of many locations, oldest day first. One row has a day of all locations, and only
 * these intervals, because rows and bytes are what costs. The rows are not sorted: that would cost more
 * than reading them.
 * @param indices the wanted intervals (from 0), ascending; some between them may be read too
 */
export async function readPackedDays(
  db: Db,
  locationIds: readonly string[],
  days: readonly string[],
  indices: readonly number[],
): Promise<PackedDay[]> {
  if (days.length === 0) return [];
  const runs = toRuns(indices);
  const sorted = days.toSorted();
  const [fromMs, toMs] = [getLocalDay(sorted[0]!).startMs, getLocalDay(sorted.at(-1)!).endMs];
  const inBlocks = (await hasBlocks(db, fromMs, toMs))
    ? await readFromBlocks(db, locationIds, fromMs, toMs)
    : new Map<string, BlockInterval[]>();
  const part = (name: string, size: number) => {
    const column = sql.identifier(name);
    const parts = runs.map(
      ({ first, count }) =>
        sql`substring(${column} from ${first * size + 1}::int for ${count * size}::int)`,
    );
    return sql`string_agg(${sql.join(parts, sql` || `)}, ''::bytea) as ${column}`;
  };
  const { rows } = await db.execute<PackedRow>(sql`
    select day::text as day, string_agg(location_id, ' ') as ids, ${part("forecast", 4)},
      ${part("downward", 4)}, ${part("actual", 4)}, ${part("flags", 1)}
    from ${locationDays}
    where ${anyOf(locationDays.locationId, locationIds)}
      and day = any(${sql.param([...days])}::date[])
    group by ${locationDays.day}`);
  const found = rows.map(({ day, ids, forecast, downward, actual, flags }) => {
    const own = indicesOf(day, runs);
    return {
      day,
      indices: own,
      locationIds: ids.split(" "),
      forecast: toFloat32s(forecast),
      downward: toFloat32s(downward),
      actual: toFloat32s(actual),
      flags,
    };
  });
  const all = inBlocks.size === 0 ? found : withPackedBlocks(found, inBlocks, { days, runs });
  return all.toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** The same with the intervals that are still in blocks. */
function withPackedBlocks(
  found: readonly PackedDay[],
  inBlocks: ReadonlyMap<string, readonly BlockInterval[]>,
  { days, runs }: { days: readonly string[]; runs: readonly Run[] },
): PackedDay[] {
  const byDay = new Map<string, Map<string, Map<number, IntervalValues>>>();
  for (const [id, intervals] of inBlocks)
    for (const { quarterMs, values } of intervals) {
      const { day, index } = slotAt(quarterMs);
      if (!days.includes(day)) continue;
      const ofDay = byDay.get(day) ?? new Map<string, Map<number, IntervalValues>>();
      byDay.set(day, ofDay.set(id, (ofDay.get(id) ?? new Map()).set(index, values)));
    }
  const all = new Map(found.map((one) => [one.day, one]));
  for (const [day, ofDay] of byDay) {
    const indices = indicesOf(day, runs);
    const positions = new Map(indices.map((index, at) => [index, at]));
    const before = all.get(day) ?? emptyPackedDay(day, indices, []);
    const there = new Map(before.locationIds.map((id, row) => [id, row]));
    const added = [...ofDay.keys()].filter((id) => !there.has(id));
    for (const id of added) there.set(id, there.size);
    const packedDay = emptyPackedDay(day, indices, [...before.locationIds, ...added]);
    for (const name of PACKED_COLUMNS) packedDay[name].set(before[name]);
    for (const [id, inBlock] of ofDay)
      for (const [index, values] of inBlock) {
        const at = positions.get(index);
        if (at === undefined) continue;
        for (const name of PACKED_COLUMNS)
          packedDay[name][there.get(id)! * indices.length + at] = values[name];
      }
    all.set(day, packedDay);
  }
  return [...all.values()];
}

const PACKED_COLUMNS = ["forecast", "downward", "actual", "flags"] as const;

function emptyPackedDay(
  day: string,
  indices: readonly number[],
  locationIds: readonly string[],
): PackedDay {
  const size = locationIds.length * indices.length;
  const unknown = () => new Float32Array(size).fill(NaN);
  return {
    day,
    indices,
    locationIds,
    forecast: unknown(),
    downward: unknown(),
    actual: unknown(),
    flags: new Uint8Array(size),
  };
}

interface PackedRow extends Record<string, unknown> {
  day: string;
  /** Separated by spaces. */
  ids: string;
  forecast: Buffer;
  downward: Buffer;
  actual: Buffer;
  flags: Buffer;
}
