import { isDeepStrictEqual } from "node:util";
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
  sumBy,
  sumAmounts,
  type StatementSum,
} from "../engine/statement.ts";
import type { ContractAmounts } from "../engine/value.ts";
import { toContractEur } from "./value-amounts.ts";

export type StatementFormat = Statement["format"];

/**
 * The format of canonical rows, which the controls show themselves. Rows that were stored in an earlier
 * one stay so.
 */
export function getFormat(controls: readonly StatementControl[]): StatementFormat {
  if (controls.some(({ uncertainty_kwh }) => uncertainty_kwh === undefined)) return 1;
  return controls.some(({ format }) => format === undefined) ? 2 : 3;
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
  eur: isIncomplete ? null : sumAmounts(amounts) / 100,
  ...toContractEur(isIncomplete && format > 2 ? null : amounts, 100),
});

/** The energies of a sum in kWh. */
export const toEnergies = ({ volumeWh, lostWh }: StatementSum) => ({
  volume_kwh: volumeWh / 1000,
  lost_kwh: lostWh / 1000,
});

const toWholeAmounts = (side: StatementRow["customers"] | null): ContractAmounts => ({
  feedIn: Math.round((side?.feed_in_eur ?? 0) * 100),
  import: Math.round((side?.import_eur ?? 0) * 100),
  compensation: Math.round((side?.compensation_eur ?? 0) * 100),
  wear: Math.round((side?.wear_eur ?? 0) * 100),
});

const toSum = (row: StatementRow): StatementSum => ({
  volumeWh: Math.round(row.volume_kwh * 1000),
  lostWh: Math.round(row.lost_kwh * 1000),
  supplier: toWholeAmounts(row.supplier),
  customer: toWholeAmounts(row.customers),
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

/** Adds up the rows of a zone's or a customer's statement in whole cents and Wh. */
export function sumStatement(
  controls: readonly StatementControl[],
  rows: readonly StatementRow[],
  { isZone }: { isZone: boolean },
): StatementSums {
  const format = getFormat(controls);
  const toSums = (sum: StatementSum, energyCents: number | null) => ({
    ...toEnergies(sum),
    customers: toSideEur(sum.customer, sum.isIncomplete, format),
    supplier: isZone
      ? {
          ...toSideEur(sum.supplier, sum.isIncomplete, format),
          eur:
            sum.isIncomplete || energyCents === null
              ? null
              : (sumAmounts(sum.supplier) + energyCents) / 100,
          energy_eur: energyCents === null ? null : energyCents / 100,
        }
      : null,
  });
  const energyCents = controls.reduce<number | null>(
    (sum, { energy_eur }) =>
      sum === null || energy_eur === null ? null : sum + Math.round(energy_eur * 100),
    0,
  );
  const total = rows.reduce((sum, row) => addStatementSums(sum, toSum(row)), emptyStatementSum());
  const groups = sumBy(rows, ({ group_id }) => group_id, toSum);
  return {
    groups: [...groups].map(([group_id, sum]) => ({ group_id, ...toSums(sum, null) })),
    totals: {
      controls: controls.length,
      ...toSums(total, energyCents),
      ...sumBands(controls),
    },
  };
}

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
