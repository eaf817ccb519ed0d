import { MICRO_EUR_PER_CENT } from "../engine/statement.ts";
import type { ContractAmounts } from "../engine/value.ts";
import type { ContractSum, RoundedSum } from "./value.ts";

export const toEur = (microEur: number): number => microEur / 1e6;
export const toKwh = (milliwattHours: number): number => milliwattHours / 1e6;
export const roundKwh = (kwh: number): number => Math.round(kwh * 1e3) / 1e3;
const sumAmounts = (amounts: ContractAmounts): number =>
  amounts.feedIn + amounts.import + amounts.compensation + amounts.wear;

const toContractEur = (amounts: ContractAmounts | null) => ({
  feed_in_eur: amounts && toEur(amounts.feedIn),
  import_eur: amounts && toEur(amounts.import),
  compensation_eur: amounts && toEur(amounts.compensation),
  wear_eur: amounts && toEur(amounts.wear),
});

/** The amounts of a side in micro-euros, in whole cents where they are rounded; null if one is unknown. */
function getAmounts(
  sum: ContractSum & Partial<RoundedSum>,
  side: "supplier" | "customer",
): ContractAmounts | null {
  if (sum.isIncomplete) return null;
  if (!sum.cents) return sum[side];
  const { feedIn, import: bill, compensation, wear } = sum.cents[side];
  return {
    feedIn: feedIn * MICRO_EUR_PER_CENT,
    import: bill * MICRO_EUR_PER_CENT,
    compensation: compensation * MICRO_EUR_PER_CENT,
    wear: wear * MICRO_EUR_PER_CENT,
  };
}

export function toCustomersValue(sum: ContractSum | RoundedSum) {
  const amounts = getAmounts(sum, "customer");
  return { eur: amounts && toEur(sumAmounts(amounts)), ...toContractEur(amounts) };
}

/** @param energy the energy term in micro-euros; null if it is unknown */
export function toSupplierValue(sum: ContractSum | RoundedSum, energy: number | null) {
  const amounts = getAmounts(sum, "supplier");
  return {
    eur: amounts === null || energy === null ? null : toEur(energy + sumAmounts(amounts)),
    energy_eur: energy === null ? null : toEur(energy),
    ...toContractEur(amounts),
  };
}
