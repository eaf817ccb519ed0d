import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { ControlEffect } from "../../lib/contract/index.ts";
import { bytes, float32s, float64s } from "./packed.ts";

const moment = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
const createdAt = moment("created_at").notNull();

/** Facts the service keeps about itself, such as when the demo fleet was seeded. */
export const facts = pgTable("facts", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
});

export const apiKeys = pgTable("api_keys", {
  id: text("id").primaryKey(),
  createdAt,
  name: text("name").notNull(),
  prefix: text("prefix").notNull(),
  hash: bytes("hash").notNull().unique(),
  scopes: text("scopes").array().notNull(),
  expiresAt: moment("expires_at"),
  revokedAt: moment("revoked_at"),
  lastUsedAt: moment("last_used_at"),
});

export const groups = pgTable("groups", {
  id: text("id").primaryKey(),
  createdAt,
  name: text("name").notNull(),
  biddingZone: text("bidding_zone").notNull(),
});

export const customers = pgTable(
  "customers",
  {
    id: text("id").primaryKey(),
    createdAt,
    deletedAt: moment("deleted_at"),
    name: text("name").notNull(),
    email: text("email").notNull(),
    language: text("language"),
    groupId: text("group_id").references(() => groups.id),
  },
  (t) => [
    uniqueIndex("customers_email")
      .on(sql`lower(${t.email})`)
      .where(sql`deleted_at is null`),
    index("customers_group").on(t.groupId),
  ],
);

/** How a demo location is simulated; null for every other. */
export interface Simulation {
  seed: string;
  profile: string;
  loadKwhPerDay: number;
}

export const locations = pgTable(
  "locations",
  {
    id: text("id").primaryKey(),
    createdAt,
    deletedAt: moment("deleted_at"),
    customerId: text("customer_id")
      .notNull()
      .references(() => customers.id),
    biddingZone: text("bidding_zone").notNull(),
    latitude: doublePrecision("latitude").notNull(),
    longitude: doublePrecision("longitude").notNull(),
    metadata: jsonb("metadata").$type<Record<string, unknown>>().notNull(),
    simulation: jsonb("simulation").$type<Simulation>(),
  },
  (t) => [index("locations_customer").on(t.customerId)],
);

export const devices = pgTable(
  "devices",
  {
    id: text("id").primaryKey(),
    createdAt,
    deletedAt: moment("deleted_at"),
    locationId: text("location_id")
      .notNull()
      .references(() => locations.id),
    name: text("name").notNull(),
    deviceType: text("device_type").notNull(),
    brand: text("brand").notNull(),
    ratings: jsonb("ratings").$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index("devices_location").on(t.locationId)],
);

/** `seq` is the order of acceptance; of two overlapping controls the higher one wins. */
export const controls = pgTable(
  "controls",
  {
    id: text("id").primaryKey(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity().notNull().unique(),
    createdAt,
    targetKind: text("target_kind").$type<"bidding_zone" | "group">().notNull(),
    targetId: text("target_id").notNull(),
    targetName: text("target_name").notNull(),
    type: text("type").notNull(),
    timeFrom: moment("time_from").notNull(),
    timeTo: moment("time_to").notNull(),
    results: json("results").$type<ControlEffect[]>().notNull(),
    locations: integer("locations").notNull(),
    devices: integer("devices").notNull(),
    energyKwh: doublePrecision("energy_kwh").notNull(),
  },
  (t) => [index("controls_time_to").on(t.timeTo)],
);

/** What one control does at one location: a value for each interval it touches. */
export const controlEffects = pgTable(
  "control_effects",
  {
    controlId: text("control_id")
      .notNull()
      .references(() => controls.id),
    locationId: text("location_id")
      .notNull()
      .references(() => locations.id),
    beforeKw: float32s("before_kw").notNull(),
    afterKw: float32s("after_kw").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.controlId, t.locationId] }),
    index("control_effects_location").on(t.locationId, t.controlId),
  ],
);

/**
 * A day of a location, Europe/Amsterdam: 92, 96 or 100 intervals packed in each column; `flags` has
 * a byte for each (`CONTROLLED`, `HEARD`).
 */
export const locationDays = pgTable(
  "location_days",
  {
    locationId: text("location_id")
      .notNull()
      .references(() => locations.id),
    day: date("day", { mode: "string" }).notNull(),
    isps: smallint("isps").notNull(),
    forecast: float32s("forecast").notNull(),
    upward: float32s("upward").notNull(),
    downward: float32s("downward").notNull(),
    actual: float32s("actual").notNull(),
    pv: float32s("pv").notNull(),
    load: float32s("load").notNull(),
    flags: bytes("flags").notNull(),
  },
  (t) => [primaryKey({ columns: [t.locationId, t.day] })],
);

/**
 * The same day summed over a zone or group, kept as data arrives: how many locations have a forecast,
 * were heard from before, and reported. `covered` is the forecast of those that reported.
 */
export const areaDays = pgTable(
  "area_days",
  {
    kind: text("kind").$type<"bidding_zone" | "group">().notNull(),
    areaId: text("area_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    isps: smallint("isps").notNull(),
    forecast: float64s("forecast").notNull(),
    upward: float64s("upward").notNull(),
    downward: float64s("downward").notNull(),
    actual: float64s("actual").notNull(),
    covered: float64s("covered").notNull(),
    locations: float64s("locations").notNull(),
    heard: float64s("heard").notNull(),
    reporting: float64s("reporting").notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.areaId, t.day] })],
);

/** The latest forecast of a location: quarter-hours from `start` on. */
export const expectations = pgTable("expectations", {
  locationId: text("location_id")
    .primaryKey()
    .references(() => locations.id),
  start: moment("start").notNull(),
  pv: float32s("pv").notNull(),
  load: float32s("load").notNull(),
  forecast: float32s("forecast").notNull(),
  upward: float32s("upward").notNull(),
  downward: float32s("downward").notNull(),
});

/** The latest forecast summed over a zone or group. */
export const areaExpectations = pgTable(
  "area_expectations",
  {
    kind: text("kind").$type<"bidding_zone" | "group">().notNull(),
    areaId: text("area_id").notNull(),
    start: moment("start").notNull(),
    forecast: float64s("forecast").notNull(),
    upward: float64s("upward").notNull(),
    downward: float64s("downward").notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.areaId] })],
);

/**
 * The minutes of the running quarter as they were measured, and what the batteries hold: as
 * measured, and as they would without the controls since `divergedAt`.
 */
export const live = pgTable("live", {
  locationId: text("location_id")
    .primaryKey()
    .references(() => locations.id),
  quarter: moment("quarter").notNull(),
  injection: float32s("injection").notNull(),
  pv: float32s("pv").notNull(),
  battery: float32s("battery").notNull(),
  controlled: boolean("controlled").notNull(),
  storedKwh: float32s("stored_kwh").notNull(),
  freeKwh: float32s("free_kwh").notNull(),
  divergedAt: moment("diverged_at"),
  lastInjectionKw: doublePrecision("last_injection_kw").notNull(),
  storedTotalKwh: doublePrecision("stored_total_kwh").notNull(),
  measuredAt: moment("measured_at").notNull(),
});
