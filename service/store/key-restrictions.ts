import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper } from "drizzle-orm";
import { anyOf } from "./any-of.ts";
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
    .where(or(anyOf(groups.id, groupIds), anyOf(groups.biddingZone, zones)));

/** Keeps the groups within reach. */
export const groupsInScope = (reach: RestrictionScope): SQL | undefined =>
  reach === null
    ? undefined
    : or(anyOf(groups.id, reach.groupIds), anyOf(groups.biddingZone, reach.zones));

/** Keeps the customers within reach: by their group, or by a location of theirs. */
export const customersInScope = (db: Db, reach: RestrictionScope): SQL | undefined =>
  reach === null
    ? undefined
    : or(
        inArray(customers.groupId, groupIdsIn(db, reach)),
        inArray(
          customers.id,
          db
            .select({ id: locations.customerId })
            .from(locations)
            .where(and(anyOf(locations.biddingZone, reach.zones), isNull(locations.deletedAt))),
        ),
      );

/** Keeps the locations within reach: by their zone, or by their customer's group. */
export const locationsInScope = (db: Db, reach: RestrictionScope): SQL | undefined =>
  reach === null
    ? undefined
    : or(
        anyOf(locations.biddingZone, reach.zones),
        inArray(
          locations.customerId,
          db
            .select({ id: customers.id })
            .from(customers)
            .where(anyOf(customers.groupId, reach.groupIds)),
        ),
      );

/** Keeps what names a location within reach. */
export const atLocationsInScope = (
  db: Db,
  locationId: SQLWrapper,
  reach: RestrictionScope,
): SQL | undefined =>
  reach === null
    ? undefined
    : inArray(
        locationId as never,
        db.select({ id: locations.id }).from(locations).where(locationsInScope(db, reach)),
      );

/** Keeps the devices within reach: by their location. */
export const devicesInScope = (db: Db, reach: RestrictionScope): SQL | undefined =>
  atLocationsInScope(db, devices.locationId, reach);

const targetInScope = (
  db: Db,
  { targetKind, targetId }: Pick<typeof controls, "targetKind" | "targetId">,
  reach: RestrictionScope,
): SQL | undefined =>
  reach === null
    ? undefined
    : or(
        and(eq(targetKind, "bidding_zone"), anyOf(targetId, reach.zones)),
        and(eq(targetKind, "group"), inArray(targetId, groupIdsIn(db, reach))),
      );

/** Keeps the controls whose target is within reach. */
export const controlsInScope = (db: Db, reach: RestrictionScope): SQL | undefined =>
  targetInScope(db, controls, reach);

/** Keeps the requested controls whose target is within reach. */
export const requestsInScope = (db: Db, reach: RestrictionScope): SQL | undefined =>
  targetInScope(db, controlRequests as never, reach);

/** Things an id may name, and how many of them there are within reach with that id. */
const countInScope = {
  group: (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(groups, and(eq(groups.id, id), groupsInScope(reach))),
  customer: (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(
      customers,
      and(eq(customers.id, id), isNull(customers.deletedAt), customersInScope(db, reach)),
    ),
  location: (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(
      locations,
      and(eq(locations.id, id), isNull(locations.deletedAt), locationsInScope(db, reach)),
    ),
  device: (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(
      devices,
      and(eq(devices.id, id), isNull(devices.deletedAt), devicesInScope(db, reach)),
    ),
  control: (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(controls, and(eq(controls.id, id), controlsInScope(db, reach))),
  "requested control": (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(controlRequests, and(eq(controlRequests.id, id), requestsInScope(db, reach))),
};
export type Reachable = keyof typeof countInScope;

/** Whether there is such a thing with this id within reach. */
export const isInScope = async (
  db: Db,
  noun: Reachable,
  id: string,
  reach: KeyRestrictions,
): Promise<boolean> => (await countInScope[noun](db, id, reach)) > 0;
