import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import type {
  ControlEffect,
  ControlExclusion,
  ControlReason,
  ControlShift,
} from "../../lib/contract/index.ts";
import { float32s, float64s } from "./binary-columns.ts";
import { moment } from "./schema.ts";

const createdAt = moment("created_at").notNull();

/**
 * `seq` is the order of acceptance; of two overlapping controls the higher one takes precedence.
 */
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
    reason: text("reason").$type<ControlReason>(),
    timeFrom: moment("time_from").notNull(),
    timeTo: moment("time_to").notNull(),
    results: json("results").$type<ControlEffect[]>().notNull(),
    locations: integer("locations").notNull(),
    devices: integer("devices").notNull(),
    unsupported: integer("unsupported").notNull().default(0),
    unsupportedDevices: integer("unsupported_devices").notNull().default(0),
    /** Locations of the target that preferences of customers exclude, by reason. */
    excluded: json("excluded").$type<ControlExclusion[]>().notNull().default([]),
    energyKwh: doublePrecision("energy_kwh").notNull(),
    /** Whether a newer control overrode minutes of this one, at one location or more. */
    superseded: boolean("superseded").notNull().default(false),
    /** When it stops: its end, or the minute from which it was cancelled. */
    stopAt: moment("stop_at").notNull(),
    cancelledAt: moment("cancelled_at"),
    cancelledEffect: json("cancelled_effect").$type<ControlEffect[]>().notNull().default([]),
    /** Its change after its window and the energy of that; with its cancellation, if any. */
    rebound: json("rebound").$type<ControlShift[]>().notNull().default([]),
    reboundKwh: doublePrecision("rebound_kwh").notNull().default(0),
    /**
     * The injection of the bidding zone that was expected without it when it was accepted, for the ISP
     * of each part of its window, in kWh; NaN without a forecast.
     */
    zoneInjectionKwh: float64s("zone_injection_kwh"),
    /** Who issued it: the API key or rule, and the person that its owner named. */
    issuedKey: text("issued_key"),
    issuedActor: text("issued_actor"),
  },
  (t) => [
    index("controls_stop_at").on(t.stopAt),
    index("controls_time_to").on(t.timeTo),
    index("controls_of_zones")
      .on(t.targetId, t.createdAt)
      .where(sql`target_kind = 'bidding_zone'`),
  ],
);

/**
 * The changes that a later control (the cause) made in the window of an earlier one, at its
 * acceptance and at its cancellation.
 */
export const controlRestatements = pgTable(
  "control_restatements",
  {
    controlId: text("control_id")
      .notNull()
      .references(() => controls.id),
    causeId: text("cause_id")
      .notNull()
      .references(() => controls.id),
    cancelled: boolean("cancelled").notNull(),
    time: moment("time").notNull(),
    results: json("results").$type<ControlShift[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.causeId, t.cancelled] })],
);

/**
 * A control at a location: its plan and its setpoint (the outbox), written in the transaction of the
 * control, and its outcome. The plan has a value for each of its intervals; `restatedKw` is the total
 * change by later controls, null if they changed nothing. `devices` counts the addressed ones; `executed`, `failed` and `unsupported`
 * count acknowledged ones. `measuredKw` has a value for each interval of the control, over the
 * minutes in which it was in force: NaN if unknown, Infinity if it was not in force for most of the
 * interval. `counterfactualKw` is the expected value over the same minutes under the controls
 * accepted before it. The standard deviations, of the location alone and shared with others, are those
 * over all minutes in which it ran.
 *
 * Without foreign keys: checking them takes two thirds of the time of inserting. Without an index by
 * location: each control would write in all of its pages. See `hasEffectAt`.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    controlId: text("control_id").notNull(),
    locationId: text("location_id").notNull(),
    beforeKw: float32s("before_kw").notNull(),
    afterKw: float32s("after_kw").notNull(),
    restatedKw: float32s("restated_kw"),
    state: text("state").$type<OutboxState>().notNull().default("waiting"),
    limitKw: real("limit_kw"),
    /** Whether the control was planned to change anything here. */
    hasEffect: boolean("has_effect").notNull().default(true),
    devices: smallint("devices").notNull(),
    executed: smallint("executed").notNull().default(0),
    failed: smallint("failed").notNull().default(0),
    unsupported: smallint("unsupported").notNull().default(0),
    outcomes: jsonb("outcomes").$type<Record<string, DeviceOutcome>>(),
    sentAt: moment("sent_at"),
    acknowledgedAt: moment("acknowledged_at"),
    releasedAt: moment("released_at"),
    measuredKw: float32s("measured_kw"),
    counterfactualKw: float32s("counterfactual_kw"),
    ownErrorKw: float32s("own_error_kw"),
    sharedErrorKw: float32s("shared_error_kw"),
    /**
     * Net injection under the control and those accepted before it, also where a newer one was in force,
     * and under those before it alone; null for controls from before these were recorded.
     */
    valuedKw: float32s("valued_kw"),
    valuedWithoutKw: float32s("valued_without_kw"),
    /**
     * What changed in the minutes in which it was in force, against no control at all, averaged over the
     * interval, and the share of that in the export; NaN or null where it was in force in all of it alone.
     */
    inForceKw: float32s("in_force_kw"),
    inForceExportKw: float32s("in_force_export_kw"),
    /** What batteries charged and discharged, less what they would have without the control, in kW. */
    throughputKw: float32s("throughput_kw"),
    /**
     * What panels produced less or the site exported less, in kW; null or NaN where it is the whole change
     * of net injection, or was measured before this was recorded.
     */
    lostKw: float32s("lost_kw"),
    /** Energy of each battery without the control at the end of each interval, in kWh. */
    freeKwh: float32s("free_kwh"),
    /**
     * The energy that was not produced or not exported over the measured intervals, in kWh, of a control
     * that lowers injection; null before anything was measured.
     */
    lostKwh: doublePrecision("lost_kwh"),
  },
  (t) => [
    primaryKey({ columns: [t.controlId, t.locationId] }),
    index("deliveries_open")
      .on(t.controlId)
      .where(sql`state in ('waiting', 'sent', 'unknown')`),
  ],
);

/**
 * State of a setpoint: not sent; sent; acknowledged; not acknowledged in time; not acknowledged
 * before its end; ended before it was sent.
 */
export const outboxStates = ["waiting", "sent", "answered", "unknown", "failed", "lapsed"] as const;
export type OutboxState = (typeof outboxStates)[number];
export interface DeviceOutcome {
  outcome: "executed" | "failed" | "unsupported";
  detail?: string;
  /** When it was acknowledged first, by the clock of the location; absent for those from before this was recorded. */
  atMs?: number;
}

/**
 * Deliveries summed over a control's locations, a value for each interval: locations whose meter
 * reported, with their measurements, their plan without the control and their counterfactual;
 * locations where a newer control or a cancellation took most of it, with their plan.
 */
export const controlTotals = pgTable("control_totals", {
  controlId: text("control_id")
    .primaryKey()
    .references(() => controls.id),
  reporting: float64s("reporting").notNull(),
  measured: float64s("measured").notNull(),
  before: float64s("before").notNull(),
  taken: float64s("taken").notNull(),
  takenDelta: float64s("taken_delta").notNull(),
  counterfactual: float64s("counterfactual")
    .notNull()
    .default(sql`''::bytea`),
  /**
   * What the control curtailed of all that is valued, in whole milliwatt-hours; NaN for parts from
   * before this was recorded.
   */
  valuedCurtailed: float64s("valued_curtailed")
    .notNull()
    .default(sql`''::bytea`),
  /** Squares of the locations' own errors, and their shared errors. */
  ownErrorSquares: float64s("own_error_squares")
    .notNull()
    .default(sql`''::bytea`),
  sharedError: float64s("shared_error")
    .notNull()
    .default(sql`''::bytea`),
});
