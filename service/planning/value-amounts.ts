import { fromMillionths } from "../../lib/energy/exact-sums.ts";
import { sumAmounts } from "../engine/statement.ts";
import type { ContractAmounts } from "../engine/value.ts";
import type { ContractSum } from "./value.ts";

/** Euros of micro-euros. */
export const toEur = fromMillionths;
/** Kilowatt-hours of milliwatt-hours. */
export const toKwh = fromMillionths;
export const roundKwh = (kwh: number): number => Math.round(kwh * 1e3) / 1e3 + 0;
/** The same to the watt-hour. */
export const toRoundedKwh = (milliwattHours: number): number => roundKwh(toKwh(milliwattHours));

/** The amounts of one side in euros; null if one of them is unknown. */
export const toContractEur = (amounts: ContractAmounts | null) => ({
  feed_in_eur: amounts && toEur(amounts.feedIn),
  import_eur: amounts && toEur(amounts.import),
  compensation_eur: amounts && toEur(amounts.compensation),
  wear_eur: amounts && toEur(amounts.wear),
});

type Amounts = Pick<ContractSum, "supplier" | "customer" | "isIncomplete">;

export function toCustomersValue({ customer, isIncomplete }: Amounts) {
  const amounts = isIncomplete ? null : customer;
  return { eur: amounts && toEur(sumAmounts(amounts)), ...toContractEur(amounts) };
}

/** @param energy the energy term in micro-euros; null if it is unknown */
export function toSupplierValue({ supplier, isIncomplete }: Amounts, energy: number | null) {
  const amounts = isIncomplete ? null : supplier;
  return {
    eur: amounts === null || energy === null ? null : toEur(energy + sumAmounts(amounts)),
    energy_eur: energy === null ? null : toEur(energy),
    ...toContractEur(amounts),
  };
}
