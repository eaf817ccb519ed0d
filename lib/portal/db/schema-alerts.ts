import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Alert, AlertKind } from "../../contract/alerts.ts";
import { accounts } from "./schema.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const accountId = () =>
  uuid("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" });

/** The service's alerts that a person has read. */
export const alertReads = pgTable(
  "alert_reads",
  {
    accountId: accountId(),
    alertId: text("alert_id").notNull(),
    readAt: moment("read_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.alertId] }),
    index("alert_reads_read_at").on(table.readAt),
  ],
);

/** What a person wants by e-mail. Quiet hours are times of Europe/Amsterdam; null: none. */
export const alertSettings = pgTable("alert_settings", {
  accountId: accountId().primaryKey(),
  kinds: text("kinds").array().$type<AlertKind[]>().notNull(),
  quietFrom: text("quiet_from"),
  quietTo: text("quiet_to"),
});

/**
 * E-mails of alerts, one row for each alert and person. Those of one letter share `letter_id`, which
 * is set before it is sent, so that a second attempt has the same content and Message-ID.
 */
export const alertMails = pgTable(
  "alert_mails",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    accountId: accountId(),
    alertId: text("alert_id").notNull(),
    alert: jsonb("alert").$type<Alert>().notNull(),
    createdAt: moment("created_at").notNull(),
    letterId: uuid("letter_id"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull(),
    sentAt: moment("sent_at"),
  },
  (table) => [
    uniqueIndex("alert_mails_once").on(table.alertId, table.accountId),
    index("alert_mails_due").on(table.sentAt, table.nextAttemptAt),
  ],
);
