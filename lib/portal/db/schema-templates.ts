import { sql } from "drizzle-orm";
import { integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ControlReason, ControlType } from "../../contract/controls.ts";
import { accounts } from "./schema.ts";

/** Named templates of controls, shared by staff. A control made from one starts now. */
export const controlTemplates = pgTable(
  "control_templates",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull(),
    type: text("type").$type<ControlType>().notNull(),
    targetKind: text("target_kind").$type<"bidding_zone" | "group">().notNull(),
    targetId: text("target_id").notNull(),
    targetName: text("target_name").notNull(),
    minutes: integer("minutes").notNull(),
    reason: text("reason").$type<ControlReason>(),
    createdAt: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull(),
    createdBy: uuid("created_by").references(() => accounts.id, { onDelete: "set null" }),
  },
  (table) => [uniqueIndex("control_templates_name").on(sql`lower(${table.name})`)],
);
