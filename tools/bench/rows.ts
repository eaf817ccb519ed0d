import { writeFileSync } from "node:fs";
import { shortSize, shortTime } from "./timing.ts";

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
    name.padEnd(22),
    what.padEnd(50),
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
