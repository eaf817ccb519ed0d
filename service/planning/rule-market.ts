import type { Rule } from "../../lib/contract/index.ts";
import { toMillionths } from "../../lib/energy/exact-sums.ts";
import { ceilQuarter, dayAt, HOUR_MS, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { toMinuteOfDay } from "../../lib/time/hours-off.ts";
import { fromEurPerMwh, markets, type Market } from "../engine/value.ts";
import type { DatedPrice, IspKnowledge, RuleConditions, Threshold } from "../engine/rule.ts";
import type { RuleTerms } from "./rule-terms.ts";
import type { DecisionTimes } from "../store/decision-times.ts";
import type { PriceVersion } from "../store/price-versions.ts";
import type { KnowledgeTime } from "./terms-table.ts";
import type { ValueInputs } from "./value-inputs.ts";

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

/** What is known of the prices, the position and the contracts of a rule's target. */
export class RuleMarket {
  private readonly completeFromMs = new Map<number, number>();

  constructor(
    readonly inputs: ValueInputs,
    readonly terms: RuleTerms,
  ) {}

  /**
   * What is known of an ISP at a moment.
   * @param injectionKwh the expected injection of the bidding zone
   */
  know(startMs: number, atMs: number, injectionKwh: number | undefined): IspKnowledge {
    const at = { asOfMs: atMs, isStrict: true };
    const getImportPrice = once(() => this.terms.getImportPrice(startMs, atMs));
    return {
      startMs,
      atMs,
      prices: this.findPrices(startMs, at),
      isDayComplete: atMs >= this.getCompleteFrom(startMs),
      ...this.toBalance(startMs, at, injectionKwh),
      get importPrice() {
        return getImportPrice();
      },
    };
  }

  /**
   * What is known of an ISP afterwards, for a decision that was made at another moment: settled prices,
   * of which it does not count how old they are.
   */
  knowSettled(
    startMs: number,
    decidedMs: number,
    { nowMs, injectionKwh }: { nowMs: number; injectionKwh: number | undefined },
  ): IspKnowledge {
    const at = { asOfMs: nowMs, isStrict: true, isSettled: true };
    const prices = this.findPrices(startMs, at, decidedMs);
    const isDayComplete = nowMs >= this.getCompleteFrom(startMs);
    const balance = this.toBalance(startMs, at, injectionKwh);
    return { startMs, atMs: decidedMs, prices, isDayComplete, ...balance };
  }

  /** The prices that count at a moment, with when they were confirmed if that is another one. */
  private findPrices(startMs: number, at: KnowledgeTime, confirmedMs?: number) {
    const prices: { -readonly [M in Market]?: DatedPrice } = {};
    for (const market of markets) {
      const found = this.inputs.getPrice(market, startMs, at);
      if (found) prices[market] = toDated(found, confirmedMs);
    }
    return prices;
  }

  private toBalance(startMs: number, at: KnowledgeTime, injectionKwh: number | undefined) {
    const soldKwh = this.inputs.getSoldKwh(startMs, at);
    return {
      sold: soldKwh === undefined ? undefined : toMillionths(soldKwh),
      injection: injectionKwh === undefined ? undefined : toMillionths(injectionKwh),
    };
  }

  /** From when on every ISP of a local day had a day-ahead price. */
  private getCompleteFrom(ispMs: number): number {
    const { startMs: dayMs, endMs } = this.getDay(ispMs);
    const found = this.completeFromMs.get(dayMs);
    if (found !== undefined) return found;
    let completeMs = -Infinity;
    for (let ms = dayMs; ms < endMs; ms += QUARTER_MS) {
      const firstMs = this.inputs.prices.get("dayAhead", ms)?.getFirstMs() ?? Infinity;
      completeMs = Math.max(completeMs, firstMs);
    }
    this.completeFromMs.set(dayMs, completeMs);
    return completeMs;
  }

  private getDay(ms: number) {
    if (ms < this.day.startMs || ms >= this.day.endMs) this.day = dayAt(ms);
    return this.day;
  }
  private day = { startMs: Infinity, endMs: -Infinity };

  /** Whether a decision may find a price of an ISP below a threshold of a rule. */
  mayQualify(rule: RuleConditions, ispMs: number, { nowMs, reachMs }: DecisionSpan): boolean {
    const { export: exported, import: imported } = rule;
    if (exported && markets.some((market) => this.hasPriceBelow(market, ispMs, exported)))
      return true;
    if (!imported) return false;
    const versions = this.inputs.prices.get("dayAhead", ispMs);
    const firstMs = ceilQuarter(ispMs - reachMs);
    const moments = new Set([firstMs, ...this.inputs.getTermsChanges(firstMs, ispMs)]);
    for (let i = 0; i < (versions?.length ?? 0); i++)
      moments.add(Math.max(firstMs, ceilQuarter(versions!.getVintageMs(i))));
    return [...moments].some((ms) => {
      const price = this.terms.getImportPrice(ispMs, Math.min(ms, nowMs));
      return price !== undefined && price < imported.belowPrice;
    });
  }

  private hasPriceBelow(market: Market, ispMs: number, { belowPrice }: Threshold): boolean {
    const versions = this.inputs.prices.get(market, ispMs);
    for (let i = 0; i < (versions?.length ?? 0); i++)
      if (fromEurPerMwh(versions!.getEurPerMwh(i)) < belowPrice) return true;
    return false;
  }
}

/** When decisions on an ISP are made: from so long before it on, until its start and until now. */
type DecisionSpan = Required<DecisionTimes>;

const toDated = (
  { eurPerMwh, vintageMs, confirmedMs }: PriceVersion,
  countedMs = confirmedMs,
): DatedPrice => ({ price: fromEurPerMwh(eurPerMwh), vintageMs, confirmedMs: countedMs });

/** A value that is computed when it is first needed. */
function once<T>(compute: () => T): () => T {
  let found: { value: T } | null = null;
  return () => (found ??= { value: compute() }).value;
}
