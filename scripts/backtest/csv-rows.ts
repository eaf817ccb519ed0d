import { parse } from "csv-parse/sync";
import { BacktestError } from "./problem.ts";

/** A line of the file with cells; `line` counts from 1, as editors do. */
export interface Row {
  line: number;
  cells: string[];
}

/** A CSV file taken apart: what separates, the names of its columns, and its rows. */
export interface Table {
  delimiter: string;
  columns: string[];
  rows: Row[];
}

const DELIMITERS = [";", "\t", "|", ","];
const LOOKED_AT = 50;

/** Text of a file, UTF-8 or, with its mark, UTF-16 as spreadsheets write it. */
export function textOf(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(marked ? "utf-16le" : "utf-8").decode(bytes);
}

const withoutQuoted = (line: string) => line.replace(/"[^"]*"/g, "");

/** The separator most lines have the same number of; a semicolon or tab goes before a comma. */
function delimiterOf(text: string): string {
  const lines = text
    .split(/\r?\n/, LOOKED_AT)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map(withoutQuoted);
  const [best] = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
    const agreeing = counts.filter((count) => count === usual).length;
    return { delimiter, fit: usual === 0 ? 0 : agreeing / counts.length };
  }).toSorted((a, b) => b.fit - a.fit);
  return best && best.fit > 0.5 ? best.delimiter : ",";
}

const looksLikeData = (cell: string) => /^[-+]?[\d.,:/ TZ-]*\d[\d.,:/ TZ+-]*$/.test(cell);

function usualWidth(rows: readonly Row[]): number {
  const widths = rows.slice(0, LOOKED_AT).map(({ cells }) => cells.length);
  return widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0;
}

/** A title above the header has one cell, or one and empty ones. */
const isFull = (cells: readonly string[], width: number) =>
  cells.length >= width && cells.filter((cell) => cell !== "").length > width / 2;

function parsed(text: string, delimiter: string, file: string): Row[] {
  try {
    const records = parse(text, {
      delimiter,
      bom: true,
      trim: true,
      info: true,
      comment: "#",
      comment_no_infix: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    throw new BacktestError(`${file} is not CSV: ${(error as Error).message}.`);
  }
}

/**
 * Takes a CSV text apart. Lines before the header that are narrower than the rest are left out;
 * without a header the columns are called `column 1` and so on.
 * @throws BacktestError when there are not at least two columns and one row.
 */
export function tableOf(text: string, file: string): Table {
  const delimiter = delimiterOf(text);
  const all = parsed(text, delimiter, file);
  const width = usualWidth(all);
  const first = all.findIndex(({ cells }) => isFull(cells, width));
  const head = all[first];
  if (!head || width < 2)
    throw new BacktestError(`${file} has no two columns: a time and a value, with , ; or tab.`);
  const hasHeader = !head.cells.some((cell) => looksLikeData(cell) && cell.length > 2);
  const rows = all.slice(first + (hasHeader ? 1 : 0));
  if (rows.length === 0) throw new BacktestError(`${file} has a header but no rows.`);
  const columns = Array.from({ length: width }, (_, index) =>
    hasHeader && head.cells[index] ? head.cells[index] : `column ${index + 1}`,
  );
  return { delimiter, columns, rows };
}
