import type { PriceZone } from "../../lib/contract/index.ts";
import { startOfDay } from "../../lib/time/amsterdam.ts";
import { markets, type Market } from "../engine/value.ts";
import type { DecisionTimes } from "../store/decision-times.ts";
import { PriceVersions, readPriceVersions, type PriceVersion } from "../store/price-versions.ts";
import type { Db } from "../store/store.ts";
import type { KnowledgeTime } from "./terms-table.ts";

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
   * Reads the ISPs of a period day by day, so that other requests get a turn. Decisions need whole local
   * days; a report needs no others, because what restates them does not restate it.
   */
  async read(fromMs: number, toMs: number): Promise<void> {
    for (let ms = startOfDay(fromMs); ms < toMs; ms = startOfDay(ms, 1)) {
      const endMs = startOfDay(ms, 1);
      if (this.source.decisions) await this.readDay(ms);
      else await this.readPart(Math.max(ms, fromMs), Math.min(endMs, toMs));
    }
  }

  /** Reads a local day. */
  readDay(dayMs: number): Promise<void> {
    return this.readPart(dayMs, startOfDay(dayMs, 1));
  }

  private async readPart(fromMs: number, toMs: number): Promise<void> {
    const { db, zone, decisions } = this.source;
    for (const one of await readPriceVersions(db, { zone, fromMs, toMs }, decisions))
      this.versions[one.market].set(one.ispStartMs, one);
  }

  /** The versions of a price. */
  get(market: Market, ispStartMs: number): PriceVersions | undefined {
    return this.versions[market].get(ispStartMs);
  }

  /** The price of an ISP that goes before others of those known then. */
  find(market: Market, ispStartMs: number, at: KnowledgeTime): PriceVersion | undefined {
    return this.get(market, ispStartMs)?.find(at.asOfMs, at.isSettled);
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
