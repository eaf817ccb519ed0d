import { z } from "zod";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import type { NewPrice } from "../store/prices.ts";
import { downloadBytes, parseJson, PriceError, type PriceSource } from "./price-source.ts";

const ADDRESS = "https://opendata.elia.be";
const PAGE_SIZE = 100;
/** The interface refuses a higher offset. */
const MAX_OFFSET = 10_000;

const answer = z.object({
  total_count: z.number().int().min(0),
  results: z.array(
    z.object({
      datetime: z.iso.datetime({ offset: true }),
      resolutioncode: z.literal("PT15M").optional(),
      imbalanceprice: z.number().nullable(),
    }),
  ),
});

/** Imbalance prices of Elia per quarter-hour (`ods134`); Belgium has one price for both sides. */
export const elia = (address = ADDRESS): PriceSource => ({
  name: "elia",
  zone: "BE",
  market: "imbalance",
  everyMs: 15 * MINUTE_MS,
  daysBack: 3,
  async fetchPrices({ fromMs, toMs }) {
    const url = new URL("/api/explore/v2.1/catalog/datasets/ods134/records", address);
    const iso = (ms: number) => new Date(ms).toISOString();
    url.searchParams.set("where", `datetime >= "${iso(fromMs)}" and datetime < "${iso(toMs)}"`);
    url.searchParams.set("order_by", "datetime");
    url.searchParams.set("limit", String(PAGE_SIZE));
    const prices: NewPrice[] = [];
    for (let offset = 0, total = 1; offset < total; offset += PAGE_SIZE) {
      if (offset + PAGE_SIZE > MAX_OFFSET)
        throw new PriceError(`Elia has more than ${MAX_OFFSET} records in this period.`);
      url.searchParams.set("offset", String(offset));
      const text = new TextDecoder().decode(await downloadBytes(url));
      const page = parseJson(text, answer, "Elia");
      total = page.total_count;
      for (const { datetime, imbalanceprice: price } of page.results) {
        if (price === null) continue;
        prices.push({
          timeMs: Date.parse(datetime),
          price: null,
          long: price,
          short: price,
          state: null,
        });
      }
    }
    return { attribution: "Elia Open Data, CC BY 4.0", vintages: [{ prices }] };
  },
});
