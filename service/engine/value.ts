/**
 * What a control is worth in euros. Energies are whole milliwatt-hours, prices whole micro-euros
 * per kWh (thousandths of a EUR/MWh) and amounts whole micro-euros. Each amount of a location and
 * an ISP is rounded once, half away from zero, and every sum is a sum of such amounts: sums by ISP,
 * location, customer and zone agree exactly.
 */
import { getLocalDay, HOUR_MS, startOfDay } from "../../lib/time/amsterdam.ts";

const PER_UNIT = 1_000_000;

/** A price of `dayAheadFactor · day-ahead price + eurPerKwh`; it is fixed if the factor is 0. */
export interface PriceFormula {
  dayAheadFactor: number;
  eurPerKwh: number;
}

/** The terms of a contract, without VAT, in EUR/kWh. */
export interface ContractTerms {
  /** What the supplier pays for a kWh that the customer feeds in. */
  feedIn: PriceFormula;
  /** What the supplier bills for a kWh that the customer takes, without the markup. */
  import: PriceFormula;
  markupEurPerKwh: number;
  energyTaxEurPerKwh: number;
  vatPercent: number;
  /** What the customer gets per curtailed kWh. */
  compensationEurPerKwh: number;
  /** What the supplier pays per kWh that a battery charges or discharges because of controls. */
  wearEurPerKwh: number;
  /** Whether the customer's feed-in counts against what they take; the law ends it in 2027. */
  netting: boolean;
}

/** Prices in micro-euros per kWh, as the supplier and as the customer pays or receives them. */
export interface KwhPrices {
  supplierFeedIn: number;
  supplierImport: number;
  customerFeedIn: number;
  customerImport: number;
  compensation: number;
  wear: number;
}

/** Amounts of one side in micro-euros; positive is a gain. */
export interface ContractAmounts {
  feedIn: number;
  import: number;
  compensation: number;
  wear: number;
}

/** The prices of an ISP in micro-euros per kWh; undefined if unknown. */
export interface MarketPrices {
  dayAhead?: number;
  /** For energy beyond the position sold. */
  surplus?: number;
  /** For energy that the position sold lacks. */
  shortage?: number;
}
export type Market = keyof MarketPrices;
export const markets = ["dayAhead", "surplus", "shortage"] as const satisfies Market[];

/** What a portfolio injected and sold in an ISP, without and with the control, in milliwatt-hours. */
export interface Balance {
  injectedWithout: number;
  injected: number;
  soldWithout: number;
  sold: number;
}

/** Energy in milliwatt-hours of a power in kW. */
export const toMilliwattHours = (kw: number, durationMs: number): number =>
  Math.round((kw * durationMs * PER_UNIT) / HOUR_MS) + 0;

/** A price in micro-euros per kWh. */
export const fromEurPerKwh = (eur: number): number => Math.round(eur * PER_UNIT) + 0;
export const fromEurPerMwh = (eur: number): number => Math.round(eur * 1_000) + 0;

const divideRounded = (dividend: number, divisor: number): number => {
  const rest = Math.abs(dividend % divisor);
  const whole = (Math.abs(dividend) - rest) / divisor + (rest * 2 >= divisor ? 1 : 0);
  return Math.sign(dividend) * whole + 0;
};

/** Micro-euros of an energy at a price, exactly, rounded half away from zero. */
export function toAmount(milliwattHours: number, price: number): number {
  const product = milliwattHours * price;
  if (Number.isSafeInteger(product)) return divideRounded(product, PER_UNIT);
  const exact = BigInt(milliwattHours) * BigInt(price);
  const size = exact < 0n ? -exact : exact;
  const rounded = Number((size + BigInt(PER_UNIT / 2)) / BigInt(PER_UNIT));
  return exact < 0n ? -rounded : rounded;
}

/** Netting of feed-in ends in the Netherlands at this moment. */
const NETTING_ENDS_MS = getLocalDay("2027-01-01").startMs;

const formulaPrice = (
  { dayAheadFactor, eurPerKwh }: PriceFormula,
  dayAhead: number | undefined,
): number | undefined => {
  if (dayAheadFactor === 0) return fromEurPerKwh(eurPerKwh);
  if (dayAhead === undefined) return undefined;
  return Math.round(dayAheadFactor * dayAhead) + fromEurPerKwh(eurPerKwh);
};

/** The prices of a contract in an ISP; null if they need a day-ahead price that is unknown. */
export function getKwhPrices(
  terms: ContractTerms,
  dayAhead: number | undefined,
  ispStartMs: number,
): KwhPrices | null {
  const feedIn = formulaPrice(terms.feedIn, dayAhead);
  const basic = formulaPrice(terms.import, dayAhead);
  if (feedIn === undefined || basic === undefined) return null;
  const supplierImport = basic + fromEurPerKwh(terms.markupEurPerKwh);
  const taxed = supplierImport + fromEurPerKwh(terms.energyTaxEurPerKwh);
  const customerImport = divideRounded(
    taxed * (10_000 + Math.round(terms.vatPercent * 100)),
    10_000,
  );
  const nets = terms.netting && ispStartMs < NETTING_ENDS_MS;
  return {
    supplierFeedIn: nets ? supplierImport : feedIn,
    supplierImport,
    customerFeedIn: nets ? customerImport : feedIn,
    customerImport,
    compensation: fromEurPerKwh(terms.compensationEurPerKwh),
    wear: fromEurPerKwh(terms.wearEurPerKwh),
  };
}

/**
 * What a control changed in the contract of a location in an ISP, for the supplier
 * `f·(X₀ − X₁) + r·(I₁ − I₀) − k·c − w·d` and for the customer with their own prices: feed-in X, import
 * I, and curtailed energy c = E₀ − E₁ where it is positive. Energy tax and VAT are the customer's. d is
 * what the battery charged and discharged less what it would have without the control; negative where
 * the control spared it.
 */
export function valueContract(
  counterfactual: number,
  measured: number,
  prices: KwhPrices,
  addedThroughput = 0,
): { supplier: ContractAmounts; customer: ContractAmounts } {
  const lessFeedIn = Math.max(counterfactual, 0) - Math.max(measured, 0);
  const moreImport = Math.max(-measured, 0) - Math.max(-counterfactual, 0);
  const compensation = toAmount(Math.max(counterfactual - measured, 0), prices.compensation);
  const wear = toAmount(addedThroughput, prices.wear);
  return {
    supplier: {
      feedIn: toAmount(lessFeedIn, prices.supplierFeedIn),
      import: toAmount(moreImport, prices.supplierImport),
      compensation: 0 - compensation,
      wear: 0 - wear,
    },
    customer: {
      feedIn: toAmount(-lessFeedIn, prices.customerFeedIn),
      import: toAmount(-moreImport, prices.customerImport),
      compensation,
      wear,
    },
  };
}

/**
 * The change of `CF(E) = S·DA + max(E − S, 0)·P_surplus − max(S − E, 0)·P_shortage` by the control,
 * in micro-euros, or the markets whose price it needs and does not have.
 */
export function valueEnergy(
  { injectedWithout, injected, soldWithout, sold }: Balance,
  prices: MarketPrices,
): { amount: number } | { missing: Market[] } {
  const surplus = Math.max(injected - sold, 0) - Math.max(injectedWithout - soldWithout, 0);
  const shortage = Math.max(sold - injected, 0) - Math.max(soldWithout - injectedWithout, 0);
  const volumes: [Market, number][] = [
    ["dayAhead", sold - soldWithout],
    ["surplus", surplus],
    ["shortage", -shortage],
  ];
  const traded = volumes.filter(([, volume]) => volume !== 0);
  const missing = traded.flatMap(([market]) => (prices[market] === undefined ? [market] : []));
  if (missing.length > 0) return { missing };
  return {
    amount: traded.reduce((sum, [market, volume]) => sum + toAmount(volume, prices[market]!), 0),
  };
}

/**
 * The balance before delivery where position or forecast of the portfolio is not known, or before the
 * gate closes: the portfolio injects what it sold. A control accepted before the gate closed was not
 * sold; a later one is missing from what was sold.
 */
export const expectedBalance = (curtailed: number, isBeforeGate: boolean): Balance => ({
  injectedWithout: 0,
  soldWithout: 0,
  injected: 0 - curtailed,
  sold: isBeforeGate ? 0 - curtailed : 0,
});

/**
 * What net injection (kW) lacks through a control over a time, in milliwatt-hours; 0 where it is not
 * known.
 */
export const toCurtailed = (withoutKw: number, injectedKw: number, ms: number): number =>
  Number.isFinite(withoutKw - injectedKw)
    ? toMilliwattHours(withoutKw, ms) - toMilliwattHours(injectedKw, ms)
    : 0;

/** What controls changed in an ISP, in milliwatt-hours. */
export interface ControlEnergy {
  curtailed: number;
  /** What their plans left out of the position sold: those accepted before the gate closed. */
  unsold: number;
}
export const NO_ENERGY: ControlEnergy = { curtailed: 0, unsold: 0 };

export const addEnergies = (a: ControlEnergy, b: ControlEnergy): ControlEnergy => ({
  curtailed: a.curtailed + b.curtailed,
  unsold: a.unsold + b.unsold,
});

/**
 * The balance of a portfolio of which is known what it injected with all controls of the ISP. Controls
 * are in order of acceptance: each changes the portfolio under those before it, so what `newer` ones
 * curtailed is added back. What was sold without a control accepted before the gate closed is what was
 * sold and what its plan left out.
 */
export function toBalance(
  { injected, sold }: { injected: number; sold: number },
  { curtailed, unsold }: ControlEnergy,
  newer: ControlEnergy = NO_ENERGY,
): Balance {
  const portfolio = { injected: injected + newer.curtailed, sold: sold + newer.unsold };
  return {
    ...portfolio,
    injectedWithout: portfolio.injected + curtailed,
    soldWithout: portfolio.sold + unsold,
  };
}

/** When the day-ahead auction of an ISP closes: noon of the day before, Europe/Amsterdam. */
export const getGateClosure = (ispStartMs: number): number => startOfDay(ispStartMs) - 12 * HOUR_MS;
