import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { emptyFolder } from "./temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs `npm run bench` with these arguments: its exit code and its output. */
export async function bench(...args: string[]) {
  const child = spawn(process.execPath, ["runtime/run.mjs", "tools/bench.ts", ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said };
}

export interface Row {
  name: string;
  value: number;
  floor?: number;
  ratio?: number;
}

/** Measures these rows with 100 locations: what it printed, and the rows of its JSON file. */
export async function benchRows(only: string): Promise<{ said: string; rows: Row[] }> {
  const file = join(emptyFolder(), "rows.json");
  const { code, said } = await bench("--only", only, "--seconds", "1", "--json", file, "100");
  expect(code, said).toBe(0);
  return { said, rows: JSON.parse(readFileSync(file, "utf8")) as Row[] };
}

/** Expects each row that has a floor to be measured beside it. */
export function expectFloors(rows: readonly Row[], names: readonly string[]): void {
  for (const { value, floor, ratio } of rows.filter(({ name }) => names.includes(name))) {
    expect(floor).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(value / floor!, 9);
  }
}

/** Expects a figure in each row; the time of PostgreSQL may be too short to be measured. */
export function expectMeasured(rows: readonly Row[]): void {
  const isMeasured = ({ name, value }: Row) =>
    value > 0 || (value === 0 && name.endsWith("postgres"));
  expect(rows.filter((row) => !isMeasured(row))).toEqual([]);
}
