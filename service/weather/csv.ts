import { readFile, stat } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";
import {
  runOfHours,
  WeatherError,
  type WeatherPoint,
  type WeatherRun,
  type WeatherSource,
} from "./weather-run.ts";

const MAX_BYTES = 16 * 1024 * 1024;
/** The point of a file without coordinates: it applies to every location. */
const EVERYWHERE: WeatherPoint = { id: "everywhere", latitude: NaN, longitude: NaN };

/**
 * A local file: a line per hour with `issued_at` and `time` (both with an offset; `time` is the end
 * of the hour), `irradiance` in W/m² averaged over it, and optionally `temperature` in °C,
 * `latitude` and `longitude`. The newest `issued_at` of each point is used; the file is read again
 * each time.
 */
export function csvFile(path: string, attribution = ""): WeatherSource {
  return {
    name: "csv",
    attribution,
    async fetchRuns(_points, afterMs) {
      const text = await readText(path);
      return readCsv(text).filter(({ issuedMs }) => issuedMs > afterMs);
    },
  };
}

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new WeatherError(`The weather file ${path} is over 16 MiB.`);
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof WeatherError) throw error;
    throw new WeatherError(`The weather file ${path} cannot be read.`, { cause: error });
  }
}

interface Line {
  point: WeatherPoint;
  issuedMs: number;
  endMs: number;
  irradiance: number;
  temperature: number;
}

/** The newest run of each point in a file. @throws WeatherError with the line. */
export function readCsv(text: string): WeatherRun[] {
  let records: Record<string, string>[];
  try {
    records = parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    throw new WeatherError("The weather file is not comma-separated with a header.", {
      cause: error,
    });
  }
  const lines = records.map((record, index) => lineOf(record, index + 2));
  const byPoint = new Map<string, Line[]>();
  for (const line of lines) {
    const pointLines = byPoint.get(line.point.id);
    if (pointLines) pointLines.push(line);
    else byPoint.set(line.point.id, [line]);
  }
  return [...byPoint.values()].map(newestRun);
}

function lineOf(record: Record<string, string>, number: number): Line {
  const read = (name: string, value: number) => {
    if (Number.isFinite(value)) return value;
    throw new WeatherError(`Line ${number} of the weather file has no valid ${name}.`);
  };
  const moment = (name: string) => {
    const given = record[name] ?? "";
    return read(name, /(Z|[+-]\d\d:?\d\d)$/.test(given) ? Date.parse(given) : NaN);
  };
  const value = (name: string) => read(name, record[name] ? Number(record[name]) : NaN);
  const hasCoordinates = record.latitude !== undefined && record.longitude !== undefined;
  const point = hasCoordinates ? pointAt(value("latitude"), value("longitude")) : EVERYWHERE;
  return {
    point,
    issuedMs: moment("issued_at"),
    endMs: moment("time"),
    irradiance: value("irradiance"),
    temperature: record.temperature ? value("temperature") : NaN,
  };
}

const pointAt = (latitude: number, longitude: number): WeatherPoint => ({
  id: `${latitude},${longitude}`,
  latitude,
  longitude,
});

function newestRun(lines: readonly Line[]): WeatherRun {
  const issuedMs = lines.reduce((newest, line) => Math.max(newest, line.issuedMs), -Infinity);
  const runLines = lines
    .filter((line) => line.issuedMs === issuedMs)
    .toSorted((a, b) => a.endMs - b.endMs);
  const { point } = runLines[0]!;
  const gap = runLines.findIndex(
    (line, i) => i > 0 && line.endMs - runLines[i - 1]!.endMs !== HOUR_MS,
  );
  if (gap > 0) throw new WeatherError(`The weather file skips or repeats an hour for ${point.id}.`);
  const endsMs = runLines.map((line) => line.endMs);
  return runOfHours(
    point,
    issuedMs,
    { endsMs, values: runLines.map((line) => line.irradiance) },
    { endsMs, values: runLines.map((line) => line.temperature) },
  );
}
