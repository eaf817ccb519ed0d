/**
 * Sums of a statement. The amounts of a control at a location come in whole micro-euros. A cent is
 * rounded there, once for each amount, half away from zero; groups, customers, zones and the
 * statement add whole cents, so that all of them agree. Energies are rounded to a Wh in the same way.
 */
import type { ControlType } from "../../lib/contract/index.ts";
import type { ContractAmounts } from "./value.ts";

export const MICRO_EUR_PER_CENT = 10_000;
const MILLIWATT_HOURS_PER_WH = 1_000;

/** Rounds a quotient of whole numbers, half away from zero. */
function roundQuotient(dividend: number, divisor: number): number {
  const size = Math.abs(dividend);
  const rest = size % divisor;
  const whole = (size - rest) / divisor + (rest * 2 >= divisor ? 1 : 0);
  return Math.sign(dividend) * whole + 0;
}

/** Whole cents of micro-euros. */
export const toCents = (microEur: number): number => roundQuotient(microEur, MICRO_EUR_PER_CENT);
/** Whole watt-hours of milliwatt-hours. */
export const toWh = (milliwattHours: number): number =>
  roundQuotient(milliwattHours, MILLIWATT_HOURS_PER_WH);

/** Whether the energy of a control of this type is lost energy. */
export const lowersInjection = (type: ControlType): boolean => type !== "MAX_PRODUCTION";

/** A sum in whole cents and watt-hours. */
export interface StatementSum {
  volumeWh: number;
  lostWh: number;
  supplier: ContractAmounts;
  customer: ContractAmounts;
  /** Whether an amount in it is unknown. */
  isIncomplete: boolean;
}

/** What a control came to at a location, in milliwatt-hours and micro-euros. */
export interface UnroundedSum {
  curtailed: number;
  lost: number;
  supplier: ContractAmounts;
  customer: ContractAmounts;
  isIncomplete: boolean;
}

/** The amounts of one side, each changed. */
export const mapAmounts = (
  amounts: ContractAmounts,
  change: (amount: number, name: keyof ContractAmounts) => number,
): ContractAmounts => ({
  feedIn: change(amounts.feedIn, "feedIn"),
  import: change(amounts.import, "import"),
  compensation: change(amounts.compensation, "compensation"),
  wear: change(amounts.wear, "wear"),
});

/** Each amount of a control at a location in a month, rounded to a cent: the one place for it. */
export const toCentAmounts = (amounts: ContractAmounts): ContractAmounts =>
  mapAmounts(amounts, toCents);

/** The row of a control at a location. */
export function toRowSum(sum: UnroundedSum, isLost: boolean): StatementSum {
  return {
    volumeWh: toWh(sum.curtailed),
    lostWh: isLost ? toWh(sum.lost) : 0,
    supplier: toCentAmounts(sum.supplier),
    customer: toCentAmounts(sum.customer),
    isIncomplete: sum.isIncomplete,
  };
}

export const emptyStatementSum = (): StatementSum => ({
  volumeWh: 0,
  lostWh: 0,
  supplier: { feedIn: 0, import: 0, compensation: 0, wear: 0 },
  customer: { feedIn: 0, import: 0, compensation: 0, wear: 0 },
  isIncomplete: false,
});

/** The sum of two rows or sums. */
export const addStatementSums = (a: StatementSum, b: StatementSum): StatementSum => ({
  volumeWh: a.volumeWh + b.volumeWh,
  lostWh: a.lostWh + b.lostWh,
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
