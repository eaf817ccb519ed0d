import { markHidden } from "../contract/hidden-characters.ts";

/** The value of a table cell; null and undefined give an empty cell. */
export type CsvCell = string | number | null | undefined;

export const CSV_TYPE = "text/csv; charset=utf-8";
/** Byte order mark: Excel reads the file as UTF-8. */
export const CSV_START = "\uFEFF";

const DECIMALS = 6;
const SEPARATOR = ";";
const executable = /^[=+\-@\t\r\n]/;
const plainNumber = /^[+-]?\d+([.,]\d+)?$/;

/** One row for Excel in Dutch: semicolons, decimal commas, CRLF at its end. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map(written).join(SEPARATOR)}\r\n`;

/** A whole file with a header row. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  CSV_START + rows.map(csvLine).join("");

function written(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  return typeof cell === "number" ? writtenNumber(cell) : quoted(harmless(markHidden(cell)));
}

/** At most six decimals and no exponent; a value that is not finite gives an empty cell. */
function writtenNumber(value: number): string {
  if (!Number.isFinite(value)) return "";
  const plain = value.toFixed(DECIMALS).replace(/\.?0+$/, "");
  return (plain === "-0" ? "0" : plain).replace(".", ",");
}

/** Spreadsheets execute text that starts like a formula; an apostrophe prevents it. */
const harmless = (text: string): string =>
  executable.test(text) && !plainNumber.test(text) ? `'${text}` : text;

const quoted = (text: string): string =>
  /[;"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
