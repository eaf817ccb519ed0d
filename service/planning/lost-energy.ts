import type { ControlType, LostEnergyList, MonthLostEnergy } from "../../lib/contract/index.ts";
import { addMonths, getMonth, getMonthSpan } from "../../lib/time/month.ts";
import { lowersInjection, roundToCent, sumAmounts } from "../engine/statement.ts";
import type { ControlRow } from "../store/control-list.ts";
import { readCustomerEnergies, type LocationEnergies } from "../store/control-energies.ts";
import { readRecordedUntil } from "../store/partitions.ts";
import type { Db } from "../store/store.ts";
import { getRunParts } from "./delivery-report.ts";
import { sumContracts } from "./contract-sums.ts";
import { addSum, emptySum, type ContractSum, type ContractSums } from "./value.ts";
import { isPartRecorded } from "./value-time.ts";
import { roundKwh, toCustomersValue, toEur, toKwh } from "./value-amounts.ts";
import { readInputs, settledAt } from "./value-report.ts";

/** What all controls came to, and what those that lower net injection lost. */
interface LostSum {
  all: ContractSum;
  /** In milliwatt-hours. */
  lost: number;
  /** Half the width of the 90 % band of the lost energy, in kWh. */
  bandKwh: number;
}
const emptyLost = (): LostSum => ({ all: emptySum(), lost: 0, bandKwh: 0 });

/** The sums of a month, of a customer and of their locations. */
interface MonthSums {
  controls: Set<string>;
  total: LostSum;
  locations: Map<string, LostSum>;
  customersWithoutTerms: Set<string>;
  withoutPrice: number;
  unmeasured: Set<string>;
  withoutThroughput: Set<string>;
}

/**
 * The energy that controls kept a customer from producing, by month and location, and what all controls
 * of the month cost or earned the customer, as in the statement.
 */
export async function readLostEnergy(
  db: Db,
  customerId: string,
  { months, nowMs }: { months: number; nowMs: number },
): Promise<LostEnergyList> {
  const { fromMs } = getMonthSpan(addMonths(getMonth(nowMs), 1 - months));
  const recordedMs = await readRecordedUntil(db, nowMs);
  const { energies, controls } = await readCustomerEnergies(
    db,
    customerId,
    new Date(fromMs),
    new Date(nowMs),
  );
  const sums = new Map<string, MonthSums>();
  for (const row of controls) {
    const own = energies.filter(({ controlId }) => controlId === row.id);
    const inputs = await readInputs(db, row, own);
    const context = { inputs, at: settledAt(nowMs) };
    const parts = getRunParts(row).filter(
      (part) => isPartRecorded(part, recordedMs) && part.fromMs >= fromMs,
    );
    for (const month of new Set(parts.map(toMonth))) {
      const inMonth = parts.filter((part) => toMonth(part) === month);
      if (!own.some((location) => tookPart(location, inMonth))) continue;
      addMonth(sums, month, row, sumContracts(own, inMonth, "measured", context));
    }
  }
  const newestFirst = [...sums].toSorted(([a], [b]) => (a < b ? 1 : -1));
  return { data: newestFirst.map(([month, sum]) => toMonthLostEnergy(month, sum)) };
}

/** Whether a control ran at a location in some of these parts: it was not excluded from all of them. */
const tookPart = ({ valuedKw }: LocationEnergies, parts: readonly { index: number }[]): boolean =>
  parts.some(({ index }) => valuedKw?.[index] !== Infinity);

const toMonth = ({ fromMs }: { fromMs: number }): string => getMonth(fromMs);

function addMonth(
  sums: Map<string, MonthSums>,
  month: string,
  { id: controlId, type }: Pick<ControlRow, "id" | "type">,
  found: ContractSums,
): void {
  const to: MonthSums = sums.get(month) ?? {
    controls: new Set(),
    total: emptyLost(),
    locations: new Map(),
    customersWithoutTerms: new Set(),
    withoutPrice: 0,
    unmeasured: new Set(),
    withoutThroughput: new Set(),
  };
  sums.set(month, to);
  to.controls.add(controlId);
  const isLost = lowersInjection(type as ControlType);
  addSum(to.total.all, found.total);
  if (isLost) to.total.bandKwh += found.total.bandKwh;
  for (const [id, sum] of found.byLocation) {
    const location = to.locations.get(id) ?? emptyLost();
    to.locations.set(id, location);
    addSum(location.all, sum);
    if (!isLost) continue;
    location.lost += sum.lost;
    location.bandKwh += sum.bandKwh;
    to.total.lost += sum.lost;
  }
  for (const id of found.customersWithoutTerms) to.customersWithoutTerms.add(id);
  for (const id of found.unmeasured) to.unmeasured.add(id);
  for (const id of found.withoutThroughput) to.withoutThroughput.add(id);
  to.withoutPrice += found.partsWithoutPrice.size;
}

function toLost({ all, lost, bandKwh }: LostSum) {
  const { feedIn, import: bill } = all.customer;
  return {
    lost_kwh: toKwh(lost),
    uncertainty_kwh: roundKwh(bandKwh),
    lost_eur: all.isIncomplete ? null : toEur(feedIn + bill),
    compensation_eur: toCustomersValue(all).compensation_eur,
  };
}

/** What the month comes to is rounded to a cent, once; what it consists of is exact. */
const toMonthLostEnergy = (month: string, sums: MonthSums): MonthLostEnergy => ({
  month,
  controls: sums.controls.size,
  ...toLost(sums.total),
  eur: sums.total.all.isIncomplete ? null : toEur(roundToCent(sumAmounts(sums.total.all.customer))),
  missing: [
    { what: "terms" as const, count: sums.customersWithoutTerms.size },
    { what: "day_ahead_price" as const, count: sums.withoutPrice },
    { what: "measurements" as const, count: sums.unmeasured.size },
    { what: "battery_throughput" as const, count: sums.withoutThroughput.size },
  ].filter(({ count }) => count > 0),
  by_location: [...sums.locations].map(([location_id, sum]) => ({ location_id, ...toLost(sum) })),
});
