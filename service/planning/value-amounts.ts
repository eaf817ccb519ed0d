import { mapAmounts, MICRO_EUR_PER_CENT, sumAmounts } from "../engine/statement.ts";
import type { ContractAmounts } from "../engine/value.ts";
import type { ContractSum, RoundedSum } from "./value.ts";

const MICRO_EUR = 1e6;
export const toEur = (microEur: number): number => microEur / MICRO_EUR;
export const toKwh = (milliwattHours: number): number => milliwattHours / 1e6;
export const roundKwh = (kwh: number): number => Math.round(kwh * 1e3) / 1e3;

/** The amounts of one side as answers have them. @param perEur how much of their unit a euro is */
export const toContractEur = (amounts: ContractAmounts | null, perEur: number) => ({
  feed_in_eur: amounts && amounts.feedIn / perEur,
  import_eur: amounts && amounts.import / perEur,
  compensation_eur: amounts && amounts.compensation / perEur,
  wear_eur: amounts && amounts.wear / perEur,
});

/** The amounts of a side in micro-euros, in whole cents where they are rounded; null if one is unknown. */
function getAmounts(
  sum: ContractSum & Partial<RoundedSum>,
  side: "supplier" | "customer",
): ContractAmounts | null {
  if (sum.isIncomplete) return null;
  if (!sum.cents) return sum[side];
  return mapAmounts(sum.cents[side], (cents) => cents * MICRO_EUR_PER_CENT);
}

export function toCustomersValue(sum: ContractSum | RoundedSum) {
  const amounts = getAmounts(sum, "customer");
  return { eur: amounts && toEur(sumAmounts(amounts)), ...toContractEur(amounts, MICRO_EUR) };
}

/** @param energy the energy term in micro-euros; null if it is unknown */
export function toSupplierValue(sum: ContractSum | RoundedSum, energy: number | null) {
  const amounts = getAmounts(sum, "supplier");
  return {
    eur: amounts === null || energy === null ? null : toEur(energy + sumAmounts(amounts)),
    energy_eur: energy === null ? null : toEur(energy),
    ...toContractEur(amounts, MICRO_EUR),
  };
}
