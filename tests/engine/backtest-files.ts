import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { createClearSkyModel } from "../../service/engine/clear-sky.ts";
import { readSeries, type Reading } from "../../tools/backtest/read-series.ts";
import { flatSite } from "../../tools/backtest/sun-clock.ts";

export const PLACE = { latitude: 52.1, longitude: 5.2 };
export const START = Date.parse("2026-05-20T00:00:00Z");
export const DAYS = 8;

const clearSky = createClearSkyModel(flatSite(PLACE, 10));

/** A clear sky on 10 kW of flat panels, in kW, averaged over the step from this moment. */
export function sunKw(ms: number, stepMs = QUARTER_MS): number {
  return Math.round(clearSky(ms + stepMs / 2) * 1000) / 1000;
}

export const iso = (ms: number) => new Date(ms).toISOString().replace(".000", "");

/** The lines of a generated file: a header, and a line for each step of eight days. */
export function createLines(
  header: string,
  line: (ms: number) => string,
  stepMs = QUARTER_MS,
  startMs = START,
): string[] {
  const count = (DAYS * 96 * QUARTER_MS) / stepMs;
  return [header, ...Array.from({ length: count }, (_, i) => line(startMs + i * stepMs))];
}

const UNASKED: Reading = {
  position: PLACE,
  columns: [],
  kind: undefined,
};

/** Reads a generated file of these lines. */
export async function read(lines: readonly string[], asked: Partial<Reading> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "curtail-backtest-"));
  try {
    const file = join(folder, "made-up.csv");
    writeFileSync(file, lines.join("\r\n"));
    return await readSeries(file, { ...UNASKED, ...asked });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The only series of a file, with all notes about it. */
export async function only(lines: readonly string[], asked: Partial<Reading> = {}) {
  const { series, notes } = await read(lines, asked);
  const [one] = series;
  if (!one || series.length > 1) throw new Error(`${series.length} series`);
  return { ...one, said: [...notes, ...one.notes].join("; ") };
}
