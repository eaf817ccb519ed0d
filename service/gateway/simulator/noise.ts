import { readFileSync } from "node:fs";
import { QUARTER_MS } from "../../../lib/time/amsterdam.ts";

/** A 32-bit seed from a text (FNV-1a). */
export function hashSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** A pseudo-random number in [0, 1) that depends only on the seed and `n`. */
export function hashed(seed: number, n: number): number {
  let hash = Math.imul(seed ^ Math.imul(n | 0, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4_294_967_296;
}

/** Smooth noise in [−1, 1): hashed values at integers, eased in between. */
export function smoothNoise(seed: number, position: number): number {
  const whole = Math.floor(position);
  const part = position - whole;
  const eased = part * part * (3 - 2 * part);
  const from = hashed(seed, whole);
  return 2 * (from + (hashed(seed, whole + 1) - from) * eased) - 1;
}

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
