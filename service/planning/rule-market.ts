import type { Rule } from "../../lib/contract/index.ts";
import { toMillionths } from "../../lib/energy/exact-sums.ts";
import { HOUR_MS, MINUTE_MS, QUARTER_MS, startOfDay } from "../../lib/time/amsterdam.ts";
import { toMinuteOfDay } from "../../lib/time/hours-off.ts";
import { fromEurPerMwh, type Market } from "../engine/value.ts";
import type { DatedPrice, IspKnowledge, RuleConditions } from "../engine/rule.ts";
import type { TermsEffect } from "../engine/rule-value.ts";
import type { ContractPartner, ValueInputs } from "./value-inputs.ts";

/** The conditions of a rule in the engine's units. */
export const toConditions = (
  rule: Pick<
    Rule,
    | "export_threshold"
    | "import_threshold"
    | "min_minutes"
    | "min_gain_eur"
    | "hours"
    | "max_hours_per_month"
    | "max_customer_loss_eur_per_mwh"
    | "notice_minutes"
  >,
): RuleConditions => ({
  export: toThreshold(rule.export_threshold),
  import: toThreshold(rule.import_threshold),
  minMs: rule.min_minutes * MINUTE_MS,
  minGain: toMillionths(rule.min_gain_eur),
  maxCustomerLoss:
    rule.max_customer_loss_eur_per_mwh === null
      ? null
      : fromEurPerMwh(rule.max_customer_loss_eur_per_mwh),
  hours: rule.hours.map(({ days, time_from, time_to }) => ({
    days,
    fromMinute: toMinuteOfDay(time_from),
    toMinute: toMinuteOfDay(time_to),
  })),
  maxMonthMs: rule.max_hours_per_month === null ? null : rule.max_hours_per_month * HOUR_MS,
  noticeMs: rule.notice_minutes * MINUTE_MS,
});

const toThreshold = (threshold: Rule["export_threshold"]) =>
  threshold && { belowPrice: fromEurPerMwh(threshold.below_eur_per_mwh), type: threshold.type };

/** A location that takes part in controls, with the terms that apply to it. */
interface Participant extends ContractPartner {
  locationId: string;
}

const MARKETS = ["dayAhead", "surplus", "shortage"] as const satisfies Market[];

/** Locations with the same contract terms. */
interface TermsGroup {
  partner: ContractPartner;
  locations: number;
}

/** The versions of the prices of an ISP in the order of their preference, and from when on its local day was complete. */
interface IspVersions {
  prices: Record<Market, readonly DatedPrice[]>;
  completeMs: number;
}

/** Of the versions that were known at a moment, the one that goes before the others. */
const findPreferred = (versions: readonly DatedPrice[], atMs: number): DatedPrice | undefined =>
  versions.find(({ vintageMs }) => vintageMs <= atMs);

/** What is known of the prices, the position and the contracts of a rule's target. */
export class RuleMarket {
  private readonly groups: TermsGroup[] = [];
  private readonly indexOf = new Map<string, number>();
  private readonly completeFromMs = new Map<number, number>();
  private readonly isps = new Map<number, IspVersions>();
  private readonly importPrices = new Map<string, number | undefined>();

  /** `isLenient`: where no terms were recorded at a decision, the first that were recorded later count. */
  constructor(
    readonly inputs: ValueInputs,
    participants: readonly Participant[],
    private readonly isLenient = false,
  ) {
    for (const participant of participants) {
      const key = inputs.getTermsKey(participant);
      const index = this.indexOf.get(key) ?? this.groups.length;
      this.indexOf.set(key, index);
      const group = (this.groups[index] ??= { partner: participant, locations: 0 });
      group.locations += 1;
    }
  }

  /** The number of different contract terms. */
  get termsCount(): number {
    return this.groups.length;
  }

  /** Which of the terms apply to a location. */
  getTermsIndex(partner: ContractPartner): number {
    return this.indexOf.get(this.inputs.getTermsKey(partner))!;
  }

  /** Prices are never used before they were known, also where terms may be. */
  private getPrices(partner: ContractPartner, ispMs: number, atMs: number) {
    const strict = { asOfMs: atMs, isStrict: true };
    const found = this.inputs.getContractPrices(partner, ispMs, strict);
    if (found !== "terms" || !this.isLenient || !this.hasLaterTerms(partner, ispMs, atMs))
      return found;
    const asOfMs = this.inputs.getFirstTermsMs(partner, ispMs);
    return this.inputs.getContractPrices(partner, ispMs, strict, { asOfMs, isStrict: true });
  }

  /** Whether the terms of a partner for an ISP were first recorded after a moment. */
  private hasLaterTerms(partner: ContractPartner, ispMs: number, atMs: number): boolean {
    const firstMs = this.inputs.getFirstTermsMs(partner, ispMs);
    return firstMs > atMs && firstMs < Infinity;
  }

  /** The partners whose terms for an ISP were first recorded after a moment. */
  getPartnersWithLaterTerms(ispMs: number, atMs: number): ContractPartner[] {
    return this.groups
      .map(({ partner }) => partner)
      .filter((partner) => this.hasLaterTerms(partner, ispMs, atMs));
  }

  /**
   * What is known of an ISP at a moment, for a decision made then or at another moment.
   * @param injectionKwh the expected injection of the bidding zone
   */
  know(
    startMs: number,
    atMs: number,
    injectionKwh: number | undefined,
    decidedMs = atMs,
  ): IspKnowledge {
    const isp = this.getIsp(startMs);
    const prices: { -readonly [M in Market]?: DatedPrice } = {};
    for (const market of MARKETS) {
      const found = findPreferred(isp.prices[market], atMs);
      // For a value afterwards it does not count how old a price was.
      if (found) prices[market] = decidedMs === atMs ? found : { ...found, confirmedMs: decidedMs };
    }
    const soldKwh = this.inputs.getSoldKwh(startMs, { asOfMs: atMs, isStrict: true });
    const getImportPrice = () => this.getImportPrice(startMs, atMs);
    return {
      startMs,
      atMs: decidedMs,
      prices,
      isDayComplete: atMs >= isp.completeMs,
      sold: soldKwh === undefined ? undefined : toMillionths(soldKwh),
      injection: injectionKwh === undefined ? undefined : toMillionths(injectionKwh),
      get importPrice() {
        return getImportPrice();
      },
    };
  }

  /** The versions of the prices of an ISP, which a replay compares at each quarter-hour. */
  private getIsp(startMs: number): IspVersions {
    const found = this.isps.get(startMs);
    if (found) return found;
    const toDated = (market: Market) =>
      this.inputs
        .getPriceVersions(market, startMs)
        .map(({ eurPerMwh, vintageMs, confirmedMs }) => ({
          price: fromEurPerMwh(eurPerMwh),
          vintageMs,
          confirmedMs,
        }));
    const isp = {
      prices: {
        dayAhead: toDated("dayAhead"),
        surplus: toDated("surplus"),
        shortage: toDated("shortage"),
      },
      completeMs: this.getCompleteFrom(startMs),
    };
    this.isps.set(startMs, isp);
    return isp;
  }

  /** From when on every ISP of a local day had a day-ahead price. */
  private getCompleteFrom(ispMs: number): number {
    const dayMs = startOfDay(ispMs);
    const found = this.completeFromMs.get(dayMs);
    if (found !== undefined) return found;
    let completeMs = -Infinity;
    for (let ms = dayMs; ms < startOfDay(dayMs, 1); ms += QUARTER_MS) {
      const vintages = this.inputs
        .getPriceVersions("dayAhead", ms)
        .map(({ vintageMs }) => vintageMs);
      completeMs = Math.max(completeMs, Math.min(...vintages));
    }
    this.completeFromMs.set(dayMs, completeMs);
    return completeMs;
  }

  /** What customers pay for a kWh from the grid, on average over locations; undefined if unknown. */
  private getImportPrice(ispMs: number, atMs: number): number | undefined {
    const dayAhead = this.inputs.getPrice("dayAhead", ispMs, { asOfMs: atMs, isStrict: true });
    const key = `${ispMs} ${dayAhead?.vintageMs} ${this.inputs.countTermsVersions(atMs)}`;
    if (this.importPrices.has(key)) return this.importPrices.get(key);
    const prices = this.getContractPrices(ispMs, atMs);
    let [sum, locations] = [0, 0];
    for (const [i, price] of prices?.entries() ?? []) {
      sum += price.customerImport * this.groups[i]!.locations;
      locations += this.groups[i]!.locations;
    }
    const average = locations === 0 ? undefined : Math.round(sum / locations);
    this.importPrices.set(key, average);
    return average;
  }

  /** The contract prices of an ISP for each of the terms, or these; null if one of them is unknown. */
  getContractPrices(ispMs: number, atMs: number, indices?: readonly number[]) {
    const prices = [];
    const groups = indices ? indices.map((i) => this.groups[i]!) : this.groups;
    for (const { partner } of groups) {
      const found = this.getPrices(partner, ispMs, atMs);
      if (typeof found === "string") return null;
      prices.push(found);
    }
    return prices;
  }

  /** The effects of an ISP for each of the terms, with nothing in them yet; null if terms are unknown. */
  emptyEffects(ispMs: number, atMs: number): TermsEffect[] | null {
    const prices = this.getContractPrices(ispMs, atMs);
    return (
      prices?.map((price) => ({ prices: price, lessFeedIn: 0, moreImport: 0, compensated: 0 })) ??
      null
    );
  }

  /** The partners whose terms are unknown for an ISP. */
  getPartnersWithoutTerms(ispMs: number, atMs: number): ContractPartner[] {
    return this.groups
      .map(({ partner }) => partner)
      .filter((partner) => this.getPrices(partner, ispMs, atMs) === "terms");
  }

  /** Whether any version of the prices of an ISP is below a threshold of a rule. */
  mayQualify(rule: RuleConditions, ispMs: number): boolean {
    const { export: exported, import: imported } = rule;
    if (exported)
      for (const market of MARKETS)
        for (const { eurPerMwh } of this.inputs.getPriceVersions(market, ispMs))
          if (fromEurPerMwh(eurPerMwh) < exported.belowPrice) return true;
    if (!imported) return false;
    const atMs = this.inputs.getPriceVersions("dayAhead", ispMs).map(({ vintageMs }) => vintageMs);
    return atMs.some((ms) => (this.getImportPrice(ispMs, ms) ?? Infinity) < imported.belowPrice);
  }
}
