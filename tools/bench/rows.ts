import { writeFileSync } from "node:fs";

/** The median of numbers; of an even count the upper of the two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Runs a task several times and returns the median duration in milliseconds. */
export async function medianTime(times: number, task: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await task();
    durations.push(performance.now() - start);
  }
  return median(durations);
}

/** A number of locations as row names have it: 1k, 10k, 100k; other sizes in full. */
export const toLabel = (size: number): string =>
  size % 1_000 === 0 ? `${size / 1_000}k` : String(size);

/** The number of locations that a label says. */
export const parseSize = (label: string): number =>
  label.endsWith("k") ? 1_000 * Number(label.slice(0, -1)) : Number(label);

const UNITS = ["B", "kB", "MB", "GB"];

/** A duration for output. */
export const shortTime = (ms: number): string =>
  ms < 1_000 ? `${ms.toPrecision(3)} ms` : `${(ms / 1_000).toFixed(2)} s`;

/** A size for output. */
function shortSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** step).toPrecision(4)} ${UNITS[step]}`;
}

/** A figure of the bench beside its floor in the same run; without one, floor and ratio are null. */
export interface BenchRow {
  /** What programs call it. */
  name: string;
  what: string;
  unit: "req/s" | "ms" | "bytes";
  value: number;
  floor: number | null;
  ratio: number | null;
}

/** Takes a row in as soon as it is measured. */
export type AddRow = (row: BenchRow) => void;

function toFigure(value: number, unit: BenchRow["unit"]): string {
  if (unit === "ms") return shortTime(value);
  return unit === "bytes" ? shortSize(value) : `${Math.round(value)} ${unit}`;
}

/** A row as a line of the table. */
export function toLine({ name, what, unit, value, floor, ratio }: BenchRow): string {
  const cells = [
    name.padEnd(28),
    what.padEnd(60),
    toFigure(value, unit).padStart(12),
    (floor === null ? "" : toFigure(floor, unit)).padStart(12),
    ratio === null ? "" : ratio.toFixed(2).padStart(6),
  ];
  return `  ${cells.join(" ").trimEnd()}`;
}

/** Writes rows for other programs: name, value, floor and ratio of each. */
export function writeRows(file: string, rows: readonly BenchRow[]): void {
  const json = rows.map(({ name, value, floor, ratio }) => ({ name, value, floor, ratio }));
  writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`);
}
