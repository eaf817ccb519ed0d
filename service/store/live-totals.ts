import { and, eq, gte, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { getRecentSince } from "./live-state.ts";
import { isReporting, respondingLocations } from "./location-state.ts";
import { liveState } from "./schema-series.ts";
import { customers, devices, locations } from "./schema.ts";
import { selected, type Selection } from "./sites.ts";
import type { Db } from "./store.ts";

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
