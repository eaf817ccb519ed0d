import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  text,
} from "drizzle-orm/pg-core";
import type {
  AdviceInterval,
  DecisionOutcome,
  DecisionReason,
  MissingAdviceInput,
  Rule,
} from "../../lib/contract/index.ts";
import { moment } from "./schema.ts";

/**
 * Rules that act on prices. A `*_key` is the id of the API key, an actor the person named by its
 * owner: who created the rule, and who changed it last.
 */
export const rules = pgTable("rules", {
  id: text("id").primaryKey(),
  seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity().notNull().unique(),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
  deletedAt: moment("deleted_at"),
  name: text("name").notNull(),
  enabled: boolean("enabled").notNull(),
  targetKind: text("target_kind").$type<"bidding_zone" | "group">().notNull(),
  targetId: text("target_id").notNull(),
  exportThreshold: jsonb("export_threshold").$type<Rule["export_threshold"]>(),
  importThreshold: jsonb("import_threshold").$type<Rule["import_threshold"]>(),
  minMinutes: integer("min_minutes").notNull(),
  minGainEur: doublePrecision("min_gain_eur").notNull(),
  hours: jsonb("hours").$type<Rule["hours"]>().notNull(),
  maxHoursPerMonth: doublePrecision("max_hours_per_month"),
  maxCustomerLoss: doublePrecision("max_customer_loss"),
  noticeMinutes: integer("notice_minutes").notNull(),
  action: text("action").$type<Rule["action"]>().notNull(),
  createdKey: text("created_key").notNull(),
  createdActor: text("created_actor"),
  updatedKey: text("updated_key").notNull(),
  updatedActor: text("updated_actor"),
});

/**
 * What a rule decided on a window, and what it knew then. A decision that acts is written in the
 * transaction of the control or of the approval request.
 */
export const ruleDecisions = pgTable(
  "rule_decisions",
  {
    id: text("id").primaryKey(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity().notNull().unique(),
    ruleId: text("rule_id")
      .notNull()
      .references(() => rules.id),
    time: moment("time").notNull(),
    outcome: text("outcome").$type<DecisionOutcome>().notNull(),
    reasons: json("reasons").$type<DecisionReason[]>().notNull(),
    detail: text("detail"),
    type: text("type").$type<"ZERO_EXPORT" | "MAX_CONSUMPTION">(),
    timeFrom: moment("time_from").notNull(),
    timeTo: moment("time_to").notNull(),
    volumeKwh: doublePrecision("volume_kwh").notNull(),
    gainEur: doublePrecision("gain_eur"),
    customersEur: doublePrecision("customers_eur"),
    intervals: json("intervals").$type<AdviceInterval[]>().notNull(),
    missing: json("missing").$type<MissingAdviceInput[]>().notNull(),
    controlId: text("control_id"),
    requestId: text("request_id"),
  },
  (t) => [index("rule_decisions_time_to").on(t.ruleId, t.timeTo)],
);
