import { isDeepStrictEqual } from "node:util";
import { toMillionths } from "../../lib/energy/exact-sums.ts";
import type {
  Statement,
  StatementControl,
  StatementGroup,
  StatementRow,
  StatementTotals,
} from "../../lib/contract/index.ts";
import {
  addStatementSums,
  emptyStatementSum,
  lowersInjection,
  roundToCent,
  sumBy,
  sumAmounts,
  type StatementSum,
} from "../engine/statement.ts";
import type { ContractAmounts } from "../engine/value.ts";
import { toContractEur, toEur, toKwh } from "./value-amounts.ts";

export type StatementFormat = Statement["format"];

/**
 * The format of canonical rows, which the controls show themselves; of a month without controls, its
 * totals show it. Rows that were stored in an earlier one stay so.
 */
export function getFormat({
  controls,
  totals,
}: Pick<Statement, "controls" | "totals">): StatementFormat {
  if (controls.length === 0) return totals.payable_eur === undefined ? 3 : 4;
  if (controls.some(({ uncertainty_kwh }) => uncertainty_kwh === undefined)) return 1;
  return controls.some(({ format }) => format === undefined) ? 2 : controls[0]!.format!;
}

/**
 * The amounts of one side in euros, null if one of them is unknown. Earlier formats have what is known
 * of each, and null only for all of it together.
 */
export const toSideEur = (
  amounts: ContractAmounts,
  isIncomplete: boolean,
  format: StatementFormat,
) => ({
  eur: isIncomplete ? null : toEur(sumAmounts(amounts)),
  ...toContractEur(isIncomplete && format > 2 ? null : amounts),
});

/** The energies of a sum in kWh. */
export const toEnergies = ({ curtailed, lost }: StatementSum) => ({
  volume_kwh: toKwh(curtailed),
  lost_kwh: toKwh(lost),
});

const toAmounts = (side: StatementRow["customers"] | null): ContractAmounts => ({
  feedIn: toMillionths(side?.feed_in_eur ?? 0),
  import: toMillionths(side?.import_eur ?? 0),
  compensation: toMillionths(side?.compensation_eur ?? 0),
  wear: toMillionths(side?.wear_eur ?? 0),
});

const toSum = (row: StatementRow): StatementSum => ({
  curtailed: toMillionths(row.volume_kwh),
  lost: toMillionths(row.lost_kwh),
  supplier: toAmounts(row.supplier),
  customer: toAmounts(row.customers),
  isIncomplete: row.customers.eur === null,
});

/** The sums of a statement: they follow from its rows and the energy terms of its controls. */
export interface StatementSums {
  groups: StatementGroup[];
  totals: Omit<StatementTotals, "missing">;
}

/** The bands of controls together; none where there is no control, or none has one. */
function sumBands(controls: readonly StatementControl[]) {
  if (!controls.some(({ uncertainty_kwh }) => uncertainty_kwh !== undefined)) return {};
  const sum = (all: readonly StatementControl[]) =>
    all.reduce((wh, { uncertainty_kwh = 0 }) => wh + Math.round(uncertainty_kwh * 1000), 0) / 1000;
  return {
    uncertainty_kwh: sum(controls),
    lost_uncertainty_kwh: sum(controls.filter(({ type }) => lowersInjection(type))),
  };
}

/** Adds up the rows of a zone's or a customer's statement in micro-euros and milliwatt-hours. */
export function sumStatement(
  controls: readonly StatementControl[],
  rows: readonly StatementRow[],
  { isZone, format }: { isZone: boolean; format: StatementFormat },
): StatementSums {
  const toSums = (sum: StatementSum, energy: number | null) => ({
    ...toEnergies(sum),
    customers: toSideEur(sum.customer, sum.isIncomplete, format),
    supplier: isZone
      ? {
          ...toSideEur(sum.supplier, sum.isIncomplete, format),
          eur:
            sum.isIncomplete || energy === null ? null : toEur(sumAmounts(sum.supplier) + energy),
          energy_eur: energy === null ? null : toEur(energy),
        }
      : null,
  });
  const energy = controls.reduce<number | null>(
    (sum, { energy_eur }) =>
      sum === null || energy_eur === null ? null : sum + toMillionths(energy_eur),
    0,
  );
  const total = rows.reduce((sum, row) => addStatementSums(sum, toSum(row)), emptyStatementSum());
  const groups = sumBy(rows, ({ group_id }) => group_id, toSum);
  return {
    groups: [...groups].map(([group_id, sum]) => ({ group_id, ...toSums(sum, null) })),
    totals: {
      controls: controls.length,
      ...toSums(total, energy),
      ...(format > 3 && { payable_eur: isZone || total.isIncomplete ? null : toPayable(total) }),
      ...sumBands(controls),
    },
  };
}

/** What the supplier pays a customer for a month, in whole cents: the one place where they are rounded. */
const toPayable = ({ customer: { compensation, wear } }: StatementSum): number =>
  toEur(roundToCent(compensation + wear));

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Whether stored sums are those of the rows; what is missing is counted, not added up. */
export function areSumsOfRows(
  {
    groups,
    totals: { missing: _missing, ...totals },
  }: Pick<StatementSums, "groups"> & {
    totals: StatementTotals;
  },
  sums: StatementSums,
): boolean {
  return isDeepStrictEqual(asJson({ groups, totals }), asJson(sums));
}
