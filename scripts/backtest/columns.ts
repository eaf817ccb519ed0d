import type { Table } from "./csv-rows.ts";
import { decimalOf, isMissing, numberOf, type Decimal } from "./numbers.ts";
import { BacktestError } from "./problem.ts";
import { dateOrderOf, readStamp, type Stamp } from "./stamps.ts";

/** The stamps of a table, in the order of its rows; `null` where a cell is no moment. */
export interface Times {
  name: string;
  stamps: (Stamp | null)[];
}

/** A column of values as written; NaN is missing or unreadable. */
export interface Values {
  name: string;
  decimal: Decimal;
  numbers: Float64Array;
  missing: number;
  unreadable: { count: number; line: number; cell: string };
}

const SAMPLE = 300;
const CLOCK = /^\d{1,2}:\d{2}(:\d{2})?$/;
const WANTED =
  /solar|sun|zon|pv|opwek|generat|produc|yield|teruglever|invoed|inject|export|load|verbruik|consum|afname|demand|import|power|vermogen|substation|[^a-z](k|m)?wh?([^a-z]|$)/i;
const OTHER =
  /radiat|irradi|straling|wind|temp|cloud|bewolk|humid|vocht|pressure|druk|rain|neerslag|snow|price|prijs|apx|tarif|eur|lat$|lon$|latitude|longitude|^hour$|^minute$|_on$|quality|status|^id$|clearsky|index/i;

const cellsOf = ({ rows }: Table, column: number) => rows.map(({ cells }) => cells[column] ?? "");

function stampsOf(cells: readonly string[]): (Stamp | null)[] {
  const order = dateOrderOf(cells);
  return cells.map((cell) => readStamp(cell, order));
}

/** A date column and the clock column after it, as one. */
function joined(table: Table, date: number): Times | null {
  const clock = table.columns.findIndex((_, index) => {
    const cells = cellsOf(table, index).slice(0, SAMPLE);
    return index !== date && cells.filter((cell) => CLOCK.test(cell)).length > cells.length / 2;
  });
  if (clock < 0) return null;
  const clocks = cellsOf(table, clock);
  const cells = cellsOf(table, date).map((cell, row) => `${cell} ${clocks[row]}`);
  return { name: `${table.columns[date]} + ${table.columns[clock]}`, stamps: stampsOf(cells) };
}

/**
 * The column that says when: the first whose cells are moments, joined with a clock column when it
 * holds dates only.
 * @throws BacktestError when there is none.
 */
export function timesOf(table: Table, file: string): Times {
  for (const [column, name] of table.columns.entries()) {
    const sample = cellsOf(table, column).slice(0, SAMPLE);
    const read = stampsOf(sample).filter((stamp) => stamp !== null);
    if (read.length < 0.8 * sample.length) continue;
    const distinct = new Set(read.map(({ clockMs }) => clockMs)).size;
    if (distinct < read.length / 2) {
      const both = joined(table, column);
      if (both) return both;
    }
    if (distinct > 1) return { name, stamps: stampsOf(cellsOf(table, column)) };
  }
  const seen = table.rows[0]!;
  throw new BacktestError(
    `${file}, line ${seen.line}: no column holds moments such as 2026-05-20T10:00Z, 20-05-2026 10:00 ` +
      `or seconds since 1970; it reads "${seen.cells.slice(0, 3).join('", "')}".`,
  );
}

function valuesOf(table: Table, column: number): Values {
  const cells = cellsOf(table, column);
  const decimal = decimalOf(cells);
  const unreadable = { count: 0, line: 0, cell: "" };
  let missing = 0;
  const numbers = Float64Array.from(cells, (cell, row) => {
    if (isMissing(cell)) {
      missing += 1;
      return NaN;
    }
    const value = numberOf(cell, decimal);
    if (!Number.isNaN(value)) return value;
    if (unreadable.count === 0) Object.assign(unreadable, { line: table.rows[row]!.line, cell });
    unreadable.count += 1;
    return NaN;
  });
  return { name: table.columns[column]!, decimal, numbers, missing, unreadable };
}

function named(table: Table, wanted: readonly string[], file: string): number[] {
  return wanted.map((name) => {
    const exact = table.columns.indexOf(name);
    const column = exact >= 0 ? exact : table.columns.findIndex((one) => same(one, name));
    if (column >= 0) return column;
    throw new BacktestError(`${file} has no column "${name}"; it has ${table.columns.join(", ")}.`);
  });
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const isNumeric = ({ numbers }: Values) =>
  numbers.filter((value) => !Number.isNaN(value)).length > 0.5 * numbers.length;
const isVaried = ({ numbers }: Values) => new Set(numbers.slice(0, 5000)).size > 10;

/**
 * The columns to score: those asked for, else those whose header speaks of power or energy, else
 * the only numeric one.
 * @throws BacktestError when a column is not there, or when none or several might be meant.
 */
export function seriesColumns(
  table: Table,
  time: string,
  wanted: readonly string[],
  file: string,
): Values[] {
  if (wanted.length > 0) return named(table, wanted, file).map((column) => valuesOf(table, column));
  const times = time.split(" + ");
  const possible = table.columns
    .map((name, column) => ({ name, column }))
    .filter(({ name }) => !times.includes(name) && !OTHER.test(name))
    .map(({ column }) => valuesOf(table, column))
    .filter(isNumeric);
  const meant = possible.filter(({ name }) => WANTED.test(`_${name}_`));
  if (meant.length > 0) return meant;
  const varied = possible.filter(isVaried);
  if (varied.length === 1) return varied;
  const names = table.columns.filter((name) => !times.includes(name)).join(", ");
  throw new BacktestError(
    `${file}: which column holds the power is not clear; say --column with one of ${names}.`,
  );
}
