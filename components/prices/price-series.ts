import type { Price } from "@/lib/contract/prices.ts";
import { QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";

/** Where a price is from. */
export interface PriceOrigin {
  source: string;
  /** When the price became known. */
  vintage: string;
}
/** The imbalance prices of an ISP in EUR/MWh. */
interface ImbalancePrice extends PriceOrigin {
  surplus: number | null;
  shortage: number | null;
}

/** The prices of an ISP in EUR/MWh; null where a market has none. */
export interface PriceInterval {
  from: number;
  to: number;
  dayAhead: (PriceOrigin & { price: number }) | null;
  imbalance: ImbalancePrice | null;
}

const toOrigin = (item: Price): PriceOrigin => ({ source: item.source, vintage: item.known_at });

/** The prices of both markets as the service returns them, by ISP in order of time. */
export function toPriceIntervals(
  dayAhead: readonly Price[],
  imbalance: readonly Price[],
): PriceInterval[] {
  const intervals = new Map<number, PriceInterval>();
  const intervalOf = ({ time }: Price): PriceInterval => {
    const from = toMillis(time);
    const found = intervals.get(from);
    if (found) return found;
    const interval = { from, to: from + QUARTER_MS, dayAhead: null, imbalance: null };
    intervals.set(from, interval);
    return interval;
  };
  for (const item of dayAhead)
    intervalOf(item).dayAhead = { ...toOrigin(item), price: item.price ?? 0 };
  for (const item of imbalance) {
    const { long: surplus = null, short: shortage = null } = item;
    intervalOf(item).imbalance = { ...toOrigin(item), surplus, shortage };
  }
  return [...intervals.values()].toSorted((a, b) => a.from - b.from);
}

/** Whether the day-ahead price of an ISP is below zero. */
export const isNegative = ({ dayAhead }: PriceInterval): boolean =>
  dayAhead !== null && dayAhead.price < 0;
