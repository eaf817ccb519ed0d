import { readFileSync } from "node:fs";
import { QUARTER_MS } from "../../../lib/time/amsterdam.ts";

/** Measured quarter-hourly values; `startMs` is the start of the first quarter-hour. */
export interface MeasuredSeries {
  startMs: number;
  columns: Record<string, Float64Array>;
}

/**
 * Reads a series from `series/` (origin and licence in its README).
 * @throws Error when a row is not 15 minutes after the one before, or not a number
 */
export function readSeries(name: "hfdp" | "owd" | "profiles"): MeasuredSeries {
  const text = readFileSync(new URL(`./series/${name}.csv`, import.meta.url), "utf8");
  const [header = "", ...rows] = text.trim().split("\n");
  const names = header.split(",").slice(1);
  const columns = names.map(() => new Float64Array(rows.length));
  const startMs = Date.parse(rows[0]?.split(",")[0] ?? "");
  rows.forEach((row, i) => {
    const [time = "", ...values] = row.split(",");
    const wrong = Date.parse(time) !== startMs + i * QUARTER_MS || values.length !== names.length;
    if (wrong) throw new Error(`${name}.csv: row ${i + 2} does not follow the one before`);
    columns.forEach((column, c) => (column[i] = Number(values[c])));
  });
  if (columns.some((column) => column.some(Number.isNaN))) {
    throw new Error(`${name}.csv holds a value that is not a number`);
  }
  return { startMs, columns: Object.fromEntries(names.map((key, c) => [key, columns[c]!])) };
}

/** A column of a series by name. @throws Error when there is none. */
export function getColumn(series: MeasuredSeries, name: string): Float64Array {
  const column = series.columns[name];
  if (!column) throw new Error(`the series has no column ${name}`);
  return column;
}
