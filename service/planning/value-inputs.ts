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
import type { DecisionTimes } from "../store/decision-times.ts";
import type { PriceVersion } from "../store/price-versions.ts";
import { readPositionVersions } from "../store/positions.ts";
import type { Db } from "../store/store.ts";
import { readTermsVersions } from "../store/terms.ts";
import { areaItems } from "./history.ts";
import { PriceTable } from "./price-table.ts";
import { getVersion, TermsTable, type KnowledgeTime } from "./terms-table.ts";

/** What restates a value. */
export type ChangedInput = "terms" | "price" | "position";

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

/** Prices, positions, contract terms and the zone's injection, in all their versions. */
export class ValueInputs {
  private constructor(
    readonly prices: PriceTable,
    private readonly positions: ReadonlyMap<number, { soldKwh: number; vintageMs: number }[]>,
    private readonly customers: TermsTable,
    private readonly groups: TermsTable,
    /** Net injection of the zone by the start of the ISP, in kW. */
    private readonly portfolioKw: ReadonlyMap<number, number>,
  ) {}

  /**
   * Reads what the values of controls between two moments in a bidding zone need.
   * @param decisions these alone use the prices and positions, which count from their `known_at` on;
   *   without, a price counts from when it was recorded, if that is after `known_at`
   */
  static async read(
    db: Db,
    zone: string,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    partners: readonly ContractPartner[],
    decisions?: DecisionTimes,
  ): Promise<ValueInputs> {
    const inputs = await ValueInputs.readWithoutPrices(
      db,
      zone,
      { fromMs, toMs },
      partners,
      decisions,
    );
    await inputs.prices.read(floorQuarter(fromMs), toMs);
    return inputs;
  }

  /** The same with a table of prices that is still empty. */
  static async readWithoutPrices(
    db: Db,
    zone: string,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    partners: readonly ContractPartner[],
    decisions?: DecisionTimes,
  ): Promise<ValueInputs> {
    const from = floorQuarter(fromMs);
    const customerIds = new Set(partners.map(({ customerId }) => customerId));
    const groupIds = new Set(partners.flatMap(({ groupId }) => (groupId ? [groupId] : [])));
    const positions = await readPositionVersions(db, zone, { fromMs: from, toMs }, decisions);
    const use = { firstDay: localDate(from), lastDay: localDate(toMs - 1), decisions };
    return new ValueInputs(
      new PriceTable({ db, zone: zone as PriceZone, decisions }),
      groupBy(positions, ({ ispStartMs }) => ispStartMs),
      await TermsTable.read(readTermsVersions(db, "customer", customerIds), use),
      await TermsTable.read(readTermsVersions(db, "group", groupIds), use),
      decisions ? new Map() : await readPortfolio(db, zone, from, toMs),
    );
  }

  /** The price of an ISP that goes before others of those known then. */
  getPrice(market: Market, ispStartMs: number, at: KnowledgeTime): PriceVersion | undefined {
    return this.prices.get(market, ispStartMs)?.find(at.asOfMs, at.isSettled);
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

  /** Two partners with the same key have the same terms, whenever they are used. */
  getTermsKey = ({ customerId, groupId }: ContractPartner): string => {
    const { key, isComplete } = this.customers.getKey(customerId);
    if (isComplete || groupId === null) return String(key);
    return `${key} ${this.groups.getKey(groupId).key}`;
  };

  /** The number of versions of terms that are known at a moment. */
  countTermsVersions(ms: number): number {
    return countUntil(this.getTermsVintages(), ms);
  }

  /** When versions of terms became known after a moment, until another; each once. */
  getTermsChanges(afterMs: number, untilMs: number): Set<number> {
    const vintages = this.getTermsVintages();
    return new Set(vintages.slice(countUntil(vintages, afterMs), countUntil(vintages, untilMs)));
  }

  private getTermsVintages(): readonly number[] {
    this.termsVintages ??= [...this.customers.getVintages(), ...this.groups.getVintages()].sort(
      (a, b) => a - b,
    );
    return this.termsVintages;
  }
  private termsVintages: number[] | undefined;

  /** The prices of a contract in an ISP, or what is missing for them. */
  getContractPrices(
    partner: ContractPartner,
    ispStartMs: number,
    at: KnowledgeTime,
  ): KwhPrices | "terms" | "day_ahead_price" {
    const terms = this.getTerms(partner, ispStartMs, at);
    if (!terms) return "terms";
    return getKwhPrices(terms, this.getDayAhead(ispStartMs, at), ispStartMs) ?? "day_ahead_price";
  }

  /** The day-ahead price of an ISP in micro-euros per kWh. */
  getDayAhead(ispStartMs: number, at: KnowledgeTime): number | undefined {
    const price = this.getPrice("dayAhead", ispStartMs, at);
    return price && fromEurPerMwh(price.eurPerMwh);
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
  getDate(ispStartMs: number): string {
    if (ispStartMs < this.day.startMs || ispStartMs >= this.day.endMs) this.day = dayAt(ispStartMs);
    return this.day.date;
  }
  private day = { startMs: Infinity, endMs: -Infinity, date: "" };

  /** The terms of a partner in an ISP, its own or else of its group; null if it has none. */
  getTerms(
    { customerId, groupId }: ContractPartner,
    ispStartMs: number,
    at: KnowledgeTime,
  ): ContractTerms | null {
    const day = this.getDate(ispStartMs);
    return (
      this.customers.find(customerId, day, at) ??
      (groupId === null ? null : this.groups.find(groupId, day, at))
    );
  }

  /**
   * When the first terms of a partner were recorded that are in force in an ISP, its own or of its
   * group; Infinity if none were.
   */
  getFirstTermsMs({ customerId, groupId }: ContractPartner, ispStartMs: number): number {
    const day = this.getDate(ispStartMs);
    const ofGroup = groupId === null ? Infinity : this.groups.getFirstMs(groupId, day);
    return Math.min(this.customers.getFirstMs(customerId, day), ofGroup);
  }

  /** What became known after a moment and may change a measured value, by when; oldest first. */
  getChangesAfter(ms: number): [ms: number, inputs: ChangedInput[]][] {
    const changes = new Map<number, Set<ChangedInput>>();
    const add = (input: ChangedInput, time: number) => {
      if (time > ms) changes.set(time, (changes.get(time) ?? new Set()).add(input));
    };
    for (const table of [this.customers, this.groups])
      for (const vintageMs of table.getVintages()) add("terms", vintageMs);
    for (const availableMs of this.prices.listSettledMs()) add("price", availableMs);
    for (const { vintageMs } of [...this.positions.values()].flat()) add("position", vintageMs);
    return [...changes].toSorted(([a], [b]) => a - b).map(([time, inputs]) => [time, [...inputs]]);
  }
}

/** The net injection of a bidding zone that was measured, in kW by the start of the ISP. */
async function readPortfolio(
  db: Db,
  zone: string,
  fromMs: number,
  toMs: number,
): Promise<Map<number, number>> {
  const days = { id: zone, from: localDate(fromMs), to: localDate(toMs) };
  const found = await readChangedAreaDays(db, { kind: "bidding_zone", ...days }, []);
  const items = found.flatMap(({ values }) => (values ? areaItems(values, fromMs, toMs) : []));
  return new Map(
    items.flatMap(({ time, actual }) => (actual === undefined ? [] : [[Date.parse(time), actual]])),
  );
}

/** How many of these, in ascending order, are at most `limit`. */
function countUntil(sorted: readonly number[], limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! <= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
