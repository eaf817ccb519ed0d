import { parse } from "csv-parse/sync";
import { isNumericText } from "./numbers.ts";
import { Refusal } from "./refused-rows.ts";
import { getCellKind, type CellKind } from "./timestamps.ts";
import { isSomethingElse } from "./header-keywords.ts";

export const delimiters = [";", ",", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** The position of the table in a file, and the content of its columns. */
export interface Layout {
  delimiter: Delimiter;
  /** Line number of the first row of values, from 1. */
  firstLine: number;
  headers: string[];
  kinds: (CellKind | "number")[];
  /** The lines before the header. */
  preamble: string;
}

const SAMPLE_ROWS = 40;
/** Maximum number of rows searched for the first values. */
const HEAD_ROWS = 400;

interface SampleRow {
  line: number;
  cells: string[];
}

/** The parser options, identical everywhere so that line numbers agree. */
export const csvOptions = (delimiter: Delimiter) => ({
  delimiter,
  bom: true,
  trim: true,
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  comment: "#",
  comment_no_infix: true,
});

function sampleOf(head: string, delimiter: Delimiter): SampleRow[] {
  try {
    const rows = parse(head, {
      ...csvOptions(delimiter),
      info: true,
      to: HEAD_ROWS,
    }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    return rows.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch {
    return [];
  }
}

const kindsOf = (cells: readonly string[]): Layout["kinds"] =>
  cells.map((cell) => {
    const kind = getCellKind(cell);
    return kind === "other" && isNumericText(cell) ? "number" : kind;
  });

function isValues({ cells }: SampleRow): boolean {
  const kinds = kindsOf(cells);
  const timed = kinds.includes("moment") || (kinds.includes("date") && kinds.includes("time"));
  return timed && kinds.includes("number");
}

/**
 * The most frequent kind of each column, so that single empty cells or long numbers do not matter.
 */
function commonKinds(rows: readonly SampleRow[], headers: readonly string[]): Layout["kinds"] {
  const all = rows.map(({ cells }) => kindsOf(cells));
  return headers.map((_, column) => {
    const count = new Map<CellKind | "number", number>();
    for (const kinds of all) {
      const kind = kinds[column];
      if (kind && kind !== "other") count.set(kind, (count.get(kind) ?? 0) + 1);
    }
    return [...count].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "other";
  });
}

function layoutFor(head: string, delimiter: Delimiter): { layout: Layout; score: number } | null {
  const rows = sampleOf(head, delimiter);
  const first = rows.findIndex(isValues);
  const [row] = rows.slice(first);
  if (first < 0 || !row) return null;
  const values = rows.slice(first, first + SAMPLE_ROWS).filter(isValues);
  const above = rows[first - 1];
  const isHeader = above && above.cells.length > 1 && above.cells.some((cell) => cell !== "");
  const headers = isHeader ? above.cells : row.cells.map((_, i) => `column ${i + 1}`);
  const kinds = commonKinds(values, headers);
  const wide = values.find(({ cells }) => cells.slice(headers.length).some((cell) => cell !== ""));
  if (wide) throw new Refusal(tooWide(wide, headers, delimiter));
  const preamble = rows.slice(0, isHeader ? first - 1 : first).map(({ cells }) => cells.join(" "));
  const layout = { delimiter, firstLine: row.line, headers, kinds, preamble: preamble.join("\n") };
  return { layout, score: values.length };
}

function tooWide({ line, cells }: SampleRow, headers: readonly string[], delimiter: Delimiter) {
  const hint = delimiter === "," ? " A decimal comma needs another delimiter, or quotes." : "";
  return `Line ${line} has ${cells.length} fields under a header of ${headers.length}.${hint}`;
}

/**
 * Finds the delimiter, the header and the first values in the beginning of a file, which must end
 * with a complete line.
 * @throws Refusal when no row has a date, a time and a number, or rows are wider than the header
 */
export function findLayout(head: string): Layout {
  const found = delimiters
    .map((delimiter) => layoutFor(head, delimiter))
    .filter((one) => one !== null)
    .toSorted((a, b) => b.score - a.score)[0];
  if (found) return found.layout;
  const lines = head.split(/\r?\n/).map((text, i) => ({ line: i + 1, text }));
  const [first, second] = lines.filter(({ text }) => text.trim() !== "");
  const { line, text } = second ?? first ?? { line: 1, text: "" };
  throw new Refusal(
    `No row of this file holds a date, a time and a number, separated by ; , tab or |. Line ${line} reads "${text.slice(0, 80)}".`,
  );
}

/** The columns that may contain power or energy. */
export const valueColumns = ({ headers, kinds }: Layout): number[] =>
  headers.flatMap((header, i) => (kinds[i] === "number" && !isSomethingElse(header) ? [i] : []));
