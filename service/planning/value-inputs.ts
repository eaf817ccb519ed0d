import type { PriceZone } from "../../lib/contract/index.ts";
import { dayAt, floorQuarter, localDate } from "../../lib/time/amsterdam.ts";
import {
  fromEurPerMwh,
  getKwhPrices,
  type ContractTerms,
  type KwhPrices,
  type Market,
} from "../engine/value.ts";
import { readChangedAreaDays } from "../store/location-days.ts";
import { isSettled, readPriceVersions } from "../store/prices.ts";
import { readPositionVersions } from "../store/positions.ts";
import type { Db } from "../store/store.ts";
import { readTermsVersions } from "../store/terms.ts";
import { areaItems } from "./history.ts";
import { toTermsTable, type TermsTable } from "./terms-table.ts";

/** A price of an ISP and a market as it was known from a moment on. */
export interface PriceVersion {
  market: Market;
  ispStartMs: number;
  eurPerMwh: number;
  source: string;
  vintageMs: number;
  /** Since when it may be used: a value has no price from before it was sent, whatever its sender says. */
  availableMs: number;
  /** Whether it is more than a forecast of the imbalance. */
  isSettled: boolean;
  /** When the source last reported the same again. */
  confirmedMs: number | undefined;
}

/**
 * What may be used for a value: versions known until `asOfMs`. Where there is none yet, the first
 * later one counts, unless `isStrict`.
 */
export interface KnowledgeTime {
  asOfMs: number;
  isStrict: boolean;
  /** Whether forecasts of imbalance prices are left out. */
  isSettled?: boolean;
}

/** What restates a value. */
export type ChangedInput = "terms" | "price" | "position";

/** The version of these, in order of vintage, that may be used. */
function getVersion<T extends { vintageMs: number }>(
  versions: readonly T[] | undefined,
  { asOfMs, isStrict }: KnowledgeTime,
): T | undefined {
  const version = versions?.findLast(({ vintageMs }) => vintageMs <= asOfMs);
  return version ?? (isStrict ? undefined : versions?.[0]);
}

/** The customer of a location and the group that its default terms come from. */
export interface ContractPartner {
  customerId: string;
  groupId: string | null;
}

function groupBy<T, K>(items: readonly T[], getKey: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(getKey(item));
    if (group) group.push(item);
    else groups.set(getKey(item), [item]);
  }
  return groups;
}

const NO_VERSIONS: readonly PriceVersion[] = [];

function groupByMarket(prices: readonly PriceVersion[]) {
  const ofMarket = (wanted: Market) =>
    groupBy(
      prices.filter(({ market }) => market === wanted),
      ({ ispStartMs }) => ispStartMs,
    );
  return {
    dayAhead: ofMarket("dayAhead"),
    surplus: ofMarket("surplus"),
    shortage: ofMarket("shortage"),
  };
}

/** Prices, positions, contract terms and the zone's injection, in all their versions. */
export class ValueInputs {
  private constructor(
    /** Those first that go before others. */
    private readonly prices: Record<Market, ReadonlyMap<number, PriceVersion[]>>,
    private readonly positions: ReadonlyMap<number, { soldKwh: number; vintageMs: number }[]>,
    private readonly customers: TermsTable,
    private readonly groups: TermsTable,
    /** Net injection of the zone by the start of the ISP, in kW. */
    private readonly portfolioKw: ReadonlyMap<number, number>,
    private readonly lastDay: string,
  ) {}

  /**
   * Reads what the values of controls between two moments in a bidding zone need.
   * @param trust "recorded": a price counts from when it was recorded, if that is after `known_at`
   */
  static async read(
    db: Db,
    zone: string,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    partners: readonly ContractPartner[],
    trust: "known_at" | "recorded" = "known_at",
  ): Promise<ValueInputs> {
    const from = floorQuarter(fromMs);
    const customerIds = new Set(partners.map(({ customerId }) => customerId));
    const groupIds = new Set(partners.flatMap(({ groupId }) => (groupId ? [groupId] : [])));
    const found = await readMarketPrices(db, zone as PriceZone, from, toMs);
    const prices =
      trust === "recorded" ? found : found.map((one) => ({ ...one, availableMs: one.vintageMs }));
    const positions = await readPositionVersions(db, zone, from, toMs);
    const days = { id: zone, from: localDate(from), to: localDate(toMs) };
    const areaDays = await readChangedAreaDays(db, { kind: "bidding_zone", ...days }, []);
    const portfolio = areaDays.flatMap(({ values }) =>
      values ? areaItems(values, from, toMs) : [],
    );
    return new ValueInputs(
      groupByMarket(prices),
      groupBy(positions, ({ ispStartMs }) => ispStartMs),
      toTermsTable(await readTermsVersions(db, "customer", customerIds)),
      toTermsTable(await readTermsVersions(db, "group", groupIds)),
      new Map(
        portfolio.flatMap(({ time, actual }) =>
          actual === undefined ? [] : [[Date.parse(time), actual]],
        ),
      ),
      localDate(toMs - 1),
    );
  }

  /** The price of an ISP that goes before others of those known then. */
  getPrice(
    market: Market,
    ispStartMs: number,
    { asOfMs, isSettled: onlySettled = false }: KnowledgeTime,
  ): PriceVersion | undefined {
    return this.getPriceVersions(market, ispStartMs).find(
      (one) => one.availableMs <= asOfMs && (one.isSettled || !onlySettled),
    );
  }

  /** Every version of a price, the one that goes before the others first. */
  getPriceVersions(market: Market, ispStartMs: number): readonly PriceVersion[] {
    return this.prices[market].get(ispStartMs) ?? NO_VERSIONS;
  }

  /** The energy sold for the zone in kWh. */
  getSoldKwh(ispStartMs: number, at: KnowledgeTime): number | undefined {
    return getVersion(this.positions.get(ispStartMs), at)?.soldKwh;
  }

  /** What the zone injected in kWh. */
  getPortfolioKwh(ispStartMs: number): number | undefined {
    const kw = this.portfolioKw.get(ispStartMs);
    return kw === undefined ? undefined : kw / 4;
  }

  /** Two partners with the same key have the same terms. */
  getTermsKey = ({ customerId, groupId }: ContractPartner): string =>
    this.customers.has(customerId) ? `${customerId} ${groupId}` : ` ${groupId}`;

  /** The number of versions of terms that are known at a moment. */
  countTermsVersions(ms: number): number {
    this.termsVintages ??= [...this.customers.values(), ...this.groups.values()]
      .flat()
      .flatMap(([, versions]) => versions.map(({ vintageMs }) => vintageMs));
    return this.termsVintages.reduce((count, vintageMs) => count + (vintageMs <= ms ? 1 : 0), 0);
  }
  private termsVintages: number[] | undefined;

  /** The prices of a contract in an ISP, or what is missing for them. */
  getContractPrices(
    partner: ContractPartner,
    ispStartMs: number,
    at: KnowledgeTime,
    /** Which versions of the terms may be used, if not those known `at`. */
    termsAt: KnowledgeTime = at,
  ): KwhPrices | "terms" | "day_ahead_price" {
    const terms = this.getTerms(partner, ispStartMs, termsAt);
    if (!terms) return "terms";
    const price = this.getPrice("dayAhead", ispStartMs, at);
    const dayAhead = price && fromEurPerMwh(price.eurPerMwh);
    return getKwhPrices(terms, dayAhead, ispStartMs) ?? "day_ahead_price";
  }

  /** The day-ahead price that a contract follows in an ISP; undefined if it is unknown or not needed. */
  getContractDayAhead(
    partner: ContractPartner,
    ispStartMs: number,
    at: KnowledgeTime,
  ): PriceVersion | undefined {
    const terms = this.getTerms(partner, ispStartMs, at);
    const isFollowed =
      terms && (terms.feedIn.dayAheadFactor !== 0 || terms.import.dayAheadFactor !== 0);
    return isFollowed ? this.getPrice("dayAhead", ispStartMs, at) : undefined;
  }

  /** The local date of an ISP; those of a day are asked for one after another. */
  private getDate(ispStartMs: number): string {
    if (ispStartMs < this.day.startMs || ispStartMs >= this.day.endMs) this.day = dayAt(ispStartMs);
    return this.day.date;
  }
  private day = { startMs: Infinity, endMs: -Infinity, date: "" };

  private getTerms(
    { customerId, groupId }: ContractPartner,
    ispStartMs: number,
    at: KnowledgeTime,
  ): ContractTerms | null {
    const day = this.getDate(ispStartMs);
    const inForce = (table: TermsTable, id: string) => {
      for (const [validFrom, versions] of table.get(id) ?? []) {
        const version = validFrom <= day ? getVersion(versions, at) : undefined;
        if (version) return version.terms;
      }
      return null;
    };
    return (
      inForce(this.customers, customerId) ??
      (groupId === null ? null : inForce(this.groups, groupId))
    );
  }

  /**
   * When the first terms of a partner were recorded that are in force in an ISP, its own or of its
   * group; Infinity if none were.
   */
  getFirstTermsMs({ customerId, groupId }: ContractPartner, ispStartMs: number): number {
    const day = this.getDate(ispStartMs);
    const inForce = [
      ...(this.customers.get(customerId) ?? []),
      ...(groupId === null ? [] : (this.groups.get(groupId) ?? [])),
    ].filter(([validFrom]) => validFrom <= day);
    return Math.min(...inForce.map(([, versions]) => versions[0]!.vintageMs));
  }

  /** What became known after a moment and may change a measured value, by when; oldest first. */
  getChangesAfter(ms: number): [ms: number, inputs: ChangedInput[]][] {
    const changes = new Map<number, Set<ChangedInput>>();
    const add = (input: ChangedInput, time: number) => {
      if (time > ms) changes.set(time, (changes.get(time) ?? new Set()).add(input));
    };
    for (const [, versions] of [...this.customers.values(), ...this.groups.values()]
      .flat()
      .filter(([validFrom]) => validFrom <= this.lastDay))
      for (const { vintageMs } of versions) add("terms", vintageMs);
    for (const market of Object.values(this.prices))
      for (const one of [...market.values()].flat())
        if (one.isSettled) add("price", one.availableMs);
    for (const { vintageMs } of [...this.positions.values()].flat()) add("position", vintageMs);
    return [...changes].toSorted(([a], [b]) => a - b).map(([time, inputs]) => [time, [...inputs]]);
  }
}

/** All versions of the prices of ISPs that start in `[fromMs, toMs)`, those first that go before others. */
async function readMarketPrices(
  db: Db,
  zone: PriceZone,
  fromMs: number,
  toMs: number,
): Promise<PriceVersion[]> {
  const stored = await readPriceVersions(db, { zone, fromMs, toMs });
  return stored.flatMap(({ timeMs: ispStartMs, price, long, short, ...version }) => {
    const { source, vintageMs, recordedMs, confirmedMs } = version;
    const availableMs = Math.max(vintageMs, recordedMs);
    const values = { dayAhead: price, surplus: long, shortage: short };
    return Object.entries(values).flatMap(([name, eurPerMwh]) => {
      if (eurPerMwh === null) return [];
      const market = name as Market;
      const settled = market === "dayAhead" || isSettled("imbalance", ispStartMs, vintageMs);
      const times = { vintageMs, availableMs, confirmedMs, isSettled: settled };
      return [{ market, ispStartMs, eurPerMwh, source, ...times }];
    });
  });
}
