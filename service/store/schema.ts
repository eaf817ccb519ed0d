import { sql } from "drizzle-orm";
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { DeviceType, KeyLimits } from "../../lib/contract/index.ts";
import { bytes } from "./binary-columns.ts";

/** A timestamp in milliseconds. */
export const moment = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
const createdAt = moment("created_at").notNull();

/** State of the service itself, such as when the demo fleet was seeded. */
export const serviceState = pgTable("service_state", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
});

/**
 * Which instance runs a job on a partition of the locations, by the database's clock; partition 0
 * for a job that has no partitions. A lease without a holder is free; after `expires_at` another
 * instance may take it over. The token increases with each take.
 */
export const leases = pgTable(
  "leases",
  {
    name: text("name").notNull(),
    partition: integer("partition").notNull().default(0),
    holder: text("holder"),
    token: bigint("token", { mode: "number" }).notNull().default(0),
    acquiredAt: moment("acquired_at"),
    expiresAt: moment("expires_at"),
  },
  (table) => [primaryKey({ columns: [table.name, table.partition] })],
);

/**
 * How far the minute jobs have come with each partition of the locations. The number of partitions
 * is a power of two; a location belongs to the one that the last bits of its id's hash name.
 */
export const partitions = pgTable("partitions", {
  partition: integer("partition").primaryKey(),
  /** The instance that recorded it last; null when that has more than its share. */
  owner: text("owner"),
  /** The minute until which everything was measured and recorded. */
  recordedUntil: moment("recorded_until"),
  /** The quarter-hour whose forecasts were last frozen. */
  frozenQuarter: moment("frozen_quarter"),
  /** The finished quarter-hour whose sky was last observed, before its deliveries are measured. */
  observedQuarter: moment("observed_quarter"),
  /** The minute for which the setpoints of all running controls were last sent. */
  renewedMinute: moment("renewed_minute"),
});

/** The running instances, by the database's clock. */
export const instances = pgTable("instances", {
  id: text("id").primaryKey(),
  seenAt: moment("seen_at").notNull(),
});

export const apiKeys = pgTable("api_keys", {
  id: text("id").primaryKey(),
  createdAt,
  name: text("name").notNull(),
  prefix: text("prefix").notNull(),
  hash: bytes("hash").notNull().unique(),
  /** The secret before the last rotation, valid until then. */
  previousHash: bytes("previous_hash").unique(),
  previousUntil: moment("previous_until"),
  rotatedAt: moment("rotated_at"),
  scopes: text("scopes").array().notNull(),
  /** Null: not limited to groups or bidding zones. */
  limits: jsonb("limits").$type<KeyLimits>(),
  readsPerMinute: integer("reads_per_minute"),
  changesPerMinute: integer("changes_per_minute"),
  expiresAt: moment("expires_at"),
  revokedAt: moment("revoked_at"),
  lastUsedAt: moment("last_used_at"),
});

/**
 * The rate limits of API keys, shared by all instances: the requests left of a quota per minute at a
 * moment. The table is not logged: after a crash of the database every key has its whole quota.
 */
export const rateBuckets = pgTable("rate_buckets", {
  name: text("name").primaryKey(),
  quota: doublePrecision("quota").notNull(),
  tokens: doublePrecision("tokens").notNull(),
  at: moment("at").notNull(),
});

/**
 * The idempotency keys of the last day by caller (the id of an API key, or `configured`): the
 * SHA-256 of the request, and the response as JSON.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    caller: text("caller").notNull(),
    key: text("key").notNull(),
    createdAt,
    requestHash: bytes("request_hash").notNull(),
    answer: text("answer").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.caller, t.key] }),
    index("idempotency_keys_created_at").on(t.createdAt),
  ],
);

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
    index("customers_name")
      .on(sql`lower(${t.name})`, t.id)
      .where(sql`deleted_at is null`),
  ],
);

/**
 * The simulation of a demo location; null for all others. It stops reporting at `lostAtMs`, and
 * devices of the kind `broken` reject setpoints.
 */
export interface Simulation {
  seed: string;
  profile: string;
  loadKwhPerDay: number;
  lostAtMs?: number;
  broken?: DeviceType;
  /** Whether its inverters report their possible output. */
  reportsAvailable?: boolean;
}

export const locations = pgTable(
  "locations",
  {
    id: text("id").primaryKey(),
    /** Names it in packed rows, which are then smaller than with its id. */
    number: bigint("number", { mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    createdAt,
    /** Until when the customer paused control by a switch at the location. */
    pausedUntil: moment("paused_until"),
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
  (t) => [
    index("locations_customer").on(t.customerId),
    index("locations_deleted")
      .on(t.id)
      .where(sql`deleted_at is not null`),
    index("locations_address")
      .on(sql`lower(left(coalesce(${t.metadata} ->> 'address', ''), 200))`, t.id)
      .where(sql`deleted_at is null`),
    index("locations_address_start")
      .on(sql`lower(left(coalesce(${t.metadata} ->> 'address', ''), 200)) text_pattern_ops`)
      .where(sql`deleted_at is null`),
    index("locations_town_start")
      .on(
        sql`lower(left(trim(coalesce(${t.metadata} ->> 'city', split_part(${t.metadata} ->> 'address', ',', -1), '')), 200)) text_pattern_ops`,
      )
      .where(sql`deleted_at is null`),
  ],
);

export const devices = pgTable(
  "devices",
  {
    id: text("id").notNull(),
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
  (t) => [
    primaryKey({ columns: [t.locationId, t.id] }),
    index("devices_id").on(t.id),
    index("devices_name")
      .on(t.name, t.id)
      .where(sql`deleted_at is null`),
  ],
);
