import { bigint, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { chainColumns, chainHead, type AuditChain } from "../../lib/database/audit-chain.ts";

const moment = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** What a row of the record of calls is; see `apiCalls`. */
export const callKinds = ["intent", "outcome", "refusal"] as const;

/**
 * The record of calls that change something: an intent before it is carried out, an outcome once it
 * is answered, or one row where it was refused before that. The database numbers the rows, chains
 * them by `hash`, and refuses to change or remove any.
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
    /** On whose behalf, as the owner of the key names them. */
    actor: text("actor"),
    kind: text("kind", { enum: callKinds }).notNull(),
    operation: text("operation").notNull(),
    target: text("target"),
    windowFrom: moment("window_from"),
    windowTo: moment("window_to"),
    status: integer("status"),
    requestId: text("request_id").notNull(),
    /** Where its connection came from; null where that was not written down. */
    address: text("address"),
    /** Of an outcome: the intent it ends; null where that was not written down. */
    intentId: bigint("intent_id", { mode: "number" }),
    ...chainColumns(),
  },
  (t) => [index("api_calls_request").on(t.requestId), index("api_calls_caller").on(t.caller, t.id)],
);

export const apiCallsHead = chainHead("api_calls_head");

/** The columns of `api_calls` in the order they are hashed. */
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
