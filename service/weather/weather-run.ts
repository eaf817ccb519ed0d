import { HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";

/** A place a weather forecast is made for. */
export interface WeatherPoint {
  /** Names it within its source: coordinates, a station, or a name of one's own. */
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
  /** Global horizontal irradiance, W/m², averaged over the quarter-hour; NaN not known. */
  irradiance: Float32Array;
  /** Air temperature at 2 m, °C, in the middle of the quarter-hour; NaN not known. */
  temperatureC: Float32Array;
}

/** Where runs come from. */
export interface WeatherSource {
  /** Names it in storage, metrics and logs. */
  name: string;
  /** What its licence asks to be shown beside anything made from it. */
  attribution: string;
  /**
   * The newest runs: for the places asked for, or for the points the source itself has. Empty when
   * the source has none newer than `afterMs`.
   * @throws WeatherError when they cannot be had or read
   */
  fetchRuns(places: readonly WeatherPoint[], afterMs: number): Promise<WeatherRun[]>;
}

/** A weather feed that cannot be reached or read; the message says what is wrong with it. */
export class WeatherError extends Error {}

/** A value of a source: the mean of the hour that ends then, or the value at that moment. */
export interface HourlyValues {
  endsMs: readonly number[];
  values: readonly number[];
}

/** Linear between known moments; NaN outside of them and beside what is missing. */
function interpolate(atMs: readonly number[], values: readonly number[], ms: number): number {
  let after = 0;
  while (after < atMs.length && atMs[after]! < ms) after++;
  if (atMs[after] === ms) return values[after]!;
  if (after === 0 || after === atMs.length) return NaN;
  const part = (ms - atMs[after - 1]!) / (atMs[after]! - atMs[after - 1]!);
  return values[after - 1]! + part * (values[after]! - values[after - 1]!);
}

/** Quarter-hours of a run from hourly means of irradiance and hourly temperatures. */
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

/** Degrees of latitude and longitude between neighbouring points of the grid. */
const GRID_DEGREES = 0.1;

/** The point of the grid of 0.1° a location shares its weather with. */
export function gridPoint(latitude: number, longitude: number): WeatherPoint {
  const onGrid = (degrees: number) => Number((Math.round(degrees / GRID_DEGREES) / 10).toFixed(1));
  const point = { latitude: onGrid(latitude), longitude: onGrid(longitude) };
  return { id: `${point.latitude},${point.longitude}`, ...point };
}
