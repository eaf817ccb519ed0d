import { doublePrecision, index, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import type { Market, PriceFailureCode } from "../../lib/contract/index.ts";
import { moment } from "./schema.ts";

/**
 * Prices of ISPs in EUR/MWh, with when they became known: a restatement adds a row. Day ahead has
 * `price`, imbalance has `long` and `short`. `recorded_at` is when the row was written, `confirmed_at`
 * when the source last reported the same values again for an ISP to come.
 */
export const prices = pgTable(
  "prices",
  {
    zone: text("zone").notNull(),
    market: text("market").$type<Market>().notNull(),
    time: moment("time").notNull(),
    source: text("source").notNull(),
    knownAt: moment("known_at").notNull(),
    price: doublePrecision("price"),
    long: doublePrecision("long"),
    short: doublePrecision("short"),
    state: smallint("state"),
    recordedAt: moment("recorded_at").notNull(),
    confirmedAt: moment("confirmed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.zone, t.market, t.time, t.source, t.knownAt] }),
    index("prices_known").on(t.zone, t.market, t.knownAt),
  ],
);

/** How the last read of an automatic price source ended. */
export const priceFeeds = pgTable(
  "price_feeds",
  {
    source: text("source").notNull(),
    zone: text("zone").notNull(),
    market: text("market").$type<Market>().notNull(),
    checkedAt: moment("checked_at").notNull(),
    succeededAt: moment("succeeded_at"),
    failure: text("failure"),
    failureCode: text("failure_code").$type<PriceFailureCode>(),
    attribution: text("attribution"),
  },
  (t) => [primaryKey({ columns: [t.zone, t.market, t.source] })],
);
