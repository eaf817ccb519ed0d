import { and, eq, isNull, sql } from "drizzle-orm";
import type {
  DataSource,
  Location,
  LocationCreate,
  LocationDetail,
  QueryOf,
} from "../../lib/contract/index.ts";
import { anyOf } from "./any-of.ts";
import { token } from "./ids.ts";
import { readRows, type Page } from "./listing.ts";
import { runPrepared } from "../../lib/database/prepared.ts";
import { deviceTotals, pageOfLocationIds } from "./location-query.ts";
import { respondingLocations } from "./location-state.ts";
import type { RestrictionScope } from "./key-restrictions.ts";
import { connections, liveState } from "./schema-series.ts";
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

const readDetails = (db: Db, ids: readonly string[], now: Date): Promise<DetailRow[]> =>
  runPrepared(db, ["location details"], () => selectDetails(db), { ids, now });

function selectDetails(db: Db) {
  const [ids, now] = [sql.placeholder("ids"), sql.placeholder("now")];
  const sums = deviceTotals(db, ids);
  const followers = respondingLocations(db, now, anyOf(locations.id, ids));
  return db
    .select({
      location: locations,
      customerName: customers.name,
      groupId: customers.groupId,
      devices: sql<number>`coalesce(${sums.devices}, 0)`,
      pvPeakKw: sql<number>`coalesce(${sums.pvPeakKw}, 0)`,
      batteryKwh: sql<number>`coalesce(${sums.batteryKwh}, 0)`,
      connectionLimitKw: sums.connectionLimitKw,
      measuredAt: liveState.measuredAt,
      online: connections.online,
      follower: followers.locationId,
    })
    .from(locations)
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .leftJoin(sums, eq(sums.locationId, locations.id))
    .leftJoin(liveState, eq(liveState.locationId, locations.id))
    .leftJoin(connections, eq(connections.locationId, locations.id))
    .leftJoin(followers, eq(followers.locationId, locations.id))
    .where(and(anyOf(locations.id, ids), present));
}

type DetailRow = Awaited<ReturnType<typeof selectDetails>>[number];

const toDetail = (row: DetailRow): LocationDetail => ({
  ...toLocation(row.location),
  customer_name: row.customerName,
  group_id: row.groupId,
  data_source: getDataSource(row.location.simulation !== null, row.measuredAt !== null),
  connection: row.online === null ? "unknown" : row.online ? "online" : "offline",
  last_reported_at: row.measuredAt?.toISOString() ?? null,
  responding: row.follower !== null,
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
  const [row] = await readDetails(db, [id], new Date(nowMs));
  return row ? toDetail(row) : null;
}

export async function listLocations(
  db: Db,
  query: QueryOf<"listLocations">,
  reach: RestrictionScope,
  nowMs: number,
): Promise<Page<LocationDetail>> {
  const now = new Date(nowMs);
  const { rows, total } = await pageOfLocationIds(db, query, reach, now);
  const details = await readRows(
    rows,
    (ids) => readDetails(db, ids, now),
    ({ location }) => location.id,
  );
  return { rows: details.map(toDetail), total };
}

/** True if a location exists and is not deleted. */
export const locationExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(locations, and(eq(locations.id, id), present))) > 0;
