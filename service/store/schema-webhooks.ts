import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, json, pgTable, text } from "drizzle-orm/pg-core";
import type { WebhookDeliveryState, WebhookEventType } from "../../lib/contract/index.ts";
import { controls } from "./schema-controls.ts";
import { locations, moment } from "./schema.ts";

/**
 * Endpoints that receive events. Empty `zones` and `groupIds`: everything that its key may read. The
 * instance that sends to an endpoint holds it until `senderUntil`, by the database's clock.
 */
export const webhooks = pgTable("webhooks", {
  id: text("id").primaryKey(),
  seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity().notNull().unique(),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
  deletedAt: moment("deleted_at"),
  /** The caller that created it: the id of an API key, or the configured key. */
  keyId: text("key_id").notNull(),
  name: text("name").notNull(),
  url: text("url").notNull(),
  events: text("events").array().$type<WebhookEventType[]>().notNull(),
  zones: text("zones").array().notNull(),
  groupIds: text("group_ids").array().notNull(),
  enabled: boolean("enabled").notNull(),
  /** Whether it was switched off because the endpoint answered 410. */
  gone: boolean("gone").notNull().default(false),
  secret: text("secret").notNull(),
  previousSecret: text("previous_secret"),
  previousUntil: moment("previous_until"),
  rotatedAt: moment("rotated_at"),
  lastSuccessAt: moment("last_success_at"),
  lastFailureAt: moment("last_failure_at"),
  lastError: text("last_error"),
  sender: text("sender"),
  senderToken: bigint("sender_token", { mode: "number" }).notNull().default(0),
  senderUntil: moment("sender_until"),
});

/** An event that at least one endpoint subscribed to, written in the transaction of what it tells. */
export const webhookEvents = pgTable("webhook_events", {
  id: text("id").primaryKey(),
  type: text("type").notNull(),
  time: moment("time").notNull(),
  subject: text("subject").notNull(),
  data: json("data").notNull(),
});

/**
 * The outbox: an event on its way to an endpoint. Those with one `orderKey` are sent to it one after
 * the other, in order of `seq`.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: text("id").primaryKey(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity().notNull().unique(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id),
    eventId: text("event_id")
      .notNull()
      .references(() => webhookEvents.id),
    orderKey: text("order_key").notNull(),
    createdAt: moment("created_at").notNull(),
    state: text("state").$type<WebhookDeliveryState>().notNull().default("pending"),
    /** Attempts since it was enqueued or sent again. */
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at"),
    lastAttemptAt: moment("last_attempt_at"),
    lastStatus: integer("last_status"),
    lastError: text("last_error"),
    deliveredAt: moment("delivered_at"),
  },
  (t) => [
    index("webhook_deliveries_pending")
      .on(t.webhookId, t.orderKey, t.seq)
      .where(sql`state = 'pending'`),
    index("webhook_deliveries_due")
      .on(t.webhookId, t.nextAttemptAt)
      .where(sql`state = 'pending'`),
    index("webhook_deliveries_of_webhook").on(t.webhookId, t.seq),
    index("webhook_deliveries_of_event").on(t.eventId),
    index("webhook_deliveries_created_at").on(t.createdAt),
  ],
);

/**
 * How far the events of a control have come that only time brings: a row until all of them are
 * enqueued.
 */
export const controlMilestones = pgTable("control_milestones", {
  controlId: text("control_id")
    .primaryKey()
    .references(() => controls.id),
  next: text("next").$type<ControlMilestone>().notNull(),
});
export type ControlMilestone = "started" | "ended" | "delivered";

/** Locations that stopped reporting, until they report again. */
export const unreachableLocations = pgTable("unreachable_locations", {
  locationId: text("location_id")
    .primaryKey()
    .references(() => locations.id),
  since: moment("since").notNull(),
});
