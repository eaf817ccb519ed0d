/**
 * Sums of a statement. The amounts of a control at a location are whole micro-euros and its energies
 * whole milliwatt-hours. Controls, locations, groups, customers and zones add these, so that all of them
 * agree exactly. Rows of formats 1 to 3 were rounded to a cent and a Wh first, half away from zero.
 */
import type { ControlType } from "../../lib/contract/index.ts";
import type { ContractAmounts } from "./value.ts";

const MICRO_EUR_PER_CENT = 10_000;
const MILLIWATT_HOURS_PER_WH = 1_000;

/** Rounds a quotient of whole numbers, half away from zero. */
function roundQuotient(dividend: number, divisor: number): number {
  const size = Math.abs(dividend);
  const rest = size % divisor;
  const whole = (size - rest) / divisor + (rest * 2 >= divisor ? 1 : 0);
  return Math.sign(dividend) * whole + 0;
}

const roundTo = (unit: number) => (amount: number) => roundQuotient(amount, unit) * unit;
/** Micro-euros of whole cents. */
export const roundToCent = roundTo(MICRO_EUR_PER_CENT);
const roundToWh = roundTo(MILLIWATT_HOURS_PER_WH);

/** Whether the energy of a control of this type is lost energy. */
export const lowersInjection = (type: ControlType): boolean => type !== "MAX_PRODUCTION";

/** What controls came to, in milliwatt-hours and micro-euros. */
export interface StatementSum {
  curtailed: number;
  lost: number;
  supplier: ContractAmounts;
  customer: ContractAmounts;
  /** Whether an amount in it is unknown. */
  isIncomplete: boolean;
}

/** The amounts of one side, each changed. */
const mapAmounts = (
  amounts: ContractAmounts,
  change: (amount: number, name: keyof ContractAmounts) => number,
): ContractAmounts => ({
  feedIn: change(amounts.feedIn, "feedIn"),
  import: change(amounts.import, "import"),
  compensation: change(amounts.compensation, "compensation"),
  wear: change(amounts.wear, "wear"),
});

/** The row of a control at a location. */
export const toRowSum = (sum: StatementSum, isLost: boolean): StatementSum => ({
  curtailed: sum.curtailed,
  lost: isLost ? sum.lost : 0,
  supplier: sum.supplier,
  customer: sum.customer,
  isIncomplete: sum.isIncomplete,
});

/** A row as formats 1 to 3 have it: each amount rounded to a cent, each energy to a Wh. */
export const toRoundedRow = (sum: StatementSum): StatementSum => ({
  curtailed: roundToWh(sum.curtailed),
  lost: roundToWh(sum.lost),
  supplier: mapAmounts(sum.supplier, roundToCent),
  customer: mapAmounts(sum.customer, roundToCent),
  isIncomplete: sum.isIncomplete,
});

export const emptyStatementSum = (): StatementSum => ({
  curtailed: 0,
  lost: 0,
  supplier: { feedIn: 0, import: 0, compensation: 0, wear: 0 },
  customer: { feedIn: 0, import: 0, compensation: 0, wear: 0 },
  isIncomplete: false,
});

/** The sum of two rows or sums. */
export const addStatementSums = (a: StatementSum, b: StatementSum): StatementSum => ({
  curtailed: a.curtailed + b.curtailed,
  lost: a.lost + b.lost,
  supplier: mapAmounts(a.supplier, (amount, name) => amount + b.supplier[name]),
  customer: mapAmounts(a.customer, (amount, name) => amount + b.customer[name]),
  isIncomplete: a.isIncomplete || b.isIncomplete,
});

/** Sums by a key, in order of its first use. */
export function sumBy<T>(
  rows: readonly T[],
  getKey: (row: T) => string | null,
  getSum: (row: T) => StatementSum,
): Map<string | null, StatementSum> {
  const sums = new Map<string | null, StatementSum>();
  for (const row of rows) {
    const key = getKey(row);
    sums.set(key, addStatementSums(sums.get(key) ?? emptyStatementSum(), getSum(row)));
  }
  return sums;
}

/** All amounts of one side together, in their unit. */
export const sumAmounts = ({ feedIn, import: bill, compensation, wear }: ContractAmounts): number =>
  feedIn + bill + compensation + wear;
