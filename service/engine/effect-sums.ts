import { valueTerms, type ValuedEffect } from "./rule-value.ts";
import type { KwhPrices } from "./value.ts";

/** The change in an ISP in milliwatt-hours, and `FIELDS` sums for each of the terms. */
export interface EffectSum {
  curtailed: number;
  terms: Float64Array;
}

/** The sums of the locations with the same terms: less feed-in, more import and compensated energy. */
const FIELDS = 3;

/**
 * What a control changes in ISPs, summed over locations in milliwatt-hours. Each ISP has the curtailed
 * energy, then three sums of each of the terms.
 */
export class EffectSums {
  private readonly width: number;
  private readonly sums: Float64Array;

  constructor(isps: number, termsCount: number) {
    this.width = 1 + FIELDS * termsCount;
    this.sums = new Float64Array(isps * this.width);
  }

  /** Adds the energies of a location with these terms without and with the control to an ISP. */
  add(isp: number, terms: number, without: number, withControl: number): void {
    const { sums } = this;
    const change = without - withControl;
    const row = isp * this.width;
    const at = row + 1 + FIELDS * terms;
    sums[row]! += change;
    sums[at]! += Math.max(without, 0) - Math.max(withControl, 0);
    sums[at + 1]! += Math.max(-withControl, 0) - Math.max(-without, 0);
    sums[at + 2]! += Math.max(change, 0);
  }

  /** The sums of an ISP. */
  get(isp: number): EffectSum {
    const [from, to] = [isp * this.width, (isp + 1) * this.width];
    return { curtailed: this.sums[from]!, terms: this.sums.slice(from + 1, to) };
  }
}

/** The sums of a share of the energy, or of many times as much. */
export const scaleSum = ({ curtailed, terms }: EffectSum, factor: number): EffectSum => ({
  curtailed: Math.round(curtailed * factor),
  terms: terms.map((one) => Math.round(one * factor)),
});

/** A change with what it is worth in the contracts, by the prices of each of the terms. */
export function valueSum(
  { curtailed, terms }: EffectSum,
  prices: readonly KwhPrices[],
): ValuedEffect {
  const paid = { supplier: 0, customers: 0 };
  for (let i = 0; i < prices.length; i++) {
    const at = FIELDS * i;
    const effect = {
      lessFeedIn: terms[at]!,
      moreImport: terms[at + 1]!,
      compensated: terms[at + 2]!,
    };
    const gain = valueTerms(prices[i]!, effect);
    paid.supplier += gain.supplier;
    paid.customers += gain.customers;
  }
  return { curtailed, paid };
}
