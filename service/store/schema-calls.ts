import { bigint, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { chainColumns, chainHead, type AuditChain } from "../../lib/database/audit-chain.ts";

const moment = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** The kinds of rows in the audit trail; see `apiCalls`. */
export const callKinds = ["intent", "outcome", "refusal", "statement"] as const;

/**
 * The audit trail of calls that change data: an intent before execution and an outcome after it, or
 * one row for a refused call. A `statement` row names the SHA-256 of a statement that was issued. The database numbers the rows, chains them by `hash`, and refuses
 * updates and deletes.
 */
export const apiCalls = pgTable(
  "api_calls",
  {
    id: bigint("id", { mode: "number" })
      .primaryKey()
      .$default(() => 0),
    at: moment("at").notNull(),
    /** The id of the API key, or `configured`. */
    caller: text("caller").notNull(),
    /** The person on whose behalf it was called, as named by the key's owner. */
    actor: text("actor"),
    kind: text("kind", { enum: callKinds }).notNull(),
    operation: text("operation").notNull(),
    target: text("target"),
    windowFrom: moment("window_from"),
    windowTo: moment("window_to"),
    status: integer("status"),
    requestId: text("request_id").notNull(),
    /** The remote address; null in older rows. */
    address: text("address"),
    /** Of an outcome: the row of its intent; null in older rows. */
    intentId: bigint("intent_id", { mode: "number" }),
    ...chainColumns(),
  },
  (t) => [index("api_calls_request").on(t.requestId), index("api_calls_caller").on(t.caller, t.id)],
);

export const apiCallsHead = chainHead("api_calls_head");

/** The columns of `api_calls` in the order of hashing. */
export const apiCallsChain: AuditChain = {
  name: "service",
  table: "api_calls",
  columns: [
    "id",
    "at",
    "caller",
    "actor",
    "kind",
    "operation",
    "target",
    "window_from",
    "window_to",
    "status",
    "request_id",
  ],
  addedColumns: ["address", "intent_id"],
};
