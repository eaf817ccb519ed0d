import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { ExclusionReason } from "../engine/preferences.ts";
import { customers, groups, moment } from "./schema.ts";

/** Hours off as stored: see `HoursOff` of the engine. */
export interface StoredHoursOff {
  days: number[];
  fromMinute: number;
  toMinute: number;
}

/**
 * What a customer allows. A trigger notes a change as one of the customer's locations, because plans
 * depend on it.
 */
export const customerPreferences = pgTable("customer_preferences", {
  customerId: text("customer_id")
    .primaryKey()
    .references(() => customers.id),
  updatedAt: moment("updated_at").notNull(),
  optedOut: boolean("opted_out").notNull().default(false),
  /** The share of each controllable battery that is not discharged. */
  batteryReserve: doublePrecision("battery_reserve").notNull().default(0),
  hoursOff: jsonb("hours_off").$type<StoredHoursOff[]>().notNull().default([]),
  maxHoursPerMonth: doublePrecision("max_hours_per_month"),
  /** Whether notices of controls are also sent by e-mail. */
  emailNotices: boolean("email_notices").notNull().default(true),
});

/** What the customers of a group may choose; a group without a row allows everything. */
export const groupPreferenceLimits = pgTable("group_preference_limits", {
  groupId: text("group_id")
    .primaryKey()
    .references(() => groups.id),
  updatedAt: moment("updated_at").notNull(),
  optOut: boolean("opt_out").notNull(),
  controlOptOut: boolean("control_opt_out").notNull(),
  maxBatteryReserve: doublePrecision("max_battery_reserve").notNull(),
  maxHoursOffPerWeek: doublePrecision("max_hours_off_per_week").notNull(),
  /** Null: no maximum per month may be set. */
  minHoursPerMonth: doublePrecision("min_hours_per_month"),
});

/** The single controls of which customers opted out. */
export const controlOptOuts = pgTable(
  "control_opt_outs",
  {
    customerId: text("customer_id").notNull(),
    controlId: text("control_id").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.controlId] })],
);

/**
 * The parts of the windows of controls in which a location is excluded by its customer's
 * preferences. Locations that were excluded from all of a window at its acceptance are not part of
 * that control. They have rows only where another location of their customer is.
 */
export const controlExclusions = pgTable(
  "control_exclusions",
  {
    controlId: text("control_id").notNull(),
    locationId: text("location_id").notNull(),
    timeFrom: moment("time_from").notNull(),
    timeTo: moment("time_to").notNull(),
    reason: text("reason").$type<ExclusionReason>().notNull(),
    /** Whether the plan of the control still counts on the location: it was excluded later. */
    afterAcceptance: boolean("after_acceptance").notNull().default(false),
    releasedAt: moment("released_at"),
  },
  (t) => [
    primaryKey({ columns: [t.controlId, t.locationId, t.timeFrom] }),
    index("control_exclusions_time_to").on(t.timeTo),
    index("control_exclusions_after_acceptance")
      .on(t.controlId)
      .where(sql`after_acceptance`),
  ],
);
