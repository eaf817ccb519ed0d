import type { StatementRow } from "../contract/statements.ts";
import { sumExactly } from "./exact-sums.ts";

/** The rows of a control in sum, exactly; null where an amount is unknown. */
export function sumRows(rows: readonly StatementRow[]) {
  const add = (read: (row: StatementRow) => number | null) => sumExactly(rows.map(read));
  return {
    volumeKwh: add(({ volume_kwh }) => volume_kwh) ?? 0,
    lostKwh: add(({ lost_kwh }) => lost_kwh) ?? 0,
    customersEur: add(({ customers }) => customers.eur),
    contractEur: add(({ customers: { eur, feed_in_eur, import_eur } }) =>
      eur === null ? null : sumExactly([feed_in_eur ?? 0, import_eur ?? 0]),
    ),
    /** Compensation and battery wear: what the supplier pays. */
    paidEur: add(({ customers: { eur, compensation_eur, wear_eur } }) =>
      eur === null ? null : sumExactly([compensation_eur ?? 0, wear_eur ?? 0]),
    ),
    supplierEur: add(({ supplier }) => supplier?.eur ?? null),
  };
}
