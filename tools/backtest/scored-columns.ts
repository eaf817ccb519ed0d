import { columnNamed } from "../meter-csv/columns.ts";
import { valueColumns, type Layout } from "../meter-csv/layout.ts";
import { Refusal } from "../meter-csv/csv-error.ts";
import { unitIn } from "../meter-csv/units.ts";
import { sideOf } from "../meter-csv/header-keywords.ts";

const ALSO_MEANT = /pv|zon|sun|power|vermogen|substation/i;
const WIND = /wind/i;

const isMeant = (header: string) =>
  sideOf(header) !== undefined || unitIn(header) !== undefined || ALSO_MEANT.test(header);

/**
 * The columns to score: those asked for, else those whose header speaks of power or energy, else
 * the only numeric one.
 * @throws Refusal when a column is not there, or when none or several might be meant
 */
export function scoredColumns(layout: Layout, wanted: readonly string[]): number[] {
  if (wanted.length > 0) return wanted.map((name) => columnNamed(name, layout));
  const header = (column: number) => layout.headers[column] ?? "";
  const possible = valueColumns(layout).filter((column) => !WIND.test(header(column)));
  const meant = possible.filter((column) => isMeant(header(column)));
  if (meant.length > 0) return meant;
  if (possible.length === 1) return possible;
  const names = possible.length > 0 ? possible.map(header) : layout.headers;
  throw new Refusal(
    `Which column holds the power is not clear: say --column with one of ${names.join(", ")}.`,
  );
}
