import { and, asc, eq, getTableColumns, gte, lte, sql } from "drizzle-orm";
import type { DeviceClass } from "../../lib/contract/index.ts";
import type { Given } from "./any-of.ts";
import type { AreaKind } from "./area-forecasts.ts";
import { alias } from "drizzle-orm/pg-core";
import { runPrepared } from "../../lib/database/prepared.ts";
import type { Packed } from "./interval-slot.ts";
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

/** The stored values of one interval (from 0) of a day. */
export const getValuesAt = (day: LocationDay, index: number): Record<Packed | "flags", number> => ({
  forecast: day.forecast[index]!,
  upward: day.upward[index]!,
  downward: day.downward[index]!,
  actual: day.actual[index]!,
  pv: day.pv[index]!,
  load: day.load[index]!,
  battery: day.battery[index]!,
  flags: day.flags[index]!,
});

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
export interface AreaDayRange {
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
    "area day versions",
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

const CHUNK = 100;

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
