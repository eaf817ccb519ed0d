import { and, count, eq, isNull, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { QueryOf } from "../../lib/contract/index.ts";
import {
  matches,
  order,
  readPage,
  slice,
  getStateTime,
  type SharedPage,
  type SortColumns,
} from "./listing.ts";
import { runPrepared } from "../../lib/database/prepared.ts";
import { stateOrder, hasState, isRespondingAt } from "./location-state.ts";
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

const deviceSums = {
  devices: sql<number>`count(*)::int`.as("device_count"),
  pvPeakKw: sql<number>`coalesce(sum(${rating("pv_peak_kw")}), 0)`.as("pv_peak_kw"),
  batteryKwh: sql<number>`coalesce(sum(${rating("capacity_kwh")}), 0)`.as("battery_kwh"),
  connectionLimitKw: sql<number | null>`min(${rating("connection_limit_kw")})`.as("limit_kw"),
};

/** The device totals of all locations. */
const deviceTotals = (db: Db) =>
  db
    .select({ locationId: devices.locationId, ...deviceSums })
    .from(devices)
    .where(isNull(devices.deletedAt))
    .groupBy(devices.locationId)
    .as("totals");

/** The device totals of one location of an outer statement. */
const deviceTotalsAt = (db: Db, locationId: SQLWrapper) =>
  db
    .select(deviceSums)
    .from(devices)
    .where(and(isNull(devices.deletedAt), eq(devices.locationId, locationId)))
    .as("own");

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
 * A page of locations with their details, in order, and the total. PostgreSQL omits joins that
 * neither the filter nor the order uses, and reads details for the rows of the page only.
 */
export function readLocationPage(
  db: Db,
  query: Query,
  reach: RestrictionScope,
  now: Date,
): Promise<SharedPage<LocationRow>> {
  const question = ["locations", query, reach, getStateTime(query, now)];
  const build = () => {
    const where = and(locationsFilter(db, query, now), locationsInScope(db, reach));
    const sums = deviceTotals(db);
    const { limit, offset } = slice(query);
    return {
      count: countLocations(db, where),
      rows: (total: SQL<number>) => {
        const ordered = db
          .select({ id: locations.id, total: total.as("total") })
          .from(locations)
          .leftJoin(customers, eq(customers.id, locations.customerId))
          .leftJoin(groups, eq(groups.id, customers.groupId))
          .leftJoin(sums, eq(sums.locationId, locations.id))
          .leftJoin(liveState, eq(liveState.locationId, locations.id))
          .leftJoin(connections, eq(connections.locationId, locations.id))
          .where(where)
          .orderBy(...order(query.sort, locationSorts(db, sums, now), locations.id))
          .limit(limit)
          .offset(offset)
          .as("ordered");
        return selectDetails(db, ordered);
      },
    };
  };
  return readPage(db, question, build, { now });
}

/** One location with its details; undefined if it does not exist. */
export async function readLocation(
  db: Db,
  id: string,
  now: Date,
): Promise<LocationRow | undefined> {
  const build = () => selectDetails(db, oneLocation(db));
  const [row] = await runPrepared(db, "location", build, { id, now });
  return row;
}

const oneLocation = (db: Db) =>
  db
    .select({ id: locations.id, total: sql<number>`1`.as("total") })
    .from(locations)
    .where(and(eq(locations.id, sql.placeholder("id")), isNull(locations.deletedAt)))
    .as("ordered");

/** These locations with their details, in the same order, at the placeholder `now`. */
function selectDetails(db: Db, ordered: ReturnType<typeof oneLocation>) {
  const position = sql<number>`row_number() over ()`.as("place");
  const page = db
    .select({ id: ordered.id, total: ordered.total, place: position })
    .from(ordered)
    .as("page");
  const totalsByDevice = deviceTotalsAt(db, page.id);
  return db
    .select({
      total: page.total,
      location: locations,
      customerName: customers.name,
      groupId: customers.groupId,
      devices: totalsByDevice.devices,
      pvPeakKw: totalsByDevice.pvPeakKw,
      batteryKwh: totalsByDevice.batteryKwh,
      connectionLimitKw: totalsByDevice.connectionLimitKw,
      measuredAt: liveState.measuredAt,
      online: connections.online,
      isResponding: isRespondingAt(db, sql.placeholder("now"), page.id),
    })
    .from(page)
    .innerJoin(locations, eq(locations.id, page.id))
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .innerJoinLateral(totalsByDevice, sql`true`)
    .leftJoin(liveState, eq(liveState.locationId, page.id))
    .leftJoin(connections, eq(connections.locationId, page.id))
    .orderBy(page.place);
}
export type LocationRow = Awaited<ReturnType<typeof selectDetails>>[number];

const countLocations = (db: Db, where: SQL | undefined) =>
  db
    .select({ total: count() })
    .from(locations)
    .leftJoin(customers, eq(customers.id, locations.customerId))
    .leftJoin(liveState, eq(liveState.locationId, locations.id))
    .where(where);
