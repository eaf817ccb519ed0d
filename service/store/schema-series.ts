import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  doublePrecision,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { bytes, float32s, float64s } from "./binary-columns.ts";
import { locations, moment } from "./schema.ts";

/**
 * A day of a location, Europe/Amsterdam: 92, 96 or 100 intervals packed in each column; `flags` has
 * a byte for each (`CONTROLLED`, `HEARD` and the others of `days.ts`). `battery` is what its batteries
 * measured, discharging positive.
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
    battery: float32s("battery").notNull(),
    flags: bytes("flags").notNull(),
  },
  (t) => [primaryKey({ columns: [t.locationId, t.day] })],
);

/**
 * The same day summed over a zone or group, kept as data arrives: how many locations have a forecast,
 * were heard from before, and reported. `covered` is the forecast of those that reported. Panels and
 * batteries have their sums and counts too, of what was measured at them.
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
    recent: float64s("recent").notNull(),
    reporting: float64s("reporting").notNull(),
    pv: float64s("pv").notNull(),
    pvRecent: float64s("pv_recent").notNull(),
    pvReporting: float64s("pv_reporting").notNull(),
    battery: float64s("battery").notNull(),
    batteryRecent: float64s("battery_recent").notNull(),
    batteryReporting: float64s("battery_reporting").notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.areaId, t.day] })],
);

/** Forecast model of a location, trained up to `until`; see the engine's `ForecastModel`. */
export const forecastModels = pgTable("forecast_models", {
  locationId: text("location_id")
    .primaryKey()
    .references(() => locations.id),
  until: moment("until").notNull(),
  pv: float32s("pv").notNull(),
  load: float32s("load").notNull(),
  parameters: float32s("parameters").notNull(),
  /** Whether something was recorded late that it should have learned. */
  outdated: boolean("outdated").notNull().default(false),
});

/** The latest forecast summed over a zone or group. */
export const areaForecasts = pgTable(
  "area_forecasts",
  {
    kind: text("kind").$type<"bidding_zone" | "group">().notNull(),
    areaId: text("area_id").notNull(),
    start: moment("start").notNull(),
    forecast: float64s("forecast").notNull(),
    upward: float64s("upward").notNull(),
    downward: float64s("downward").notNull(),
    /** The band of 80 % around `forecast`; null where it was made before there was one. */
    p10: float64s("p10"),
    p90: float64s("p90"),
  },
  (t) => [primaryKey({ columns: [t.kind, t.areaId] })],
);

/**
 * The minutes of one quarter-hour at one location as they were measured, kept for a day after
 * they came so that late and corrected ones find the others. Rows of 15 minutes in kW: the connection point first, then
 * the location's devices in order of their ids. `charge` has the last state of charge of each device,
 * `available` 15 minutes of each that says what it could have given.
 */
export const minutes = pgTable(
  "minutes",
  {
    quarter: moment("quarter").notNull(),
    locationId: text("location_id").notNull(),
    power: float32s("power").notNull(),
    charge: float32s("charge").notNull(),
    available: float32s("available")
      .notNull()
      .default(sql`''::bytea`),
    changedAt: moment("changed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.quarter, t.locationId] })],
);

/**
 * What a location was last heard to do, and what its batteries hold: as measured, and as they would
 * without the controls since `divergedAt`. `pvAt` and `batteryAt` are when all of its panels, and all
 * of its batteries, were last measured.
 */
export const liveState = pgTable("live_state", {
  locationId: text("location_id")
    .primaryKey()
    .references(() => locations.id),
  storedKwh: float32s("stored_kwh").notNull(),
  freeKwh: float32s("free_kwh").notNull(),
  divergedAt: moment("diverged_at"),
  lastInjectionKw: doublePrecision("last_injection_kw"),
  storedTotalKwh: doublePrecision("stored_total_kwh"),
  measuredAt: moment("measured_at").notNull(),
  pvAt: moment("pv_at"),
  batteryAt: moment("battery_at"),
  /** What the panels gave, and what the sky and their ratings say, in kW; see `PanelGain`. */
  panelGain: float32s("panel_gain")
    .notNull()
    .default(sql`''::bytea`),
  /** How its devices go to a new setpoint: three numbers each, in order of their ids; see `RampEstimate`. */
  ramps: float32s("ramps")
    .notNull()
    .default(sql`''::bytea`),
});

/** The sky over the zone in a quarter-hour, kept as long as minutes; see the engine's `SkyField`. */
export const skyObservations = pgTable("sky_observations", {
  quarter: moment("quarter").primaryKey(),
  cells: float64s("cells").notNull(),
});

/** Whether a location's devices are connected, by the last report. */
export const connections = pgTable("connections", {
  locationId: text("location_id").primaryKey(),
  online: boolean("online").notNull(),
  since: moment("since").notNull(),
});

/** In which group a location counted before a move; it stays counted there in what lies before. */
export const groupHistory = pgTable(
  "group_history",
  {
    locationId: text("location_id").notNull(),
    until: moment("until").notNull(),
    groupId: text("group_id"),
  },
  (t) => [primaryKey({ columns: [t.locationId, t.until] })],
);
