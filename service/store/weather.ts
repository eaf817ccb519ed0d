import { and, between, desc, eq, getTableColumns, gt, lt, lte, max, or, sql } from "drizzle-orm";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";
import type { WeatherModel } from "../engine/forecast-weather.ts";
import { anyOf } from "./any-of.ts";
import { readOnce } from "./held-rows.ts";
import { locations, devices } from "./schema.ts";
import { weatherModels, weatherRuns } from "./schema-weather.ts";
import type { Db } from "./store.ts";

export type StoredRun = typeof weatherRuns.$inferSelect;

const CHUNK = 500;
/** Past values are taken from runs that have expired since, as far back as a lag can reach. */
const PAST_HOURS = 24;

/** Stores runs; a run that is stored already is unchanged. */
export async function saveRuns(db: Db, runs: readonly StoredRun[]): Promise<void> {
  for (let i = 0; i < runs.length; i += CHUNK)
    await db
      .insert(weatherRuns)
      .values(runs.slice(i, i + CHUNK))
      .onConflictDoNothing();
}

/** When the newest run of a source was issued and became known; null without one. */
export async function newestRun(
  db: Db,
  source?: string,
): Promise<{ issuedAt: Date; availableAt: Date } | null> {
  const [row] = await db
    .select({ issuedAt: max(weatherRuns.issuedAt), knownAt: max(weatherRuns.knownAt) })
    .from(weatherRuns)
    .where(source === undefined ? undefined : eq(weatherRuns.source, source));
  return row?.issuedAt && row.knownAt ? { issuedAt: row.issuedAt, availableAt: row.knownAt } : null;
}

/** Of each point the newest run, and the one before it for past hours. */
const RUNS_PER_POINT = 2;

/** A part of the earth in degrees. */
export interface Bounds {
  south: number;
  north: number;
  west: number;
  east: number;
}

/**
 * The runs that a forecast at this moment may use in this area, newest issue first: known by then,
 * and the newest two of each point. Runs without bounds apply everywhere.
 */
export const loadAvailableRuns = (db: Db, ms: number, bounds: Bounds): Promise<StoredRun[]> =>
  readOnce(db, `weather ${ms} ${Object.values(bounds).join(" ")}`, () => readRuns(db, ms, bounds));

async function readRuns(db: Db, ms: number, bounds: Bounds): Promise<StoredRun[]> {
  const { latitude, longitude, pointId, issuedAt, source } = weatherRuns;
  const inside = and(
    between(latitude, bounds.south, bounds.north),
    between(longitude, bounds.west, bounds.east),
  );
  const rank = sql<number>`row_number() over (partition by ${source}, ${pointId}
    order by ${issuedAt} desc)`;
  const ranked = db
    .select({ ...getTableColumns(weatherRuns), rank: rank.as("rank") })
    .from(weatherRuns)
    .where(
      and(
        lte(weatherRuns.knownAt, new Date(ms)),
        gt(weatherRuns.expiresAt, new Date(ms - PAST_HOURS * HOUR_MS)),
        or(inside, eq(latitude, NaN)),
      ),
    )
    .as("ranked");
  return db
    .select()
    .from(ranked)
    .where(lte(ranked.rank, RUNS_PER_POINT))
    .orderBy(desc(ranked.issuedAt));
}

/** The newest run in force at a moment, at any point; null without one. */
export async function readWeatherInForce(
  db: Db,
  ms: number,
): Promise<{ attribution: string; issuedAt: Date } | null> {
  const [row] = await db
    .select({ attribution: weatherRuns.attribution, issuedAt: weatherRuns.issuedAt })
    .from(weatherRuns)
    .where(and(lte(weatherRuns.knownAt, new Date(ms)), gt(weatherRuns.expiresAt, new Date(ms))))
    .orderBy(desc(weatherRuns.issuedAt))
    .limit(1);
  return row ?? null;
}

/** Deletes the runs that became known before this moment. */
export const pruneRuns = async (db: Db, beforeMs: number): Promise<void> =>
  void (await db.delete(weatherRuns).where(lt(weatherRuns.knownAt, new Date(beforeMs))));

/** Where the present locations with panels are, to the tenth of a degree. */
export async function panelLocations(db: Db): Promise<{ latitude: number; longitude: number }[]> {
  const { rows } = await db.execute<{ latitude: number; longitude: number }>(sql`
    select distinct round(${locations.latitude}::numeric, 1)::float8 as latitude,
      round(${locations.longitude}::numeric, 1)::float8 as longitude
    from ${locations}
    join ${devices} on ${devices.locationId} = ${locations.id}
    where ${locations.deletedAt} is null and ${devices.deletedAt} is null
      and ${devices.deviceType} = 'SOLAR_INVERTER'
    order by 1, 2`);
  return rows;
}

/** The trained weather corrections of these locations for a source. */
export async function loadWeatherModels(
  db: Db,
  source: string,
  locationIds: readonly string[],
): Promise<Map<string, WeatherModel>> {
  const rows = await db
    .select()
    .from(weatherModels)
    .where(and(eq(weatherModels.source, source), anyOf(weatherModels.locationId, locationIds)));
  return new Map(
    rows.map(({ locationId, pv, irradiance, parameters }) => [
      locationId,
      { pvKw: pv, irradiance, parameters },
    ]),
  );
}

/** Replaces the trained weather corrections of these locations. */
export async function saveWeatherModels(
  db: Db,
  source: string,
  models: ReadonlyMap<string, WeatherModel>,
): Promise<void> {
  const rows = [...models].map(([locationId, { pvKw, irradiance, parameters }]) => ({
    locationId,
    source,
    pv: pvKw,
    irradiance,
    parameters,
  }));
  const excluded = (name: string) => sql.raw(`excluded.${name}`);
  const set = {
    source: excluded("source"),
    pv: excluded("pv"),
    irradiance: excluded("irradiance"),
    parameters: excluded("parameters"),
  };
  for (let i = 0; i < rows.length; i += CHUNK)
    await db
      .insert(weatherModels)
      .values(rows.slice(i, i + CHUNK))
      .onConflictDoUpdate({ target: weatherModels.locationId, set });
}
