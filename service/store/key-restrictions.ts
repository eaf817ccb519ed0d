import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper } from "drizzle-orm";
import { among } from "./any-of.ts";
import { controls } from "./schema-controls.ts";
import { controlRequests } from "./schema-guard.ts";
import { customers, devices, groups, locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** The groups and bidding zones a caller is held to, with all that belongs to either. */
export interface KeyRestrictions {
  groupIds: readonly string[];
  zones: readonly string[];
}

/** What every list is narrowed by; null where the caller sees everything. */
export type RestrictionScope = KeyRestrictions | null;

const groupIdsIn = (db: Db, { groupIds, zones }: KeyRestrictions) =>
  db
    .select({ id: groups.id })
    .from(groups)
    .where(or(among(groups.id, groupIds), among(groups.biddingZone, zones)));

/** Keeps the groups within reach. */
export const groupsWithin = (reach: RestrictionScope): SQL | undefined =>
  reach === null
    ? undefined
    : or(among(groups.id, reach.groupIds), among(groups.biddingZone, reach.zones));

/** Keeps the customers within reach: by their group, or by a location of theirs. */
export const customersWithin = (db: Db, reach: RestrictionScope): SQL | undefined =>
  reach === null
    ? undefined
    : or(
        inArray(customers.groupId, groupIdsIn(db, reach)),
        inArray(
          customers.id,
          db
            .select({ id: locations.customerId })
            .from(locations)
            .where(and(among(locations.biddingZone, reach.zones), isNull(locations.deletedAt))),
        ),
      );

/** Keeps the locations within reach: by their zone, or by their customer's group. */
export const locationsWithin = (db: Db, reach: RestrictionScope): SQL | undefined =>
  reach === null
    ? undefined
    : or(
        among(locations.biddingZone, reach.zones),
        inArray(
          locations.customerId,
          db
            .select({ id: customers.id })
            .from(customers)
            .where(among(customers.groupId, reach.groupIds)),
        ),
      );

/** Keeps what names a location within reach. */
export const atLocationsWithin = (
  db: Db,
  locationId: SQLWrapper,
  reach: RestrictionScope,
): SQL | undefined =>
  reach === null
    ? undefined
    : inArray(
        locationId as never,
        db.select({ id: locations.id }).from(locations).where(locationsWithin(db, reach)),
      );

/** Keeps the devices within reach: by their location. */
export const devicesWithin = (db: Db, reach: RestrictionScope): SQL | undefined =>
  atLocationsWithin(db, devices.locationId, reach);

const targetWithin = (
  db: Db,
  { targetKind, targetId }: Pick<typeof controls, "targetKind" | "targetId">,
  reach: RestrictionScope,
): SQL | undefined =>
  reach === null
    ? undefined
    : or(
        and(eq(targetKind, "bidding_zone"), among(targetId, reach.zones)),
        and(eq(targetKind, "group"), inArray(targetId, groupIdsIn(db, reach))),
      );

/** Keeps the controls whose target is within reach. */
export const controlsWithin = (db: Db, reach: RestrictionScope): SQL | undefined =>
  targetWithin(db, controls, reach);

/** Keeps the requested controls whose target is within reach. */
export const requestsWithin = (db: Db, reach: RestrictionScope): SQL | undefined =>
  targetWithin(db, controlRequests as never, reach);

/** Things an id may name, and how many of them there are within reach with that id. */
const countWithin = {
  group: (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(groups, and(eq(groups.id, id), groupsWithin(reach))),
  customer: (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(
      customers,
      and(eq(customers.id, id), isNull(customers.deletedAt), customersWithin(db, reach)),
    ),
  location: (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(
      locations,
      and(eq(locations.id, id), isNull(locations.deletedAt), locationsWithin(db, reach)),
    ),
  device: (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(
      devices,
      and(eq(devices.id, id), isNull(devices.deletedAt), devicesWithin(db, reach)),
    ),
  control: (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(controls, and(eq(controls.id, id), controlsWithin(db, reach))),
  "requested control": (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(controlRequests, and(eq(controlRequests.id, id), requestsWithin(db, reach))),
};
export type Reachable = keyof typeof countWithin;

/** Whether there is such a thing with this id within reach. */
export const isWithin = async (
  db: Db,
  noun: Reachable,
  id: string,
  reach: KeyRestrictions,
): Promise<boolean> => (await countWithin[noun](db, id, reach)) > 0;
