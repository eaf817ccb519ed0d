import { and, between, count, eq, inArray, isNull, min, sql, type SQL } from "drizzle-orm";
import type { LocationCluster, QueryOf } from "../../lib/contract/index.ts";
import { respondingLocations, isReporting, isSilent, hasNeverReported } from "./location-state.ts";
import { locationsInScope, type RestrictionScope } from "./key-restrictions.ts";
import { liveState } from "./schema-series.ts";
import { customers, locations } from "./schema.ts";
import type { Db } from "./store.ts";

type Box = QueryOf<"listLocationClusters">;

/**
 * The size of a grid cell of a box in degrees: about square on the ground in the middle of the box.
 */
function toCell({ west, south, east, north, columns }: Box) {
  const width = (east - west) / columns;
  const middle = ((south + north) / 2) * (Math.PI / 180);
  return { width, height: width * Math.max(0.01, Math.cos(middle)) };
}

const groupMembers = (db: Db, groupId: string) =>
  db.select({ id: customers.id }).from(customers).where(eq(customers.groupId, groupId));

const isInBox = (db: Db, box: Box, reach: RestrictionScope): SQL | undefined =>
  and(
    isNull(locations.deletedAt),
    between(locations.longitude, box.west, box.east),
    between(locations.latitude, box.south, box.north),
    box.group_id ? inArray(locations.customerId, groupMembers(db, box.group_id)) : undefined,
    locationsInScope(db, reach),
  );

const address = sql<
  string | null
>`case when jsonb_typeof(${locations.metadata} -> 'address') = 'string'
  then nullif(trim(${locations.metadata} ->> 'address'), '') end`;

/** The grid cells of a box that contain locations, from its south-west corner on. */
function selectCells(db: Db, box: Box, reach: RestrictionScope, now: Date) {
  const { width, height } = toCell(box);
  const followers = respondingLocations(db, now);
  const x = sql<number>`least(floor((${locations.longitude} - ${box.west}::float8)
    / ${width}::float8)::int, ${box.columns - 1}::int)`.as("x");
  const y = sql<number>`floor((${locations.latitude} - ${box.south}::float8)
    / ${height}::float8)::int`.as("y");
  const counted = (which: SQL, name: string) =>
    sql<number>`(count(*) filter (where ${which}))::int`.as(name);
  return db.$with("cells").as(
    db
      .select({
        x,
        y,
        latitude: sql<number>`avg(${locations.latitude})`.as("mean_latitude"),
        longitude: sql<number>`avg(${locations.longitude})`.as("mean_longitude"),
        locations: count().as("members"),
        responding: counted(
          sql`${followers.locationId} is not null and ${isReporting(now)}`,
          "responding",
        ),
        silent: counted(isSilent(now), "silent"),
        never_reported: counted(hasNeverReported(), "never_reported"),
        first: min(locations.id).as("first"),
      })
      .from(locations)
      .leftJoin(liveState, eq(liveState.locationId, locations.id))
      .leftJoin(followers, eq(followers.locationId, locations.id))
      .where(isInBox(db, box, reach))
      .groupBy(sql`x`, sql`y`),
  );
}

/** The locations in a box by grid cell with their live state, in one query. */
export async function listClusters(
  db: Db,
  box: Box,
  reach: RestrictionScope,
  nowMs: number,
): Promise<LocationCluster[]> {
  const cells = selectCells(db, box, reach, new Date(nowMs));
  const rows = await db
    .with(cells)
    .select({
      latitude: cells.latitude,
      longitude: cells.longitude,
      locations: cells.locations,
      responding: cells.responding,
      silent: cells.silent,
      never_reported: cells.never_reported,
      location_id: locations.id,
      label: sql<string | null>`coalesce(${address}, ${customers.name})`,
    })
    .from(cells)
    .leftJoin(locations, and(eq(cells.locations, 1), eq(locations.id, cells.first)))
    .leftJoin(customers, eq(customers.id, locations.customerId))
    .orderBy(cells.y, cells.x);
  return rows;
}
