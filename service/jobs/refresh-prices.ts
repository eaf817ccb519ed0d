import type { Logger } from "pino";
import { startOfDay } from "../../lib/time/amsterdam.ts";
import type { PriceFetch } from "../metrics/metrics.ts";
import { PriceError, type PriceSource } from "../prices/price-source.ts";
import { readPriceFeeds, savePriceFeed, savePrices, type NewPrice } from "../store/prices.ts";
import type { Db, Store } from "../store/store.ts";

interface Options {
  store: Store;
  sources: readonly PriceSource[];
  log: Logger;
  onFetch(source: string, outcome: PriceFetch): void;
}

/**
 * Reads the configured price sources when they are due, at one instance at a time. When a source
 * was last read is in the database, so that restarts and other instances do not read it more often.
 */
export class PriceFeed {
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  /** Called each minute. Never throws: nothing that runs requires prices. */
  async refresh(nowMs: number): Promise<void> {
    const { store, sources, log } = this.options;
    if (sources.length === 0) return;
    try {
      await store.exclusively("prices", async (db) => {
        for (const source of sources) await this.refreshSource(db, source, nowMs);
      });
    } catch (error) {
      log.warn({ err: error }, "Failed to record prices");
    }
  }

  private async refreshSource(db: Db, source: PriceSource, nowMs: number): Promise<void> {
    const feeds = await readPriceFeeds(db, source);
    const last = feeds.find((feed) => feed.source === source.name);
    if (last && nowMs < last.checkedAt.getTime() + source.everyMs) return;
    const { name, zone, market } = source;
    const feed = { source: name, zone, market, checkedAt: new Date(nowMs) };
    try {
      const { attribution, changed } = await fetchInto(db, source, nowMs);
      await savePriceFeed(db, {
        ...feed,
        succeededAt: new Date(nowMs),
        failure: null,
        failureCode: null,
        attribution,
      });
      this.options.onFetch(name, changed > 0 ? "stored" : "unchanged");
    } catch (error) {
      const { message: failure, code: failureCode } =
        error instanceof PriceError ? error : NOT_STORED;
      const failed = { failure, failureCode, succeededAt: null, attribution: null };
      await savePriceFeed(db, { ...feed, ...failed });
      this.options.onFetch(name, "failed");
      this.options.log.warn(
        {
          source: name,
          zone,
          market,
          reason: failure,
          ...(!(error instanceof PriceError) && { err: error }),
        },
        "Failed to fetch prices",
      );
    }
  }
}

/** The failure of a source whose answer the database refuses: the other sources are still read. */
const NOT_STORED = new PriceError("The prices of its answer could not be stored.");

function toPriceError(error: unknown): never {
  if (error instanceof PriceError) throw error;
  throw new PriceError("The source answered in an unexpected form.", { cause: error });
}

/** The prices with each ISP once: what an answer says last. */
const lastOfEach = (prices: readonly NewPrice[]): NewPrice[] => [
  ...new Map(prices.map((price) => [price.timeMs, price])).values(),
];

/** @throws PriceError without prices: a source that answers nothing has failed */
async function fetchInto(db: Db, source: PriceSource, nowMs: number) {
  const period = {
    fromMs: startOfDay(nowMs, -source.daysBack),
    toMs: source.market === "day-ahead" ? startOfDay(nowMs, 2) : nowMs,
  };
  const { attribution, vintages } = await source.fetchPrices(period, nowMs).catch(toPriceError);
  if (vintages.every(({ prices }) => prices.length === 0))
    throw new PriceError(`${source.name} answered without prices.`);
  const reports = vintages.map(({ vintageMs = nowMs, prices }) => ({
    source: source.name,
    vintageMs,
    prices: lastOfEach(prices),
    ...(source.isReplay && { recordedMs: vintageMs }),
  }));
  const changed = await db.transaction(async (tx) => {
    let sum = 0;
    for (const report of reports) sum += await savePrices(tx, source, report, nowMs);
    return sum;
  });
  return { attribution, changed };
}
