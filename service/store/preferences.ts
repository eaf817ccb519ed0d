import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import {
  NO_PREFERENCE_LIMITS,
  type CustomerPreferences,
  type CustomerPreferencesUpdate,
  type HoursOff as HoursOffOnWire,
  type PreferenceLimits,
  type PreferenceLimitsUpdate,
} from "../../lib/contract/index.ts";
import { toClock, toMinuteOfDay, weeklyHours } from "../../lib/time/hours-off.ts";
import type { HoursOff } from "../engine/preferences.ts";
import { isInPartitions, type SomePartitions } from "./partitions.ts";
import {
  controlOptOuts,
  customerPreferences,
  groupPreferenceLimits,
  type StoredHoursOff,
} from "./schema-preferences.ts";
import { customers, locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** What a customer chose, as stored. */
export interface StoredPreferences {
  optedOut: boolean;
  batteryReserve: number;
  hoursOff: StoredHoursOff[];
  maxHoursPerMonth: number | null;
}

/** What a group allows, as stored. */
export type StoredLimits = Omit<typeof groupPreferenceLimits.$inferSelect, "groupId" | "updatedAt">;

/** Columns for a query that joins `preferenceJoins`: what was chosen, and what is allowed. */
export const preferenceColumns = sql`
  case when ${customerPreferences.customerId} is null then null else json_build_object(
    'optedOut', ${customerPreferences.optedOut},
    'batteryReserve', ${customerPreferences.batteryReserve},
    'hoursOff', ${customerPreferences.hoursOff},
    'maxHoursPerMonth', ${customerPreferences.maxHoursPerMonth}) end as preferences,
  case when ${groupPreferenceLimits.groupId} is null then null else json_build_object(
    'optOut', ${groupPreferenceLimits.optOut},
    'controlOptOut', ${groupPreferenceLimits.controlOptOut},
    'maxBatteryReserve', ${groupPreferenceLimits.maxBatteryReserve},
    'maxHoursOffPerWeek', ${groupPreferenceLimits.maxHoursOffPerWeek},
    'minHoursPerMonth', ${groupPreferenceLimits.minHoursPerMonth}) end as limits`;

/** Joins preferences and their limits to a query with customers. */
export const preferenceJoins = sql`
  left join ${customerPreferences} on ${eq(customerPreferences.customerId, customers.id)}
  left join ${groupPreferenceLimits} on ${eq(groupPreferenceLimits.groupId, customers.groupId)}`;

/** The hours off that fit the weekly limit, in the order of the list. */
function fitHoursOff<T extends HoursOff>(hoursOff: readonly T[], maxHours: number): T[] {
  let left = maxHours;
  return hoursOff.filter((one) => {
    const hours = weeklyHours(one);
    if (hours > left) return false;
    left -= hours;
    return true;
  });
}

/** What a customer chose, as far as the group allows it now. */
export function applyLimits<T extends StoredPreferences>(
  chosen: T,
  limits: StoredLimits | null,
): T {
  if (limits === null) return chosen;
  const { maxHoursPerMonth } = chosen;
  const { minHoursPerMonth } = limits;
  return {
    ...chosen,
    optedOut: chosen.optedOut && limits.optOut,
    batteryReserve: Math.min(chosen.batteryReserve, limits.maxBatteryReserve),
    hoursOff: fitHoursOff(chosen.hoursOff, limits.maxHoursOffPerWeek),
    maxHoursPerMonth:
      maxHoursPerMonth === null || minHoursPerMonth === null
        ? null
        : Math.max(maxHoursPerMonth, minHoursPerMonth),
  };
}

const fromWire = ({ days, time_from, time_to }: HoursOffOnWire): StoredHoursOff => ({
  days: [...new Set(days)].toSorted((a, b) => a - b),
  fromMinute: toMinuteOfDay(time_from),
  toMinute: toMinuteOfDay(time_to),
});

/** The weekly sum of hours off as they are requested. */
export const sumHoursOff = (hoursOff: readonly HoursOffOnWire[]): number =>
  hoursOff.reduce((sum, one) => sum + weeklyHours(fromWire(one)), 0);

const toLimits = (row: StoredLimits | null): PreferenceLimits =>
  row === null
    ? NO_PREFERENCE_LIMITS
    : {
        opt_out: row.optOut,
        control_opt_out: row.controlOptOut,
        max_battery_reserve: row.maxBatteryReserve,
        max_hours_off_per_week: row.maxHoursOffPerWeek,
        min_hours_per_month: row.minHoursPerMonth,
      };

const NOTHING_CHOSEN = {
  updatedAt: null,
  optedOut: false,
  batteryReserve: 0,
  hoursOff: [],
  maxHoursPerMonth: null,
  emailNotices: true,
};

/** What a customer allows now; null if there is no such customer. */
export async function readPreferences(
  db: Db,
  customerId: string,
): Promise<CustomerPreferences | null> {
  const [row] = await db
    .select({ chosen: customerPreferences, limits: groupPreferenceLimits })
    .from(customers)
    .leftJoin(customerPreferences, eq(customerPreferences.customerId, customers.id))
    .leftJoin(groupPreferenceLimits, eq(groupPreferenceLimits.groupId, customers.groupId))
    .where(and(eq(customers.id, customerId), isNull(customers.deletedAt)));
  if (!row) return null;
  const chosen = applyLimits(row.chosen ?? NOTHING_CHOSEN, row.limits);
  return {
    opted_out: chosen.optedOut,
    battery_reserve: chosen.batteryReserve,
    hours_off: chosen.hoursOff.map(({ days, fromMinute, toMinute: until }) => ({
      days,
      time_from: toClock(fromMinute),
      time_to: toClock(until),
    })),
    max_hours_per_month: chosen.maxHoursPerMonth,
    email_notices: chosen.emailNotices,
    updated_at: chosen.updatedAt?.toISOString() ?? null,
    allowed: toLimits(row.limits),
  };
}

/** Stores what a customer chose; omitted fields keep their values. */
export async function savePreferences(
  tx: Db,
  customerId: string,
  given: CustomerPreferencesUpdate,
  nowMs: number,
): Promise<void> {
  const set = {
    updatedAt: new Date(nowMs),
    ...(given.opted_out !== undefined && { optedOut: given.opted_out }),
    ...(given.battery_reserve !== undefined && { batteryReserve: given.battery_reserve }),
    ...(given.hours_off !== undefined && { hoursOff: given.hours_off.map(fromWire) }),
    ...(given.max_hours_per_month !== undefined && { maxHoursPerMonth: given.max_hours_per_month }),
    ...(given.email_notices !== undefined && { emailNotices: given.email_notices }),
  };
  await tx
    .insert(customerPreferences)
    .values({ customerId, ...set })
    .onConflictDoUpdate({ target: customerPreferences.customerId, set });
}

/** What the customers of a group may choose. */
export async function readPreferenceLimits(db: Db, groupId: string): Promise<PreferenceLimits> {
  const [row] = await db
    .select()
    .from(groupPreferenceLimits)
    .where(eq(groupPreferenceLimits.groupId, groupId));
  return toLimits(row ?? null);
}

/** Stores what the customers of a group may choose; omitted fields keep their values. */
export async function savePreferenceLimits(
  tx: Db,
  groupId: string,
  given: PreferenceLimitsUpdate,
  nowMs: number,
): Promise<PreferenceLimits> {
  const limits = { ...(await readPreferenceLimits(tx, groupId)), ...given };
  const set = {
    updatedAt: new Date(nowMs),
    optOut: limits.opt_out,
    controlOptOut: limits.control_opt_out,
    maxBatteryReserve: limits.max_battery_reserve,
    maxHoursOffPerWeek: limits.max_hours_off_per_week,
    minHoursPerMonth: limits.min_hours_per_month,
  };
  await tx
    .insert(groupPreferenceLimits)
    .values({ groupId, ...set })
    .onConflictDoUpdate({ target: groupPreferenceLimits.groupId, set });
  return limits;
}

/** The battery reserves above 0 of the locations of some partitions, as shares. */
export async function readReserves(
  db: Db,
  of: SomePartitions,
): Promise<ReadonlyMap<string, number>> {
  const reserve = sql<number>`least(${customerPreferences.batteryReserve},
    coalesce(${groupPreferenceLimits.maxBatteryReserve}, 1))`;
  const rows = await db
    .select({ locationId: locations.id, reserve })
    .from(customerPreferences)
    .innerJoin(customers, eq(customers.id, customerPreferences.customerId))
    .innerJoin(locations, eq(locations.customerId, customers.id))
    .leftJoin(groupPreferenceLimits, eq(groupPreferenceLimits.groupId, customers.groupId))
    .where(
      and(
        gt(customerPreferences.batteryReserve, 0),
        isNull(locations.deletedAt),
        isInPartitions(locations.id, of),
      ),
    );
  return new Map(rows.map((row) => [row.locationId, row.reserve]));
}

/** The locations of a customer with what they belong to. */
export const findCustomerLocations = (db: Db, customerId: string) =>
  db
    .select({
      id: locations.id,
      biddingZone: locations.biddingZone,
      groupId: customers.groupId,
    })
    .from(locations)
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .where(and(eq(customers.id, customerId), isNull(locations.deletedAt)))
    .orderBy(locations.biddingZone);

/** The ids of a group's locations whose customers have preferences or opted out of a control. */
export async function findLimitedLocations(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .select({ id: locations.id })
    .from(locations)
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .where(
      and(
        eq(customers.groupId, groupId),
        isNull(locations.deletedAt),
        or(
          inArray(
            customers.id,
            db.select({ id: customerPreferences.customerId }).from(customerPreferences),
          ),
          inArray(customers.id, db.select({ id: controlOptOuts.customerId }).from(controlOptOuts)),
        ),
      ),
    );
  return rows.map(({ id }) => id);
}
