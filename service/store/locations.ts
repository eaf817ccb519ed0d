import { and, eq, isNull } from "drizzle-orm";
import type {
  DataSource,
  Location,
  LocationCreate,
  LocationDetail,
  QueryOf,
} from "../../lib/contract/index.ts";
import { token } from "./ids.ts";
import type { Page } from "./listing.ts";
import { readLocation, readLocationPage, type LocationRow } from "./location-query.ts";
import type { RestrictionScope } from "./key-restrictions.ts";
import { customers, locations } from "./schema.ts";
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

/** Creates a location of a customer; null if there is no such customer. */
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

const toDetail = (row: LocationRow): LocationDetail => ({
  ...toLocation(row.location),
  customer_name: row.customerName,
  group_id: row.groupId,
  data_source: getDataSource(row.location.simulation !== null, row.measuredAt !== null),
  connection: row.online === null ? "unknown" : row.online ? "online" : "offline",
  last_reported_at: row.measuredAt?.toISOString() ?? null,
  responding: row.isResponding === true,
  devices: row.devices,
  pv_peak_kw: row.pvPeakKw,
  battery_kwh: row.batteryKwh,
  connection_limit_kw: row.connectionLimitKw,
});

const getDataSource = (simulated: boolean, measured: boolean): DataSource =>
  simulated ? "simulated" : measured ? "measured" : "none";

export async function getLocation(
  db: Db,
  id: string,
  nowMs: number,
): Promise<LocationDetail | null> {
  const row = await readLocation(db, id, new Date(nowMs));
  return row ? toDetail(row) : null;
}

export async function listLocations(
  db: Db,
  query: QueryOf<"listLocations">,
  reach: RestrictionScope,
  nowMs: number,
): Promise<Page<LocationDetail>> {
  const { rows, total } = await readLocationPage(db, query, reach, new Date(nowMs));
  return { rows: rows.map(toDetail), total };
}

/** True if a location exists and is not deleted. */
export const locationExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(locations, and(eq(locations.id, id), present))) > 0;
