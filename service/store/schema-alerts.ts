import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type {
  AlertDetails,
  AlertKind,
  AlertSubject,
  AlertTarget,
  AlertThresholds,
} from "../../lib/contract/index.ts";
import { moment } from "./schema.ts";

/** When alerts are raised. `updated_key` is the id of the API key that changed a rule last. */
export const alertRules = pgTable("alert_rules", {
  id: text("id").primaryKey(),
  seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity().notNull().unique(),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
  deletedAt: moment("deleted_at"),
  kind: text("kind").$type<AlertKind>().notNull(),
  targetKind: text("target_kind").$type<AlertTarget["kind"]>().notNull(),
  targetId: text("target_id").notNull(),
  thresholds: jsonb("thresholds").$type<AlertThresholds>().notNull(),
  enabled: boolean("enabled").notNull(),
  updatedKey: text("updated_key").notNull(),
  updatedActor: text("updated_actor"),
});

/**
 * Alerts. `zone` and `group_id` say whose keys may read one. A rule has at most one unresolved alert
 * about a subject.
 */
export const alerts = pgTable(
  "alerts",
  {
    id: text("id").primaryKey(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity().notNull().unique(),
    ruleId: text("rule_id")
      .notNull()
      .references(() => alertRules.id),
    kind: text("kind").$type<AlertKind>().notNull(),
    raisedAt: moment("raised_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
    resolvedAt: moment("resolved_at"),
    target: jsonb("target").$type<AlertTarget>().notNull(),
    zone: text("zone").notNull(),
    groupId: text("group_id"),
    subjectKind: text("subject_kind").$type<AlertSubject["kind"]>().notNull(),
    subjectId: text("subject_id").notNull(),
    thresholds: jsonb("thresholds").$type<AlertThresholds>().notNull(),
    details: jsonb("details").$type<AlertDetails>().notNull(),
    silencedUntil: moment("silenced_until"),
    silencedAt: moment("silenced_at"),
    silencedKey: text("silenced_key"),
    silencedActor: text("silenced_actor"),
    silenceReason: text("silence_reason"),
  },
  (t) => [
    uniqueIndex("alerts_open")
      .on(t.ruleId, t.subjectKind, t.subjectId)
      .where(sql`resolved_at is null`),
    index("alerts_resolved_at").on(t.resolvedAt),
  ],
);
