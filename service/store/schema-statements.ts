import { bigint, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { StatementGroup, StatementTotals } from "../../lib/contract/index.ts";
import { moment } from "./schema.ts";

/**
 * Issued statements of a month of a customer or a bidding zone. None is changed: what becomes known
 * later gives a new version. `lines` are the canonical rows as they were hashed.
 */
export const statements = pgTable(
  "statements",
  {
    kind: text("kind").$type<"customer" | "bidding_zone">().notNull(),
    subjectId: text("subject_id").notNull(),
    month: text("month").notNull(),
    version: integer("version").notNull(),
    issuedAt: moment("issued_at").notNull(),
    sha256: text("sha256").notNull(),
    /** The row of the audit chain that holds the SHA-256. */
    auditId: bigint("audit_id", { mode: "number" }).notNull(),
    rowsBy: text("rows_by").$type<"location" | "group">().notNull(),
    /** How many of the lines are controls; the others are rows. */
    controls: integer("controls").notNull(),
    lines: text("lines").notNull(),
    groups: jsonb("groups").$type<StatementGroup[]>().notNull(),
    totals: jsonb("totals").$type<StatementTotals>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subjectId, t.month, t.version] })],
);
