import {
  and,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  not,
  sql,
  type SQL,
  type SQLWrapper,
} from "drizzle-orm";
import type { LocationState } from "../../lib/contract/index.ts";
import { FRESH_MS } from "../../lib/contract/location-status.ts";
import type { Given } from "./any-of.ts";
import { controls, deliveries } from "./schema-controls.ts";
import { liveState } from "./schema-series.ts";
import { customers, locations } from "./schema.ts";
import type { Db } from "./store.ts";

const freshSince = (now: Date) => new Date(now.getTime() - FRESH_MS);

/** Whether a location reported in the last five minutes; requires a join with `live_state`. */
export const isReporting = (now: Date): SQL => gte(liveState.measuredAt, freshSince(now));
/** Whether its last report is older than five minutes; requires a join with `live_state`. */
export const isSilent = (now: Date): SQL => lt(liveState.measuredAt, freshSince(now));
/** Whether it never reported; requires a left join with `live_state`. */
export const hasNeverReported = (): SQL => isNull(liveState.measuredAt);

/** Whether a control runs at a moment. */
const isRunning = (now: Given<Date>) => and(lte(controls.timeFrom, now), gt(controls.stopAt, now));

// `>=` instead of `=`: with `=` the planner expects almost no rows and picks a slow plan.
const isNewestFollowed = sql`
  max(${controls.seq}) filter (where ${deliveries.executed} > 0 and ${deliveries.hasEffect})
    >= max(${controls.seq})`;

/**
 * The locations whose devices acknowledged the newest control that runs there and was planned to
 * change something. `where` may use
 * columns of locations and customers.
 */
export function respondingLocations(db: Db, now: Given<Date>, where?: SQL) {
  const dispatched = db
    .select({ locationId: deliveries.locationId })
    .from(controls)
    .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
    .$dynamic();
  const located = where
    ? dispatched
        .innerJoin(locations, eq(locations.id, deliveries.locationId))
        .innerJoin(customers, eq(customers.id, locations.customerId))
    : dispatched;
  return located
    .where(and(isRunning(now), where))
    .groupBy(deliveries.locationId)
    .having(isNewestFollowed)
    .as("responding");
}

/** Whether the devices at one location acknowledged the newest control that runs there; null without one. */
export const isRespondingAt = (
  db: Db,
  now: Given<Date>,
  locationId: SQLWrapper,
): SQL<boolean | null> => {
  const newest = db
    .select({ isFollowed: isNewestFollowed })
    .from(controls)
    .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
    .where(and(eq(deliveries.locationId, locationId), isRunning(now)));
  return sql<boolean | null>`(${newest})`;
};

/** Whether the devices of a location acknowledged a control (see `respondingLocations`). */
function isResponding(db: Db, now: Date): SQL {
  const respondingNow = respondingLocations(db, now);
  return inArray(locations.id, db.select({ id: respondingNow.locationId }).from(respondingNow));
}

/** Whether a location is in this state; requires a left join with `live_state`. */
export function hasState(db: Db, state: LocationState, now: Date): SQL {
  if (state === "silent") return isSilent(now);
  if (state === "never_reported") return hasNeverReported();
  const follows = isResponding(db, now);
  return and(isReporting(now), state === "responding" ? follows : not(follows))!;
}

/** For sorting by state: reporting, responding, silent, never reported. */
export const stateOrder = (db: Db, now: Date): SQL => sql`case
  when ${hasNeverReported()} then 3 when ${isSilent(now)} then 2 when ${isResponding(db, now)} then 1
  else 0 end`;
