import type { PriceZone } from "../../lib/contract/index.ts";
import { startOfDay } from "../../lib/time/amsterdam.ts";
import { markets, type Market } from "../engine/value.ts";
import type { DecisionTimes } from "../store/decision-times.ts";
import { readPriceVersions, type PriceVersions } from "../store/price-versions.ts";
import type { Db } from "../store/store.ts";

/** What prices are read of a bidding zone. */
export interface PriceSource {
  db: Db;
  zone: PriceZone;
  decisions: DecisionTimes | undefined;
}

/** The prices of a bidding zone in all their versions. */
export class PriceTable {
  private readonly versions: Record<Market, Map<number, PriceVersions>> = {
    dayAhead: new Map(),
    surplus: new Map(),
    shortage: new Map(),
  };

  constructor(private readonly source: PriceSource) {}

  /**
   * Reads the ISPs of a period day by day, so that other requests get a turn. What restates other ISPs of
   * these days does not restate a report.
   */
  async read(fromMs: number, toMs: number): Promise<void> {
    const { db, zone, decisions } = this.source;
    for (let ms = fromMs; ms < toMs;) {
      const endMs = Math.min(startOfDay(ms, 1), toMs);
      for (const one of await readPriceVersions(db, { zone, fromMs: ms, toMs: endMs }, decisions))
        this.versions[one.market].set(one.ispStartMs, one);
      ms = endMs;
    }
  }

  /** The versions of a price. */
  get(market: Market, ispStartMs: number): PriceVersions | undefined {
    return this.versions[market].get(ispStartMs);
  }

  /** Leaves of the prices of an ISP those that go before others at a moment. */
  reduceTo(ispStartMs: number, asOfMs: number): void {
    for (const market of markets) {
      const found = this.get(market, ispStartMs);
      if (found && found.length > 1) this.versions[market].set(ispStartMs, found.reduceTo(asOfMs));
    }
  }

  /** Since when each price that is more than a forecast may be used. */
  *listSettledMs(): Generator<number, void> {
    for (const market of markets)
      for (const versions of this.versions[market].values())
        for (let i = 0; i < versions.length; i++)
          if (versions.isSettled(i)) yield versions.getAvailableMs(i);
  }
}
