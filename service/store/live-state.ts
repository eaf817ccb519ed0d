import { and, eq, gte, isNotNull, isNull, lte, sql, type SQL } from "drizzle-orm";
import { anyOf } from "./any-of.ts";
import { respondingLocations, isReporting } from "./location-state.ts";
import { liveState, connections } from "./schema-series.ts";
import { customers, devices, locations } from "./schema.ts";
import { selected, type Selection } from "./sites.ts";
import type { Db } from "./store.ts";
import { DAY_MS } from "../../lib/time/amsterdam.ts";

export type LiveRow = typeof liveState.$inferSelect;

const CHUNK = 1_000;

/** Replaces the live state of these locations, unless the stored one is newer. */
export async function saveLive(db: Db, rows: LiveRow[]): Promise<void> {
  const excluded = (name: string) => sql.raw(`excluded.${name}`);
  for (let i = 0; i < rows.length; i += CHUNK)
    await db
      .insert(liveState)
      .values(rows.slice(i, i + CHUNK))
      .onConflictDoUpdate({
        target: liveState.locationId,
        set: {
          storedKwh: excluded("stored_kwh"),
          freeKwh: excluded("free_kwh"),
          divergedAt: excluded("diverged_at"),
          lastInjectionKw: excluded("last_injection_kw"),
          storedTotalKwh: excluded("stored_total_kwh"),
          measuredAt: excluded("measured_at"),
          pvAt: excluded("pv_at"),
          batteryAt: excluded("battery_at"),
        },
        setWhere: lte(liveState.measuredAt, excluded("measured_at")),
      });
}

/** Live state of these locations; locations that never reported are omitted. */
export const loadLive = (db: Db, locationIds: readonly string[]): Promise<LiveRow[]> =>
  db.select().from(liveState).where(anyOf(liveState.locationId, locationIds));

/** Energy in a location's batteries in kWh, in order of their ids, at a moment. */
export interface Stored {
  kwh: Float32Array;
  atMs: number;
}

/** The last known energy in the batteries of these locations. */
export async function loadStored(
  db: Db,
  locationIds: readonly string[],
): Promise<Map<string, Stored>> {
  const rows = await db
    .select({ id: liveState.locationId, kwh: liveState.storedKwh, at: liveState.measuredAt })
    .from(liveState)
    .where(and(sql`length(${liveState.storedKwh}) > 0`, anyOf(liveState.locationId, locationIds)));
  return new Map(rows.map(({ id, kwh, at }) => [id, { kwh, atMs: at.getTime() }]));
}

const RECENT_MS = DAY_MS;
/** A location that reported since then is expected to report. */
const getRecentSince = (at: Date) => new Date(at.getTime() - RECENT_MS);

/** Whether the panels and batteries of a location are expected to report too. */
interface RecentReporters {
  pv: boolean;
  battery: boolean;
}

/** Which of these locations are expected to report at this moment, and which of their values. */
export async function recentReporters(
  db: Db,
  locationIds: readonly string[],
  at: Date,
): Promise<Map<string, RecentReporters>> {
  const since = getRecentSince(at);
  const rows = await db
    .select({ id: liveState.locationId, pvAt: liveState.pvAt, batteryAt: liveState.batteryAt })
    .from(liveState)
    .where(and(gte(liveState.measuredAt, since), anyOf(liveState.locationId, locationIds)));
  const recent = (at: Date | null) => at !== null && at >= since;
  return new Map(
    rows.map(({ id, pvAt, batteryAt }) => [id, { pv: recent(pvAt), battery: recent(batteryAt) }]),
  );
}

/**
 * The totals of the selected locations; power in kW of net injection. Energy and capacity in kWh
 * cover the batteries that reported their charge; the energy is null if none did.
 */
export interface LiveTotals {
  locations: number;
  devices: number;
  reporting: number;
  expectedToReport: number;
  simulated: boolean;
  measuredAt: Date | null;
  injectionKw: number | null;
  storedKwh: number | null;
  capacityKwh: number;
  curtailed: number;
}

/** Reads the current totals of the selected locations. */
export async function readLiveTotals(db: Db, selection: Selection, now: Date): Promise<LiveTotals> {
  const recent = gte(liveState.measuredAt, getRecentSince(now));
  const fresh = isReporting(now);
  const [reported] = await db
    .select({
      locations: sql<number>`count(*)::int`,
      expectedToReport: sql<number>`count(*) filter (where ${recent})::int`,
      reporting: sql<number>`count(*) filter (where ${fresh})::int`,
      simulated: sql<boolean>`coalesce(bool_or(${locations.simulation} is not null), false)`,
      measuredAt: sql<Date | null>`max(${liveState.measuredAt})`.mapWith(liveState.measuredAt),
      injectionKw: sql<number | null>`sum(${liveState.lastInjectionKw}) filter (where ${fresh})`,
      storedKwh: sql<number | null>`sum(${liveState.storedTotalKwh}) filter (where ${fresh})`,
    })
    .from(locations)
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .leftJoin(liveState, eq(liveState.locationId, locations.id))
    .where(selected(selection));
  const [installed] = await db
    .select({ devices: sql<number>`count(*)::int` })
    .from(devices)
    .innerJoin(locations, eq(locations.id, devices.locationId))
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .where(and(selected(selection), isNull(devices.deletedAt)));
  const capacityKwh = reported!.storedKwh === null ? 0 : await sumCapacity(db, selection, fresh);
  const curtailed = await db.$count(respondingLocations(db, now, selected(selection)));
  return { ...reported!, ...installed!, capacityKwh, curtailed };
}

/** Capacity of the batteries with a known charge at reporting locations. */
async function sumCapacity(db: Db, selection: Selection, fresh: SQL): Promise<number> {
  const batteries = db
    .select({
      kwh: sql<number>`(${devices.ratings} ->> 'capacity_kwh')::float8`.as("kwh"),
      charges: sql`${liveState.storedKwh}`.as("charges"),
      at: sql`(row_number() over (partition by ${devices.locationId}
        order by ${devices.id}) - 1)::int * 4`.as("at"),
    })
    .from(devices)
    .innerJoin(locations, eq(locations.id, devices.locationId))
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .innerJoin(liveState, eq(liveState.locationId, locations.id))
    .where(
      and(
        eq(devices.deviceType, "BATTERY"),
        isNull(devices.deletedAt),
        isNotNull(liveState.storedTotalKwh),
        fresh,
        selected(selection),
      ),
    )
    .as("batteries");
  const [row] = await db
    .select({ kwh: sql<number>`coalesce(sum(${batteries.kwh}), 0)` })
    .from(batteries)
    .where(isCurrent(batteries.charges, batteries.at));
  return row!.kwh;
}

/** Whether there is a float32 at this byte of a packed column, and it is not NaN. */
const isCurrent = (packed: SQL.Aliased, at: SQL.Aliased) =>
  sql`case when length(${packed}) < ${at} + 4 then false
    else get_byte(${packed}, ${at} + 3) & 127 < 127 or get_byte(${packed}, ${at} + 2) < 128 end`;

type Connection = typeof connections.$inferInsert;

/**
 * Stores whether locations are connected. Reports older than the stored one, and reports of unknown
 * locations, are ignored.
 */
export async function saveConnections(db: Db, news: readonly Connection[]): Promise<void> {
  const newest = new Map<string, Connection>();
  for (const one of news) {
    const latest = newest.get(one.locationId);
    if (!latest || latest.since <= one.since) newest.set(one.locationId, one);
  }
  if (newest.size === 0) return;
  const there = await db
    .select({ id: locations.id })
    .from(locations)
    .where(anyOf(locations.id, newest.keys()));
  if (there.length === 0) return;
  await db
    .insert(connections)
    .values(there.map(({ id }) => newest.get(id)!))
    .onConflictDoUpdate({
      target: connections.locationId,
      set: { online: sql`excluded.online`, since: sql`excluded.since` },
      setWhere: sql`${connections.since} <= excluded.since`,
    });
}
