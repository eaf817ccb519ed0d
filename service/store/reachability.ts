import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { EventData } from "../../lib/contract/index.ts";
import { anyOf } from "./any-of.ts";
import { isReporting, isSilent } from "./location-state.ts";
import { liveState } from "./schema-series.ts";
import { unreachableLocations } from "./schema-webhooks.ts";
import { customers, devices, groups, locations } from "./schema.ts";
import { readServiceState, writeServiceState } from "./service-state.ts";
import { selected, type Selection } from "./sites.ts";
import type { Db } from "./store.ts";

const WATCHED_KEY = "reachability_watched";
/** Since when, and until when, reports could arrive without an interruption. */
export interface Watched {
  sinceMs: number;
  untilMs: number;
}

export const readWatched = (db: Db): Promise<Watched | null> =>
  readServiceState<Watched>(db, WATCHED_KEY);

export const writeWatched = (db: Db, watched: Watched): Promise<void> =>
  writeServiceState(db, WATCHED_KEY, watched);

/** Devices that one event names; the contract's limit. */
const MAX_DEVICES = 100;

/**
 * Records the locations that stopped reporting, and those that report again.
 * @returns their ids
 */
export async function updateReachability(
  tx: Db,
  nowMs: number,
): Promise<{ lost: string[]; returned: string[] }> {
  const now = new Date(nowMs);
  const isReturned = sql`(${isReporting(now)} or ${locations.deletedAt} is not null)`;
  const returned = await tx.execute<{ id: string; deleted: boolean }>(sql`
    delete from ${unreachableLocations} u using ${locations}
    left join ${liveState} on ${liveState.locationId} = ${locations.id}
    where ${locations.id} = u.location_id and ${isReturned}
    returning u.location_id as id, ${locations.deletedAt} is not null as deleted`);
  const lost = await tx.execute<{ id: string }>(sql`
    insert into ${unreachableLocations} (location_id, since)
    select ${locations.id}, ${liveState.measuredAt} from ${locations}
    join ${liveState} on ${liveState.locationId} = ${locations.id}
    where ${locations.deletedAt} is null and ${isSilent(now)}
    on conflict do nothing returning location_id as id`);
  return {
    lost: lost.rows.map(({ id }) => id),
    returned: returned.rows.filter(({ deleted }) => !deleted).map(({ id }) => id),
  };
}

/** Where these locations belong, their devices and when they last reported, in order of their ids. */
export async function readReachability(
  db: Db,
  ids: readonly string[],
): Promise<EventData<"curtail.device.unreachable">[]> {
  const rows = await db
    .select({
      location_id: locations.id,
      customer_id: locations.customerId,
      group_id: groups.id,
      bidding_zone: locations.biddingZone,
      device_ids: sql<string[]>`array(select d.id from ${devices} d
        where d.location_id = ${locations.id} and d.deleted_at is null
        order by d.id limit ${MAX_DEVICES})`,
      last_seen: liveState.measuredAt,
    })
    .from(locations)
    .innerJoin(liveState, eq(liveState.locationId, locations.id))
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .leftJoin(groups, eq(groups.id, customers.groupId))
    .where(and(anyOf(locations.id, ids), isNull(locations.deletedAt)))
    .orderBy(locations.id);
  return rows.map((row) => ({
    ...row,
    bidding_zone: row.bidding_zone as "NL",
    last_seen: row.last_seen.toISOString(),
  }));
}

/** How many of the locations that ever reported have not done so since a moment. */
export async function countOffline(
  db: Db,
  selection: Selection,
  since: Date,
): Promise<{ offline: number; locations: number }> {
  const [row] = await db
    .select({
      offline: sql<number>`(count(*) filter (where ${lt(liveState.measuredAt, since)}))::int`,
      locations: sql<number>`count(*)::int`,
    })
    .from(locations)
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .innerJoin(liveState, eq(liveState.locationId, locations.id))
    .where(selected(selection));
  return row!;
}
