import { markHidden } from "../contract/hidden-characters.ts";

/** What a cell of a table on paper can hold; null and undefined are left empty. */
export type CsvCell = string | number | null | undefined;

export const CSV_TYPE = "text/csv; charset=utf-8";
/** Tells Excel that what follows is UTF-8; the first thing of every file. */
export const CSV_START = "\uFEFF";

const DECIMALS = 6;
const SEPARATOR = ";";
const executable = /^[=+\-@\t\r\n]/;
const plainNumber = /^[+-]?\d+([.,]\d+)?$/;

/** One row of a file for a Dutch Excel: semicolons, decimal commas, CRLF at its end. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map(written).join(SEPARATOR)}\r\n`;

/** A whole file, its first row the headings. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  CSV_START + rows.map(csvLine).join("");

function written(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  return typeof cell === "number" ? writtenNumber(cell) : quoted(harmless(markHidden(cell)));
}

/** At most six decimals, never an exponent; what is no number is left empty. */
function writtenNumber(value: number): string {
  if (!Number.isFinite(value)) return "";
  const plain = value.toFixed(DECIMALS).replace(/\.?0+$/, "");
  return (plain === "-0" ? "0" : plain).replace(".", ",");
}

/** A spreadsheet runs what starts like a formula: an apostrophe makes a text of it. */
const harmless = (text: string): string =>
  executable.test(text) && !plainNumber.test(text) ? `'${text}` : text;

const quoted = (text: string): string =>
  /[;"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
