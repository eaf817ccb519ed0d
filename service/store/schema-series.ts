import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { bytes, float32s, float64s, transactionId } from "./binary-columns.ts";
import { locations, moment } from "./schema.ts";

/**
 * A day of a location, Europe/Amsterdam: 92, 96 or 100 intervals packed in each column; `flags` has
 * a byte for each (see `location-days.ts`). `battery` is the measured battery power, discharging
 * positive.
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
 * The same day summed over a zone or group, updated as data arrives: the numbers of locations that
 * have a forecast, had reported before, and reported. `covered` is the forecast of those that
 * reported. Panels and batteries have sums and counts of their own measurements.
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

/** The locations of interval blocks in their order; `id` is a hash of them and of their partition. */
export const blockRosters = pgTable("block_rosters", {
  id: text("id").primaryKey(),
  partition: integer("partition").notNull(),
  /** The number of partitions of which that is one. */
  partitions: integer("partitions").notNull(),
  locationIds: text("location_ids").array().notNull(),
});

/**
 * One quarter-hour of the locations of a roster: the columns of `location_days`, seven floats for each
 * location, and a byte of flags. It counts instead of what their days have there, until it is moved
 * to these; see `interval-blocks.ts`.
 */
export const intervalBlocks = pgTable(
  "interval_blocks",
  {
    quarter: moment("quarter").notNull(),
    roster: text("roster")
      .notNull()
      .references(() => blockRosters.id),
    kw: float32s("kw").notNull(),
    flags: bytes("flags").notNull(),
  },
  (t) => [primaryKey({ columns: [t.roster, t.quarter] })],
);

/** Forecast model of a location, trained up to `until`; see the engine's `ForecastModel`. */
export const forecastModels = pgTable(
  "forecast_models",
  {
    locationId: text("location_id")
      .primaryKey()
      .references(() => locations.id),
    until: moment("until").notNull(),
    pv: float32s("pv").notNull(),
    load: float32s("load").notNull(),
    parameters: float32s("parameters").notNull(),
    /** Whether data was stored late that belongs to its training period. */
    outdated: boolean("outdated").notNull().default(false),
  },
  (t) => [
    index("forecast_models_outdated")
      .on(t.locationId)
      .where(sql`outdated`),
  ],
);

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
    /** The 80 % band around `forecast` and the median; null in older rows. */
    p10: float64s("p10"),
    p50: float64s("p50"),
    p90: float64s("p90"),
  },
  (t) => [primaryKey({ columns: [t.kind, t.areaId] })],
);

/**
 * What an instance summed of the forecasts of zones and groups: parts over the locations of some
 * partitions. The instance that completes the sums of a quarter-hour reads them.
 */
export const areaSumParts = pgTable(
  "area_sum_parts",
  {
    instance: text("instance").notNull(),
    lowestPartition: smallint("lowest_partition").notNull(),
    quarter: moment("quarter").notNull(),
    changes: text("changes"),
    partitionCount: integer("partition_count").notNull(),
    partitions: integer("partitions").array().notNull(),
    areas: text("areas").array().notNull(),
    /** The series of each area, one after the other; see `area-sum-parts.ts`. */
    sums: float64s("sums").notNull(),
  },
  (t) => [primaryKey({ columns: [t.instance, t.lowestPartition] })],
);

/**
 * Measurements of a quarter-hour that is not closed yet, as they arrived: those of many locations in
 * one row, newest last; see `MinuteSpan`. `slice` says whose: see `sliceAt`. Retained for a day after
 * arrival, so that late and corrected values can be merged.
 */
export const minuteBlocks = pgTable(
  "minute_blocks",
  {
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    quarter: moment("quarter").notNull(),
    slice: smallint("slice").notNull(),
    /** `locations.number` of each measurement, 4 bytes each. */
    numbers: bytes("numbers").notNull(),
    /** Which minutes, devices and values each has; 2 bytes for each of them. */
    shapes: bytes("shapes").notNull(),
    /** Their values. */
    amounts: float32s("amounts").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.quarter, t.slice, t.id] })],
);

/**
 * The minutes of one quarter-hour at one location that was measured after it was closed: what its blocks
 * had then too. They count instead of its blocks, and are retained as long. Rows of 15 minutes in kW:
 * the connection point first, then the location's devices in order of their ids. `charge` has the last state of charge
 * of each device, `available` 15 minutes of each device that reports its possible output.
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
 * The last reported power of a location and the energy of its batteries: as measured, and without
 * the controls since `divergedAt`. `pvAt` and `batteryAt` are the last times at which all of its
 * panels, or all of its batteries, were measured.
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
  /** Measured and expected output of the panels in kW; see `PanelGain`. */
  panelGain: float32s("panel_gain")
    .notNull()
    .default(sql`''::bytea`),
  /** How its devices go to a new setpoint: three numbers each, in order of their ids; see `RampEstimate`. */
  ramps: float32s("ramps")
    .notNull()
    .default(sql`''::bytea`),
});

/**
 * What the panels of a partition showed of the sky in a quarter-hour, retained as long as minutes;
 * see the engine's `SkyField`.
 */
export const skyObservations = pgTable(
  "sky_observations",
  {
    quarter: moment("quarter").notNull(),
    partition: integer("partition").notNull().default(0),
    cells: float64s("cells").notNull(),
  },
  (table) => [primaryKey({ columns: [table.quarter, table.partition] })],
);

/** Whether a location's devices are connected, by the last report. */
export const connections = pgTable("connections", {
  locationId: text("location_id").primaryKey(),
  online: boolean("online").notNull(),
  since: moment("since").notNull(),
});

/** The group of a location before a move; earlier intervals remain counted in that group. */
export const groupHistory = pgTable(
  "group_history",
  {
    locationId: text("location_id").notNull(),
    until: moment("until").notNull(),
    groupId: text("group_id"),
    /** The moment of the move, after the start of the interval `until`; null in older rows. */
    movedAt: moment("moved_at"),
  },
  (t) => [primaryKey({ columns: [t.locationId, t.until] })],
);

/**
 * Changes of what planning depends on, by location, so that instances keep the fleet in memory:
 * devices and membership (`site`), trained models (`model`), ramps (`ramp`), and measurements of a
 * finished quarter-hour (`sample`). Kept for an hour.
 */
export const fleetChanges = pgTable(
  "fleet_changes",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    transaction: transactionId("transaction")
      .notNull()
      .default(sql`pg_current_xact_id()`),
    at: moment("at")
      .notNull()
      .default(sql`clock_timestamp()`),
    kind: text("kind").$type<"site" | "model" | "ramp" | "sample">().notNull(),
    locationIds: text("location_ids").array().notNull(),
    /** Start of the quarter-hour of a sample. */
    quarter: moment("quarter"),
  },
  (t) => [index("fleet_changes_transaction").on(t.transaction)],
);
