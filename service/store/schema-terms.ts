import { date, doublePrecision, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ContractTerms } from "../../lib/contract/index.ts";
import { moment } from "./schema.ts";

/**
 * Contract terms of a group or a customer from a day on; null: none of its own. Versions are kept:
 * of one first day the latest recorded applies.
 */
export const contractTerms = pgTable(
  "contract_terms",
  {
    kind: text("kind").$type<"group" | "customer">().notNull(),
    subjectId: text("subject_id").notNull(),
    validFrom: date("valid_from", { mode: "string" }).notNull(),
    recordedAt: moment("recorded_at").notNull(),
    terms: jsonb("terms").$type<ContractTerms>(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subjectId, t.validFrom, t.recordedAt] })],
);

/** The energy sold for a bidding zone and an interval, in kWh. Versions are kept. */
export const positions = pgTable(
  "positions",
  {
    biddingZone: text("bidding_zone").notNull(),
    timeFrom: moment("time_from").notNull(),
    recordedAt: moment("recorded_at").notNull(),
    soldKwh: doublePrecision("sold_kwh").notNull(),
  },
  (t) => [primaryKey({ columns: [t.biddingZone, t.timeFrom, t.recordedAt] })],
);
