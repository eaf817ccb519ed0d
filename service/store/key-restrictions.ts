import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper } from "drizzle-orm";
import { anyOf } from "./any-of.ts";
import { alertRules, alerts } from "./schema-alerts.ts";
import { controls } from "./schema-controls.ts";
import { controlRequests } from "./schema-guard.ts";
import { rules } from "./schema-rules.ts";
import { customers, devices, groups, locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** The groups and bidding zones a caller is limited to, with everything in them. */
export interface KeyRestrictions {
  groupIds: readonly string[];
  zones: readonly string[];
}

/** The filter of every list; null if the caller is not limited. */
export type RestrictionScope = KeyRestrictions | null;

const groupIdsIn = (db: Db, { groupIds, zones }: KeyRestrictions) =>
  db
    .select({ id: groups.id })
    .from(groups)
    .where(or(anyOf(groups.id, groupIds), anyOf(groups.biddingZone, zones)));

/** Filters groups by the limits. */
export const groupsInScope = (reach: RestrictionScope): SQL | undefined =>
  reach === null
    ? undefined
    : or(anyOf(groups.id, reach.groupIds), anyOf(groups.biddingZone, reach.zones));

/** Filters customers by the limits: by their group, or by the zone of a location. */
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

/** Filters locations by the limits: by their zone, or by their customer's group. */
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

/** Filters rows with a location id by the limits. */
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

/** Filters devices by the limits: by their location. */
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

/** Filters controls by the limits: by their target. */
export const controlsInScope = (db: Db, reach: RestrictionScope): SQL | undefined =>
  targetInScope(db, controls, reach);

/** Filters control requests by the limits: by their target. */
export const requestsInScope = (db: Db, reach: RestrictionScope): SQL | undefined =>
  targetInScope(db, controlRequests as never, reach);

/** Filters rules by the limits: by their target. */
export const rulesInScope = (db: Db, reach: RestrictionScope): SQL | undefined =>
  targetInScope(db, rules as never, reach);

/** Filters alerts by the limits: by where they are. */
export const alertsInScope = (db: Db, reach: RestrictionScope): SQL | undefined =>
  reach === null
    ? undefined
    : or(
        and(isNull(alerts.groupId), anyOf(alerts.zone, reach.zones)),
        inArray(alerts.groupId, groupIdsIn(db, reach)),
      );

/** Filters alert rules by the limits: by their target. */
export const alertRulesInScope = (db: Db, reach: RestrictionScope): SQL | undefined =>
  reach === null
    ? undefined
    : or(
        targetInScope(db, alertRules as never, reach),
        and(
          eq(alertRules.targetKind, "location"),
          atLocationsInScope(db, alertRules.targetId, reach),
        ),
      );

/** The kinds of resource ids, with the count of accessible resources by id. */
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
  rule: (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(rules, and(eq(rules.id, id), rulesInScope(db, reach))),
  alert: (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(alerts, and(eq(alerts.id, id), alertsInScope(db, reach))),
  "alert rule": (db: Db, id: string, reach: KeyRestrictions) =>
    db.$count(alertRules, and(eq(alertRules.id, id), alertRulesInScope(db, reach))),
};
export type Reachable = keyof typeof countInScope;

/** The kind of resource that each parameter names. */
export const nouns: Record<string, Reachable> = {
  group_id: "group",
  customer_id: "customer",
  location_id: "location",
  device_id: "device",
  control_id: "control",
  request_id: "requested control",
  rule_id: "rule",
  alert_id: "alert",
  alert_rule_id: "alert rule",
};

/** Whether a resource with this id is accessible. */
export const isInScope = async (
  db: Db,
  noun: Reachable,
  id: string,
  reach: KeyRestrictions,
): Promise<boolean> => (await countInScope[noun](db, id, reach)) > 0;
