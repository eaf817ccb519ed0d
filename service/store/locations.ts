import { and, count, eq, isNull, sql } from "drizzle-orm";
import type {
  DataSource,
  Location,
  LocationCreate,
  LocationDetail,
  QueryOf,
} from "../../lib/contract/index.ts";
import { token } from "./ids.ts";
import { matches, order, readPage, slice, type Page } from "./listing.ts";
import { standsAs } from "./location-state.ts";
import { connections, live } from "./schema-series.ts";
import { customers, devices, locations } from "./schema.ts";
import type { Db } from "./store.ts";

const present = isNull(locations.deletedAt);

const toLocation = (row: typeof locations.$inferSelect): Location => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  customer_id: row.customerId,
  latitude: row.latitude,
  longitude: row.longitude,
  metadata: row.metadata,
});

/** Creates a location of a customer; null when there is no such customer. */
export function createLocation(
  db: Db,
  given: LocationCreate,
  nowMs: number,
): Promise<Location | null> {
  return db.transaction(async (tx) => {
    const owner = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.id, given.customer_id), isNull(customers.deletedAt)))
      .for("share");
    if (owner.length === 0) return null;
    const [row] = await tx
      .insert(locations)
      .values({
        id: `loc_${token(nowMs)}`,
        createdAt: new Date(nowMs),
        customerId: given.customer_id,
        biddingZone: "NL",
        latitude: given.latitude,
        longitude: given.longitude,
        metadata: given.metadata ?? {},
      })
      .returning();
    return toLocation(row!);
  });
}

const rating = (field: string) => sql`(${devices.ratings} ->> ${field})::float8`;
const totals = (db: Db) =>
  db
    .select({
      locationId: devices.locationId,
      devices: sql<number>`count(*)::int`.as("device_count"),
      pvPeakKw: sql<number>`coalesce(sum(${rating("pv_peak_kw")}), 0)`.as("pv_peak_kw"),
      batteryKwh: sql<number>`coalesce(sum(${rating("capacity_kwh")}), 0)`.as("battery_kwh"),
      connectionLimitKw: sql<number | null>`min(${rating("connection_limit_kw")})`.as("limit_kw"),
    })
    .from(devices)
    .where(isNull(devices.deletedAt))
    .groupBy(devices.locationId)
    .as("totals");

const address = sql<string>`coalesce(${locations.metadata} ->> 'address', '')`;
/** For sorting: where nothing was ever heard from counts as longest ago. */
const lastReported = sql`coalesce(${live.measuredAt}, '-infinity')`;

function selectDetails(db: Db) {
  const sums = totals(db);
  const query = db
    .select({
      location: locations,
      customerName: customers.name,
      groupId: customers.groupId,
      devices: sql<number>`coalesce(${sums.devices}, 0)`,
      pvPeakKw: sql<number>`coalesce(${sums.pvPeakKw}, 0)`,
      batteryKwh: sql<number>`coalesce(${sums.batteryKwh}, 0)`,
      connectionLimitKw: sums.connectionLimitKw,
      measuredAt: live.measuredAt,
      online: connections.online,
    })
    .from(locations)
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .leftJoin(sums, eq(sums.locationId, locations.id))
    .leftJoin(live, eq(live.locationId, locations.id))
    .leftJoin(connections, eq(connections.locationId, locations.id))
    .$dynamic();
  return { query, sums };
}

type DetailRow = Awaited<ReturnType<typeof selectDetails>["query"]>[number];

const toDetail = (row: DetailRow): LocationDetail => ({
  ...toLocation(row.location),
  customer_name: row.customerName,
  group_id: row.groupId,
  data_source: sourceOf(row.location.simulation !== null, row.measuredAt !== null),
  connection: row.online === null ? "unknown" : row.online ? "online" : "offline",
  last_reported_at: row.measuredAt?.toISOString() ?? null,
  devices: row.devices,
  pv_peak_kw: row.pvPeakKw,
  battery_kwh: row.batteryKwh,
  connection_limit_kw: row.connectionLimitKw,
});

const sourceOf = (simulated: boolean, measured: boolean): DataSource =>
  simulated ? "simulated" : measured ? "measured" : "none";

export async function getLocation(db: Db, id: string): Promise<LocationDetail | null> {
  const [row] = await selectDetails(db).query.where(and(eq(locations.id, id), present));
  return row ? toDetail(row) : null;
}

export async function listLocations(
  db: Db,
  query: QueryOf<"listLocations">,
  nowMs: number,
): Promise<Page<LocationDetail>> {
  const where = and(
    present,
    matches(query.search, [customers.name, address, sql`${locations.metadata} ->> 'city'`]),
    query.customer_id ? eq(locations.customerId, query.customer_id) : undefined,
    query.group_id ? eq(customers.groupId, query.group_id) : undefined,
    query.state ? standsAs(db, query.state, new Date(nowMs)) : undefined,
  );
  const { limit, offset } = slice(query);
  const page = await readPage(
    db,
    (tx) => {
      const { query: details, sums } = selectDetails(tx);
      const columns = {
        created_at: locations.createdAt,
        customer_name: sql`lower(${customers.name})`,
        address: sql`lower(${address})`,
        pv_peak_kw: sql`coalesce(${sums.pvPeakKw}, 0)`,
        battery_kwh: sql`coalesce(${sums.batteryKwh}, 0)`,
        last_reported_at: lastReported,
      };
      return details
        .where(where)
        .orderBy(...order(query.sort, columns, locations.id))
        .limit(limit)
        .offset(offset);
    },
    async (tx) => {
      const [counted] = await tx
        .select({ total: count() })
        .from(locations)
        .innerJoin(customers, eq(customers.id, locations.customerId))
        .leftJoin(live, eq(live.locationId, locations.id))
        .where(where);
      return counted!.total;
    },
  );
  return { ...page, rows: page.rows.map(toDetail) };
}

/** True where a location is present, false where it is not or was deleted. */
export const locationExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(locations, and(eq(locations.id, id), present))) > 0;
