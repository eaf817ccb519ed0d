import type { MissingInput, StatementControl } from "../../lib/contract/index.ts";
import {
  addStatementSums,
  emptyStatementSum,
  lowersInjection,
  toRoundedRow,
  toRowSum,
  type StatementSum,
} from "../engine/statement.ts";
import type { ControlRow } from "../store/control-list.ts";
import type { PlannedEnergies } from "./planned-energies.ts";
import type { StatementFormat } from "./statement-sums.ts";
import { Turns } from "./turns.ts";
import { roundKwh } from "./value-amounts.ts";
import type { ContractSum, ContractSums } from "./value.ts";

/** A row of a statement about a control: a location, or a group. */
export interface SummedRow {
  locationId: string | null;
  customerId: string | null;
  groupId: string | null;
  sum: StatementSum;
  /** Half the width of the 90 % band, in kWh; null for a group. */
  bandKwh: number | null;
  missing: Set<MissingInput>;
}

/** The rows of the locations of a control. */
export async function toLocationRows(
  row: ControlRow,
  energies: readonly PlannedEnergies[],
  sums: ContractSums,
  format: StatementFormat,
  turns = new Turns(),
): Promise<SummedRow[]> {
  const rows: SummedRow[] = [];
  for (const [i, location] of energies.entries()) {
    if (turns.isOver(i)) await turns.next();
    const found = toLocationRow(row, location, sums, format);
    if (found) rows.push(found);
  }
  return rows;
}

/** The row of a location; null if nothing is to be said of it. */
function toLocationRow(
  row: ControlRow,
  { locationId, customerId, groupId }: PlannedEnergies,
  sums: ContractSums,
  format: StatementFormat,
): SummedRow | null {
  const found = sums.byLocation.get(locationId)!;
  const sum = format > 2 ? found : { ...found, lost: found.curtailed };
  const isUnmeasured = sums.unmeasured.has(locationId);
  const rowSum = toRowSum(sum, lowersInjection(row.type as StatementControl["type"]));
  // A battery that takes up less than panels lose leaves the net injection as it was.
  const isLost = format > 3 && rowSum.lost !== 0;
  if (!hasEffect(sum) && !isLost && !isUnmeasured) return null;
  const hasTerms = !sums.customersWithoutTerms.has(customerId);
  const missing = new Set<MissingInput>();
  const lacksThroughput = sums.withoutThroughput.has(locationId);
  if (lacksThroughput) missing.add("battery_throughput");
  else if (sum.isIncomplete) missing.add(hasTerms ? "day_ahead_price" : "terms");
  if (isUnmeasured) missing.add("measurements");
  return {
    locationId,
    customerId,
    groupId,
    sum: format > 3 ? rowSum : toRoundedRow(rowSum),
    bandKwh: roundKwh(sum.bandKwh),
    missing,
  };
}

const hasEffect = ({ curtailed, customer, supplier, isIncomplete }: ContractSum): boolean =>
  isIncomplete ||
  [curtailed, ...Object.values(customer), ...Object.values(supplier)].some((value) => value !== 0);

/** The rows of groups: sums of rows of locations, so that they agree with those. */
export async function toGroupRows(
  rows: readonly SummedRow[],
  turns = new Turns(),
): Promise<SummedRow[]> {
  const byGroup = new Map<string | null, SummedRow>();
  for (const [i, { groupId, sum, missing }] of rows.entries()) {
    if (turns.isOver(i)) await turns.next();
    const group = byGroup.get(groupId) ?? emptyGroupRow(groupId);
    byGroup.set(groupId, group);
    group.sum = addStatementSums(group.sum, sum);
    for (const what of missing) group.missing.add(what);
  }
  return [...byGroup.values()];
}

const emptyGroupRow = (groupId: string | null): SummedRow => ({
  locationId: null,
  customerId: null,
  groupId,
  sum: emptyStatementSum(),
  // The bands of locations do not add up.
  bandKwh: null,
  missing: new Set(),
});
