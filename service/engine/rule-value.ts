import {
  getExportPrice,
  isGateClosed,
  priceNames,
  type IspKnowledge,
  type MissingInput,
  type RuleConditions,
} from "./rule.ts";
import { expectedBalance, toAmount, valueContract, valueEnergy, type KwhPrices } from "./value.ts";

/** What a control changes in an ISP at the locations with the same contract terms. */
export interface TermsEffect {
  prices: KwhPrices;
  lessFeedIn: number;
  moreImport: number;
  /** Curtailed energy of the locations that curtail, which is compensated. */
  compensated: number;
}

/** The effect of a share of the energy, or of many times as much. */
export const scaleTerms = <T extends Omit<TermsEffect, "prices">>(terms: T, factor: number): T => ({
  ...terms,
  lessFeedIn: Math.round(terms.lessFeedIn * factor),
  moreImport: Math.round(terms.moreImport * factor),
  compensated: Math.round(terms.compensated * factor),
});

/** What a control changes in an ISP: the curtailed energy, E₀ − E₁, and the contracts. */
export interface IspEffect {
  curtailed: number;
  contracts: readonly TermsEffect[];
}

/** What a control is worth in an ISP: to the supplier, the energy term in it, and to customers. */
export interface IspGain {
  supplier: number;
  energy: number;
  customers: number;
}

/** Adds a location's energies with and without a control to those with the same terms. */
export function addToTerms(
  to: Omit<TermsEffect, "prices">,
  without: number,
  withControl: number,
): void {
  to.lessFeedIn += Math.max(without, 0) - Math.max(withControl, 0);
  to.moreImport += Math.max(-withControl, 0) - Math.max(-without, 0);
  to.compensated += Math.max(without - withControl, 0);
}

const sum = (amounts: { feedIn: number; import: number; compensation: number }): number =>
  amounts.feedIn + amounts.import + amounts.compensation;

/** What an effect is worth in the contracts, by `valueContract` for each of the terms. */
function valueTerms({ prices, lessFeedIn, moreImport, compensated }: TermsEffect) {
  // Feed-in and import of `valueContract` are those of one location; here they are sums over many.
  const fed = valueContract(lessFeedIn, 0, { ...prices, compensation: 0 });
  const taken = valueContract(0, -moreImport, { ...prices, compensation: 0 });
  const paid = toAmount(compensated, prices.compensation);
  return {
    supplier: sum(fed.supplier) + sum(taken.supplier) - paid,
    customers: sum(fed.customer) + sum(taken.customer) + paid,
  };
}

/** What an effect is worth in all contracts. */
export function valueContracts(contracts: readonly TermsEffect[]) {
  const gain = { supplier: 0, customers: 0 };
  for (const terms of contracts) {
    const contract = valueTerms(terms);
    gain.supplier += contract.supplier;
    gain.customers += contract.customers;
  }
  return gain;
}

/**
 * What a control is worth in an ISP, as far as is known: `CF(E₁) − CF(E₀) + f·(X₀ − X₁) + r·(I₁ −
 * I₀) − k·c`; or the markets whose price is missing for it.
 * @param paid what it is worth in the contracts, if that is known already
 */
export function valueIsp(
  isp: IspKnowledge,
  { curtailed, contracts }: IspEffect,
  paid?: ReturnType<typeof valueContracts>,
): IspGain | { missing: MissingInput[] } {
  const exported = getExportPrice(isp);
  if ("missing" in exported) return exported;
  const balance = isGateClosed(isp)
    ? {
        injectedWithout: isp.injection!,
        injected: isp.injection! - curtailed,
        soldWithout: isp.sold!,
        sold: isp.sold!,
      }
    : expectedBalance(curtailed, true);
  const marketPrices = {
    ...(isp.prices.dayAhead && { dayAhead: isp.prices.dayAhead.price }),
    ...(isp.prices.surplus && { surplus: isp.prices.surplus.price }),
    ...(isp.prices.shortage && { shortage: isp.prices.shortage.price }),
  };
  const energy = valueEnergy(balance, marketPrices);
  if ("missing" in energy) return { missing: energy.missing.map((market) => priceNames[market]) };
  const { supplier, customers } = paid ?? valueContracts(contracts);
  return { supplier: energy.amount + supplier, energy: energy.amount, customers };
}

/** Why a rule leaves a window. */
export type Refusal = "no_effect" | "below_min_gain" | "customer_loss" | MissingInput;

/** What a window is worth, and whether that is enough. */
export interface Assessment {
  gain: IspGain | null;
  curtailed: number;
  refusals: Refusal[];
}

/**
 * Whether a window is worth a control: it has an effect, the supplier gains the minimum, and customers
 * lose no more than the rule allows.
 */
export function assessWindow(
  rule: RuleConditions,
  isps: readonly { isp: IspKnowledge; effect: IspEffect }[],
): Assessment {
  const gain: IspGain = { supplier: 0, energy: 0, customers: 0 };
  const missing = new Set<MissingInput>();
  let curtailed = 0;
  for (const { isp, effect } of isps) {
    curtailed += effect.curtailed;
    const value = valueIsp(isp, effect);
    if ("missing" in value) for (const one of value.missing) missing.add(one);
    else {
      gain.supplier += value.supplier;
      gain.energy += value.energy;
      gain.customers += value.customers;
    }
  }
  if (missing.size > 0) return { gain: null, curtailed, refusals: [...missing] };
  if (curtailed <= 0) return { gain, curtailed, refusals: ["no_effect"] };
  const refusals: Refusal[] = [];
  if (gain.supplier <= 0 || gain.supplier < rule.minGain) refusals.push("below_min_gain");
  const { maxCustomerLoss } = rule;
  if (maxCustomerLoss !== null && -gain.customers > toAmount(curtailed, maxCustomerLoss))
    refusals.push("customer_loss");
  return { gain, curtailed, refusals };
}
