import { z } from "zod";
import { instant, queryInstant } from "./schema-types.ts";

/** The bidding zones that prices are recorded for; the same local days apply in all of them. */
export const priceZone = z
  .enum(["NL", "BE", "DE-LU"])
  .meta({ id: "PriceZone", description: "Bidding zone of a price" });
export type PriceZone = z.infer<typeof priceZone>;

export const market = z
  .enum(["day-ahead", "imbalance"])
  .meta({ id: "Market", description: "Market of a price" });
export type Market = z.infer<typeof market>;

const MAX_EUR_PER_MWH = 100_000;
const eurPerMwh = (what: string) =>
  z
    .number()
    .min(-MAX_EUR_PER_MWH)
    .max(MAX_EUR_PER_MWH)
    .meta({ description: `${what}, in EUR/MWh; it may be negative` });

const values = {
  price: eurPerMwh("Day-ahead price").optional(),
  long: eurPerMwh("Imbalance price of a surplus").optional(),
  short: eurPerMwh("Imbalance price of a shortage").optional(),
  state: z
    .number()
    .int()
    .min(-1)
    .max(2)
    .optional()
    .meta({ description: "Imbalance: regulation state -1, 0, 1 or 2, if the source reports it" }),
};
const start = instant.meta({ description: "Start of the ISP of 15 minutes" });

/** What one source reports for one ISP. */
export const priceEntry = z.strictObject({ time: start, ...values }).meta({
  id: "PriceEntry",
  description: "Day ahead: `price`. Imbalance: `long` and `short`, and `state` if known",
});
export type PriceEntry = z.infer<typeof priceEntry>;

/** The name of a price source. */
export const priceSource = z
  .string()
  .max(50)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be words of a-z and 0-9, joined by hyphens")
  .meta({ description: "Name of the source, such as `entsoe`" });

export const MAX_PRICES = 3_000;
export const priceBatch = z
  .strictObject({
    market,
    source: priceSource,
    known_at: instant.optional().meta({
      description: "When these prices became known; now when not given, never in the future",
    }),
    prices: z.array(priceEntry).min(1).max(MAX_PRICES),
  })
  .meta({
    id: "PriceBatch",
    description:
      "Recorded whole or not at all. The same prices again are confirmed; other prices with a later `known_at` restate them, and the earlier ones remain readable with `as_of`",
  });
export type PriceBatch = z.infer<typeof priceBatch>;

export const priceReceipt = z
  .object({
    intervals: z.number().int().meta({ description: "ISPs in the batch" }),
    changed: z.number().int().meta({ description: "ISPs whose price is new or restated" }),
    known_at: instant.meta({ description: "When the recorded prices became known" }),
  })
  .meta({ id: "PriceReceipt" });
export type PriceReceipt = z.infer<typeof priceReceipt>;

export const pricesQuery = z.object({
  market: market.default("day-ahead"),
  start: queryInstant.meta({ description: "First moment; the start of today when not given" }),
  end: queryInstant.meta({ description: "Moment after the last; two days later when not given" }),
  as_of: queryInstant.meta({
    description: "Answers what was known at this moment; now when not given",
  }),
  source: priceSource.optional().meta({
    description:
      "One source only; otherwise each ISP has the price that goes before the others: a settled one before a forecast, then by source (tennet, elia, entsoe, energy-charts, others), then the latest `known_at`",
  }),
});

export const priceItem = z
  .object({
    time: start,
    isp: z.number().int(),
    ...values,
    source: z.string(),
    known_at: instant.meta({ description: "When this price became known" }),
  })
  .meta({ id: "Price" });
export type Price = z.infer<typeof priceItem>;

/** `complete`: every ISP has a price. `pending`: only ISPs that are not due yet lack one. */
export const priceStatuses = ["complete", "pending", "stale", "unknown"] as const;

/** Why a read of a price source failed. */
export const priceFailureCode = z
  .enum(["unreachable", "refused", "unexpected_answer", "no_prices"])
  .meta({
    id: "PriceFailureCode",
    description:
      "unreachable: it did not answer, or with an error; refused: it did not accept the credentials; unexpected_answer: it answered in another form; no_prices: it answered without prices",
  });
export type PriceFailureCode = z.infer<typeof priceFailureCode>;

const priceFeed = z
  .object({
    source: z.string(),
    attribution: z
      .string()
      .nullable()
      .meta({ description: "Licence line of the source, as it gives it" }),
    checked_at: instant.meta({ description: "When it was last read" }),
    succeeded_at: instant.nullable().meta({ description: "When it last answered as expected" }),
    failure: z.string().nullable().meta({ description: "Why the last read failed, in English" }),
    failure_code: priceFailureCode
      .nullable()
      .optional()
      .meta({ description: "The same as a code; absent where a service does not say" }),
  })
  .meta({ id: "PriceFeed" });
export type PriceFeed = z.infer<typeof priceFeed>;

export const priceData = z
  .object({
    market,
    unit: z.literal("EUR/MWh"),
    as_of: instant,
    status: z.enum(priceStatuses).meta({
      description:
        "Of the requested period. `complete`: every ISP has a price; `pending`: some are not due yet; `stale`: some are overdue; `unknown`: none is known and some were due. Rules act on `complete` only",
    }),
    missing: z.number().int().meta({ description: "ISPs of the period without a price" }),
    known_until: instant
      .nullable()
      .meta({ description: "End of the last ISP with a price, whatever the period; null if none" }),
    tomorrow_known: z
      .boolean()
      .meta({ description: "Whether every ISP of the next local day has a price" }),
    gate_closure: instant.meta({
      description: "Next gate closure of the day-ahead market, 12:00 local time",
    }),
    feeds: z.array(priceFeed).meta({ description: "The sources that are read automatically" }),
    data: z.array(priceItem),
  })
  .meta({ id: "PriceData", description: "Oldest first; an ISP without a price has no item" });
export type PriceData = z.infer<typeof priceData>;
