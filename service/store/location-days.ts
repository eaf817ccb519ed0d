import { and, asc, eq, getTableColumns, gte, lte, sql } from "drizzle-orm";
import type { DeviceClass } from "../../lib/contract/index.ts";
import { anyOf, type Given } from "./any-of.ts";
import type { AreaKind } from "./area-forecasts.ts";
import { toFloat32s } from "./binary-columns.ts";
import { alias } from "drizzle-orm/pg-core";
import { getLocalDay } from "../../lib/time/amsterdam.ts";
import { readFromBlocks, type BlockInterval, type IntervalValues } from "./interval-blocks.ts";
import { packed, slotAt } from "./interval-slot.ts";
import { runPrepared } from "../../lib/database/prepared.ts";
import { areaDays, locationDays } from "./schema-series.ts";
import type { Db } from "./store.ts";

export type LocationDay = typeof locationDays.$inferSelect;
export type AreaDay = typeof areaDays.$inferSelect;

/** Flag of an interval with an active control. */
export const CONTROLLED = 1;
/** Flag of an interval: the location had reported within the day before. */
export const RECENT = 2;
/** Flag of an interval with a forecast made afterwards from earlier data only. */
export const HINDCAST = 4;
/** Flag of an interval whose `pv` was measured at panels; without panels it is 0. */
export const PANELS = 8;
/** Flag of an interval: the location's panels had been measured within the day before. */
export const PV_RECENT = 16;
/** Flag of an interval: the location's batteries had been measured within the day before. */
export const BATTERY_RECENT = 32;

/** An empty day of a location. */
export const blankDay = (locationId: string, day: string, isps: number): LocationDay => {
  const unknown = () => new Float32Array(isps).fill(NaN);
  return {
    locationId,
    day,
    isps,
    forecast: unknown(),
    upward: unknown(),
    downward: unknown(),
    actual: unknown(),
    pv: unknown(),
    load: unknown(),
    battery: unknown(),
    flags: new Uint8Array(isps),
  };
};

/** An empty day of a zone or group. */
export const blankAreaDay = (
  kind: AreaKind,
  areaId: string,
  day: string,
  isps: number,
): AreaDay => {
  const nothing = () => new Float64Array(isps);
  return {
    kind,
    areaId,
    day,
    isps,
    forecast: nothing(),
    upward: nothing(),
    downward: nothing(),
    actual: nothing(),
    covered: nothing(),
    locations: nothing(),
    recent: nothing(),
    reporting: nothing(),
    pv: nothing(),
    pvRecent: nothing(),
    pvReporting: nothing(),
    battery: nothing(),
    batteryRecent: nothing(),
    batteryReporting: nothing(),
  };
};

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
  /** The first of the intervals (from 0), and their number. */
  first: number;
  count: number;
  locationIds: string[];
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
    select day::text as day, array_agg(location_id) as ids, ${part("forecast", 4)},
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
    first,
    count,
    locationIds: ids,
    forecast: toFloat32s(forecast),
    downward: toFloat32s(downward),
    actual: toFloat32s(actual),
    flags: Uint8Array.from(flags),
  }));
  return inBlocks.size === 0 ? found : withPackedBlocks(found, inBlocks, { days, first, count });
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
    const before = all.get(day) ?? emptyPackedDay(day, { first, count }, []);
    const there = new Map(before.locationIds.map((id, row) => [id, row]));
    const added = [...ofDay.keys()].filter((id) => !there.has(id));
    for (const id of added) there.set(id, there.size);
    const packedDay = emptyPackedDay(day, { first, count }, [...before.locationIds, ...added]);
    for (const name of PACKED_COLUMNS) packedDay[name].set(before[name]);
    for (const [id, intervals] of ofDay)
      for (const [at, values] of intervals)
        for (const name of PACKED_COLUMNS)
          packedDay[name][there.get(id)! * count + at] = values[name];
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

interface PackedRow extends Record<string, unknown> {
  day: string;
  ids: string[];
  forecast: Buffer;
  downward: Buffer;
  actual: Buffer;
  flags: Buffer;
}

const { pv, pvRecent, pvReporting, battery, batteryRecent, batteryReporting } = areaDays;
const deviceColumns = {
  SOLAR_INVERTER: { measured: pv, recent: pvRecent, reporting: pvReporting },
  BATTERY: { measured: battery, recent: batteryRecent, reporting: batteryReporting },
};

const selectDays = (
  kind: Given<AreaKind>,
  areaId: Given<string>,
  from: Given<string>,
  to: Given<string>,
) =>
  and(
    eq(areaDays.kind, kind),
    eq(areaDays.areaId, areaId),
    gte(areaDays.day, from),
    lte(areaDays.day, to),
  );

/** The days of a zone or group from one date to another. */
interface AreaDayRange {
  kind: AreaKind;
  id: string;
  from: string;
  to: string;
}

/** Changes whenever the content does: the day, and the transaction that wrote the row. */
const dayVersion = sql<string>`${areaDays.day}::text || ' ' || ${areaDays}.xmin::text`;

/** The versions of the days of a zone or group, in one text. */
export async function readAreaDayVersions(db: Db, { kind, id, from, to }: AreaDayRange) {
  const [row] = await runPrepared(
    db,
    ["area day versions"],
    () =>
      db
        .select({
          versions: sql<string>`coalesce(string_agg(${dayVersion}, ',' order by ${areaDays.day}), '')`,
        })
        .from(areaDays)
        .where(
          selectDays(
            sql.placeholder("kind"),
            sql.placeholder("id"),
            sql.placeholder("from"),
            sql.placeholder("to"),
          ),
        ),
    { kind, id, from, to },
  );
  return row!.versions;
}

/**
 * The days of a zone or group, oldest first, in one snapshot. `values` are null for a day whose
 * version is in `cachedVersions`.
 */
export async function readChangedAreaDays(
  db: Db,
  { kind, id, from, to }: AreaDayRange,
  cachedVersions: readonly string[],
) {
  const changed = alias(areaDays, "changed");
  const { kind: _kind, areaId: _areaId, day, isps, ...sums } = getTableColumns(changed);
  const { forecast, upward, downward, actual, covered, locations, recent, reporting } = sums;
  const net = { forecast, upward, downward, actual, covered, locations, recent, reporting };
  return db
    .select({ day: areaDays.day, version: dayVersion, values: { day, isps, ...net } })
    .from(areaDays)
    .leftJoin(
      changed,
      and(
        eq(changed.kind, areaDays.kind),
        eq(changed.areaId, areaDays.areaId),
        eq(changed.day, areaDays.day),
        sql`${dayVersion} <> all(${sql.param(cachedVersions)}::text[])`,
      ),
    )
    .where(selectDays(kind, id, from, to))
    .orderBy(asc(areaDays.day));
}

/**
 * The measurements of a device class in a zone or group: sums in kW, and the number of locations.
 */
export const readAreaDeviceDays = (
  db: Db,
  deviceClass: DeviceClass,
  kind: AreaKind,
  areaId: string,
  from: string,
  to: string,
) =>
  db
    .select({
      day: areaDays.day,
      isps: areaDays.isps,
      locations: areaDays.locations,
      ...deviceColumns[deviceClass],
    })
    .from(areaDays)
    .where(selectDays(kind, areaId, from, to))
    .orderBy(asc(areaDays.day));
export type AreaDeviceDay = Awaited<ReturnType<typeof readAreaDeviceDays>>[number];

const CHUNK = 500;

/** Stores whole days at once, for locations and areas without any of them. */
export async function insertDays(
  db: Db,
  locations: readonly LocationDay[],
  areas: readonly AreaDay[],
): Promise<void> {
  for (let i = 0; i < locations.length; i += CHUNK)
    await db.insert(locationDays).values(locations.slice(i, i + CHUNK));
  for (let i = 0; i < areas.length; i += CHUNK)
    await db.insert(areaDays).values(areas.slice(i, i + CHUNK));
}
