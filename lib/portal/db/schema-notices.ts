import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ControlReason } from "../../contract/controls.ts";
import { accounts } from "./schema.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A notice of a control to come, or of a change of one that was noticed. */
export const noticeKinds = ["planned", "cancelled", "ends_earlier"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/**
 * Whether a notice goes by e-mail. `pending`: to be sent; `off`: the customer wants none or was
 * deleted, or no mail server is set; `lapsed`: the control was over before it could be sent.
 * `undecided`: the customer's controls could not be read yet; until then there is no notice to show,
 * and it is deleted if the control does not affect the customer.
 */
export const mailStates = ["pending", "sent", "off", "lapsed", "undecided"] as const;

/**
 * Notices of controls to the accounts of affected customers. The portal shows each; `step` is 0 for
 * the first and 1 for the one follow-up of a control, so that there is never a second of either.
 */
export const notices = pgTable(
  "notices",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    controlId: text("control_id").notNull(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    step: integer("step").notNull(),
    kind: text("kind", { enum: noticeKinds }).notNull(),
    type: text("type").notNull(),
    /** Null: none was given, or the notice is from before notices had reasons. */
    reason: text("reason").$type<ControlReason>(),
    timeFrom: moment("time_from").notNull(),
    timeTo: moment("time_to").notNull(),
    createdAt: moment("created_at").notNull(),
    seenAt: moment("seen_at"),
    mail: text("mail", { enum: mailStates }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull(),
    sentAt: moment("sent_at"),
  },
  (table) => [
    uniqueIndex("notices_once").on(table.controlId, table.accountId, table.step),
    index("notices_account").on(table.accountId, table.createdAt),
    index("notices_due").on(table.mail, table.nextAttemptAt),
  ],
);

/** The controls for which notices were made, also those that affect nobody with an account. */
export const noticedControls = pgTable("noticed_controls", {
  controlId: text("control_id").primaryKey(),
  timeTo: moment("time_to").notNull(),
  noticedAt: moment("noticed_at").notNull(),
  followedUpAt: moment("followed_up_at"),
});
