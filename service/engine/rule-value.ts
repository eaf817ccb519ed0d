import {
  getExportPrice,
  isGateClosed,
  priceNames,
  type IspKnowledge,
  type MissingInput,
  type RuleConditions,
} from "./rule.ts";
import { expectedBalance, toAmount, valueEnergy, type KwhPrices } from "./value.ts";

/** What a control changes in an ISP at the locations with the same contract terms. */
export interface TermsEffect {
  lessFeedIn: number;
  moreImport: number;
  /** Curtailed energy of the locations that curtail, which is compensated. */
  compensated: number;
}

/** What an effect is worth in contracts, in micro-euros. */
export interface ContractGain {
  supplier: number;
  customers: number;
}

/** What a control changes in an ISP: the curtailed energy, E₀ − E₁, and what it is worth in the contracts. */
export interface ValuedEffect {
  curtailed: number;
  paid: ContractGain;
}

/** What a control is worth in an ISP: to the supplier, the energy term in it, and to customers. */
export interface IspGain {
  supplier: number;
  energy: number;
  customers: number;
}

/** What an effect is worth in the contracts with the same terms, as `valueContract` says for one. */
export function valueTerms(
  prices: KwhPrices,
  { lessFeedIn, moreImport, compensated }: TermsEffect,
): ContractGain {
  const paid = toAmount(compensated, prices.compensation);
  return {
    supplier:
      toAmount(lessFeedIn, prices.supplierFeedIn) +
      toAmount(moreImport, prices.supplierImport) -
      paid,
    customers:
      toAmount(-lessFeedIn, prices.customerFeedIn) +
      toAmount(-moreImport, prices.customerImport) +
      paid,
  };
}

/**
 * What a control is worth in an ISP, as far as is known: `CF(E₁) − CF(E₀) + f·(X₀ − X₁) + r·(I₁ −
 * I₀) − k·c`; or the markets whose price is missing for it.
 */
export function valueIsp(
  isp: IspKnowledge,
  { curtailed, paid }: ValuedEffect,
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
  const { supplier, customers } = paid;
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
  isps: readonly { isp: IspKnowledge; effect: ValuedEffect }[],
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
