/** How a column writes numbers. */
export type Decimal = "." | ",";

const MISSING = /^(|-|–|nan|n\/?a|#n\/?a|null|none|\?)$/i;
const GROUPING_SPACE = /[\s'’]/g;
const NUMBER = /^[-+−]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Whether a cell says that there is no value. */
export const isMissing = (cell: string | undefined): boolean =>
  cell === undefined || MISSING.test(cell.trim());

/** Whether this sign parts thousands: every cell with it looks so, and others reach the hundreds. */
function partsThousands(cells: readonly string[], sign: Decimal): boolean {
  const grouped = sign === "." ? /^[-+−]?[1-9]\d{0,2}(\.\d{3})+$/ : /^[-+−]?[1-9]\d{0,2}(,\d{3})+$/;
  const signed = cells.filter((cell) => cell.includes(sign));
  const hundreds = cells.some((cell) => /^[-+−]?[1-9]\d{2}$/.test(cell.trim()));
  return hundreds && signed.every((cell) => grouped.test(cell.trim()));
}

/**
 * The decimal sign of a column, seen from all its cells: of two signs in one cell the last, else the
 * one that occurs, unless it parts thousands.
 */
export function decimalOf(cells: readonly string[]): Decimal {
  const both = cells.find((cell) => cell.includes(",") && cell.includes("."));
  if (both) return both.lastIndexOf(",") > both.lastIndexOf(".") ? "," : ".";
  const hasComma = cells.some((cell) => cell.includes(","));
  const hasPoint = cells.some((cell) => cell.includes("."));
  if (hasComma) return !hasPoint && partsThousands(cells, ",") ? "." : ",";
  return hasPoint && partsThousands(cells, ".") ? "," : ".";
}

/** A cell as a number; NaN when it is none. */
export function numberOf(cell: string, decimal: Decimal): number {
  const grouped = decimal === "," ? /\./g : /,/g;
  const plain = cell.replace(GROUPING_SPACE, "").replace(grouped, "").replace(",", ".");
  return NUMBER.test(plain) ? Number(plain.replace("−", "-")) : NaN;
}
