import { and, count, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { QueryOf } from "../../lib/contract/index.ts";
import { anyOf, type Given } from "./any-of.ts";
import {
  matches,
  order,
  readPage,
  slice,
  getStateTime,
  type Page,
  type SortColumns,
} from "./listing.ts";
import { stateOrder, hasState } from "./location-state.ts";
import { locationsInScope, type RestrictionScope } from "./key-restrictions.ts";
import { connections, liveState } from "./schema-series.ts";
import { customers, devices, groups, locations } from "./schema.ts";
import type { Db } from "./store.ts";

type Query = QueryOf<"listLocations">;

/** Empty for a location without a value. */
export const address = sql<string>`coalesce(${locations.metadata} ->> 'address', '')`;
/** A location's address for comparing and sorting: as long as an index allows. */
export const addressAsSorted = sql<string>`lower(left(${address}, 200))`;
/** For sorting: a location that never reported counts as the oldest. */
const lastReported = sql`coalesce(${liveState.measuredAt}, '-infinity')`;

const rating = (field: string) => sql`(${devices.ratings} ->> ${field})::float8`;

/** The device totals of all locations, or of these. */
export const deviceTotals = (db: Db, ids?: Given<readonly string[]>) =>
  db
    .select({
      locationId: devices.locationId,
      devices: sql<number>`count(*)::int`.as("device_count"),
      pvPeakKw: sql<number>`coalesce(sum(${rating("pv_peak_kw")}), 0)`.as("pv_peak_kw"),
      batteryKwh: sql<number>`coalesce(sum(${rating("capacity_kwh")}), 0)`.as("battery_kwh"),
      connectionLimitKw: sql<number | null>`min(${rating("connection_limit_kw")})`.as("limit_kw"),
    })
    .from(devices)
    .where(and(isNull(devices.deletedAt), ids && anyOf(devices.locationId, ids)))
    .groupBy(devices.locationId)
    .as("totals");

/** The filter of a query for locations; customers and live state are joined. */
const locationsFilter = (db: Db, query: Query, now: Date): SQL | undefined =>
  and(
    isNull(locations.deletedAt),
    matches(query.search, [customers.name, address, sql`${locations.metadata} ->> 'city'`]),
    query.customer_id ? eq(locations.customerId, query.customer_id) : undefined,
    query.group_id ? eq(customers.groupId, query.group_id) : undefined,
    query.state ? hasState(db, query.state, now) : undefined,
  );

function locationSorts(db: Db, sums: ReturnType<typeof deviceTotals>, now: Date): SortColumns {
  const total = (column: unknown) => sql`coalesce(${column}, 0)`;
  return {
    created_at: locations.createdAt,
    customer_name: sql`lower(${customers.name})`,
    group_name: sql`lower(${groups.name})`,
    address: addressAsSorted,
    state: stateOrder(db, now),
    last_reported_at: lastReported,
    connection: sql`case when ${connections.online} then 0 when not ${connections.online} then 1 else 2 end`,
    data_source: sql`case when ${locations.simulation} is not null then 1
      when ${liveState.measuredAt} is null then 2 else 0 end`,
    pv_peak_kw: total(sums.pvPeakKw),
    battery_kwh: total(sums.batteryKwh),
    connection_limit_kw: sums.connectionLimitKw,
    devices: total(sums.devices),
    id: locations.id,
  };
}

/**
 * The ids of a page of locations, in order, and the total. PostgreSQL omits joins that neither the filter nor the
 * order uses.
 */
export function pageOfLocationIds(
  db: Db,
  query: Query,
  reach: RestrictionScope,
  now: Date,
): Promise<Page<{ id: string }>> {
  return readPage(db, ["locations", query, reach, getStateTime(query, now)], () => {
    const where = and(locationsFilter(db, query, now), locationsInScope(db, reach));
    const sums = deviceTotals(db);
    const { limit, offset } = slice(query);
    return {
      count: countLocations(db, where),
      rows: (total) =>
        db
          .select({ id: locations.id, total })
          .from(locations)
          .leftJoin(customers, eq(customers.id, locations.customerId))
          .leftJoin(groups, eq(groups.id, customers.groupId))
          .leftJoin(sums, eq(sums.locationId, locations.id))
          .leftJoin(liveState, eq(liveState.locationId, locations.id))
          .leftJoin(connections, eq(connections.locationId, locations.id))
          .where(where)
          .orderBy(...order(query.sort, locationSorts(db, sums, now), locations.id))
          .limit(limit)
          .offset(offset),
    };
  });
}

const countLocations = (db: Db, where: SQL | undefined) =>
  db
    .select({ total: count() })
    .from(locations)
    .leftJoin(customers, eq(customers.id, locations.customerId))
    .leftJoin(liveState, eq(liveState.locationId, locations.id))
    .where(where);
