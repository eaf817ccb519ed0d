import type { StatementRow } from "../contract/statements.ts";

/** The rows of a control in sum; they are whole cents and Wh, so that sums are exact. */
export function sumRows(rows: readonly StatementRow[]) {
  const add = (read: (row: StatementRow) => number | null, scale: number): number | null => {
    const values = rows.map(read);
    if (values.some((value) => value === null)) return null;
    return values.reduce<number>((sum, value) => sum + Math.round(value! * scale), 0) / scale;
  };
  return {
    volumeKwh: add(({ volume_kwh }) => volume_kwh, 1_000) ?? 0,
    lostKwh: add(({ lost_kwh }) => lost_kwh, 1_000) ?? 0,
    customersEur: add(({ customers }) => customers.eur, 100),
    contractEur: add(
      ({ customers: { eur, feed_in_eur, import_eur } }) =>
        eur === null ? null : (feed_in_eur ?? 0) + (import_eur ?? 0),
      100,
    ),
    compensationEur: add(
      ({ customers: { eur, compensation_eur } }) => (eur === null ? null : compensation_eur),
      100,
    ),
    supplierEur: add(({ supplier }) => supplier?.eur ?? null, 100),
  };
}
