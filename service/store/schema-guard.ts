import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  text,
} from "drizzle-orm/pg-core";
import type { ApprovalReason, ControlEffect, ControlReason } from "../../lib/contract/index.ts";
import { controls } from "./schema-controls.ts";
import { moment } from "./schema.ts";
import { fileURLToPath } from "node:url";
import { migrateDatabase, type Schema } from "../../lib/database/database-migration.ts";

/** Migrations of the service's database, whose audit trail is append-only. */
export const serviceSchema: Schema = {
  migrationsFolder: fileURLToPath(new URL("./migrations", import.meta.url)),
  lock: 4_829_301,
  appendOnly: ["api_calls"],
  readOnly: ["api_calls_head"],
};

/**
 * Migrates the service's database to the current schema.
 * @param url a login of the role that owns its tables
 * @param program the role of the running service; absent if it owns the tables
 * @returns the number of migrations that were applied
 */
export const migrateService = (url: string, program?: string): Promise<number> =>
  migrateDatabase(url, serviceSchema, program);

/**
 * Requests for controls that need approval. A `*_key` is the id of the API key; an actor is the
 * person named by its owner. A pending request is expired from `expires_at` on.
 */
export const controlRequests = pgTable(
  "control_requests",
  {
    id: text("id").primaryKey(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity().notNull().unique(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    state: text("state").$type<"pending" | "approved" | "rejected">().notNull().default("pending"),
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
    energyKwh: doublePrecision("energy_kwh").notNull(),
    changeKw: doublePrecision("change_kw").notNull(),
    needs: json("needs").$type<ApprovalReason[]>().notNull(),
    requestedKey: text("requested_key").notNull(),
    requestedActor: text("requested_actor"),
    decidedAt: moment("decided_at"),
    decidedKey: text("decided_key"),
    decidedActor: text("decided_actor"),
    controlId: text("control_id").references(() => controls.id),
    /** The control that is cancelled when this one is issued. */
    replaces: text("replaces").references(() => controls.id),
  },
  (t) => [
    index("control_requests_pending")
      .on(t.expiresAt)
      .where(sql`state = 'pending'`),
  ],
);

/** One row while new controls are refused, otherwise none. */
export const controlPause = pgTable(
  "control_pause",
  {
    only: boolean("only").primaryKey().default(true),
    since: moment("since").notNull(),
    key: text("key").notNull(),
    actor: text("actor"),
    reason: text("reason").notNull(),
  },
  (t) => [check("control_pause_only", sql`${t.only}`)],
);
