import { doublePrecision, pgTable, text } from "drizzle-orm/pg-core";
import { groups, moment } from "./schema.ts";

/** Groups whose controls address a part of the locations in turn. */
export const groupRotations = pgTable("group_rotations", {
  groupId: text("group_id")
    .primaryKey()
    .references(() => groups.id),
  updatedAt: moment("updated_at").notNull(),
  /** The share of what could be lowered that a control addresses; null: all of it. */
  share: doublePrecision("share"),
});
