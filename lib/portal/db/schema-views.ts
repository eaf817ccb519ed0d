import { sql } from "drizzle-orm";
import { boolean, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { SavedViewPage } from "../../tables/saved-view.ts";
import { accounts } from "./schema.ts";

/** Named filters, order and columns of a page, of one person or shared with all staff. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    page: text("page").$type<SavedViewPage>().notNull(),
    name: text("name").notNull(),
    query: text("query").notNull(),
    isShared: boolean("is_shared").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [
    uniqueIndex("saved_views_name").on(table.accountId, table.page, sql`lower(${table.name})`),
  ],
);
