import { HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";

/** Timeout; the source is tried again later. */
const TIMEOUT_MS = 20_000;
/** Larger than any response of the supported sources. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Downloads at most 16 MiB within 20 seconds.
 * @throws WeatherError with the host and the reason, without the query, which may contain a key
 */
export async function download(
  url: URL,
  timeoutMs = TIMEOUT_MS,
  headers: Record<string, string> = {},
): Promise<Uint8Array> {
  const from = `${url.host}${url.pathname}`;
  try {
    const response = await fetch(url, {
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new WeatherError(`${from} answered ${response.status}.`, { status: response.status });
    }
    return await readLimited(response, from);
  } catch (error) {
    if (error instanceof WeatherError) throw error;
    const { name } = error as Error;
    const why = name === "TimeoutError" ? `did not answer within ${timeoutMs / 1000} s` : "failed";
    throw new WeatherError(`${from} ${why}.`, { cause: error });
  }
}

async function readLimited(response: Response, from: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > MAX_BYTES) throw new WeatherError(`${from} sent more than 16 MiB.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** A place of a weather forecast. */
export interface WeatherPoint {
  /** Identifies it within its source: coordinates, a station, or a chosen name. */
  id: string;
  latitude: number;
  longitude: number;
}

/** One forecast for one point, as its source issued it; quarter-hours from `startMs`. */
export interface WeatherRun {
  point: WeatherPoint;
  /** When the model run began: the reference time of the source. */
  issuedMs: number;
  startMs: number;
  /** Global horizontal irradiance in W/m², averaged over the quarter-hour; NaN if unknown. */
  irradiance: Float32Array;
  /** Air temperature at 2 m in °C, in the middle of the quarter-hour; NaN if unknown. */
  temperatureC: Float32Array;
}

/** A source of weather runs. */
export interface WeatherSource {
  /** Identifies it in storage, metrics and logs. */
  name: string;
  /** The attribution that its licence requires beside anything made from it. */
  attribution: string;
  /**
   * The newest runs: for the requested places, or for the points of the source itself. Empty when
   * the source has none newer than `afterMs`.
   * @throws WeatherError when they cannot be fetched or parsed
   */
  fetchRuns(points: readonly WeatherPoint[], afterMs: number): Promise<WeatherRun[]>;
}

/** An unreachable or invalid weather source; the message states the reason. */
export class WeatherError extends Error {
  /** The HTTP status of the answer, if there was one. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.status = status;
  }
}

/** A value of a source: the mean of the hour that ends then, or the instantaneous value. */
export interface HourlyValues {
  endsMs: readonly number[];
  values: readonly number[];
}

/** Linear interpolation between known moments; NaN outside of them and next to missing values. */
function interpolate(atMs: readonly number[], values: readonly number[], ms: number): number {
  let after = 0;
  while (after < atMs.length && atMs[after]! < ms) after++;
  if (atMs[after] === ms) return values[after]!;
  if (after === 0 || after === atMs.length) return NaN;
  const part = (ms - atMs[after - 1]!) / (atMs[after]! - atMs[after - 1]!);
  return values[after - 1]! + part * (values[after]! - values[after - 1]!);
}

/** Quarter-hours of a run from hourly mean irradiance and hourly temperatures. */
export function runOfHours(
  point: WeatherPoint,
  issuedMs: number,
  irradiance: HourlyValues,
  temperature: HourlyValues,
): WeatherRun {
  const [firstMs, lastMs] = [irradiance.endsMs[0], irradiance.endsMs.at(-1)];
  if (firstMs === undefined || lastMs === undefined)
    throw new WeatherError(`The forecast for ${point.id} has no hours.`);
  const startMs = firstMs - HOUR_MS / 2;
  const count = Math.max(0, Math.floor((lastMs - HOUR_MS / 2 - startMs) / QUARTER_MS));
  const middles = irradiance.endsMs.map((ms) => ms - HOUR_MS / 2);
  const at = (moments: readonly number[], values: readonly number[]) =>
    Float32Array.from({ length: count }, (_, index) =>
      interpolate(moments, values, startMs + (index + 0.5) * QUARTER_MS),
    );
  return {
    point,
    issuedMs,
    startMs,
    irradiance: at(middles, irradiance.values).map((value) => Math.max(0, value)),
    temperatureC: at(temperature.endsMs, temperature.values),
  };
}

/** Grid step in degrees of latitude and longitude. */
const GRID_DEGREES = 0.1;

/** The point of the 0.1° grid whose weather a location uses. */
export function gridPoint(latitude: number, longitude: number): WeatherPoint {
  const onGrid = (degrees: number) => Number((Math.round(degrees / GRID_DEGREES) / 10).toFixed(1));
  const point = { latitude: onGrid(latitude), longitude: onGrid(longitude) };
  return { id: `${point.latitude},${point.longitude}`, ...point };
}
