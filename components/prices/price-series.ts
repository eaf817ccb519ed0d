import type { Price } from "@/lib/contract/prices.ts";
import { QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";

/** The price of an ISP in EUR/MWh. */
export interface PriceInterval {
  from: number;
  to: number;
  price: number;
  source: string;
  /** When the price became known. */
  vintage: string;
}

/** The day-ahead price of an ISP as the service returns it. */
export function toPriceInterval(item: Price): PriceInterval {
  const from = toMillis(item.time);
  const { price = 0, source } = item;
  return { from, to: from + QUARTER_MS, price, source, vintage: item.known_at };
}
