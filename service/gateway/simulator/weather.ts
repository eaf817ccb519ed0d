import { QUARTER_MS } from "../../../lib/time/amsterdam.ts";
import { getColumn, readSeries } from "./noise.ts";
import { clearness, onPlane, sunAt, underSky } from "./sun.ts";

/** Thirteen whole weeks: the series repeats at night and on the same weekday. */
export const SOURCE_DAYS = 91;
const QUARTERS = SOURCE_DAYS * 96;
const MAX_INDEX = 1.1;
const MIN_INDEX = 0.02;
/** Below this clear-sky irradiance, in W/m², the ratio of measured to expected is not usable. */
const LOW_SUN = 100;

/** A place with measured solar power. `index[i]` is the clear-sky index of quarter-hour `i`. */
export interface WeatherPlace {
  name: "hfdp" | "owd";
  latitude: number;
  longitude: number;
  startMs: number;
  index: Float64Array;
}

const PLACES = [
  { name: "hfdp", latitude: 52.3055506, longitude: 4.6926655 },
  { name: "owd", latitude: 53.0019687, longitude: 6.292133564 },
] as const;

let read: WeatherPlace[] | undefined;
/** The places with measured solar power; read once. */
export const weatherPlaces = (): WeatherPlace[] =>
  (read ??= PLACES.map((place) => {
    const series = readSeries(place.name);
    const solarMw = getColumn(series, "solar_mw").subarray(0, QUARTERS);
    return {
      ...place,
      startMs: series.startMs,
      index: clearSkyIndex(place, series.startMs, solarMw),
    };
  }));

/**
 * The clear-sky index at a place and moment, between 0.02 and 1.1: measured over clear-sky power.
 * It is a continuous function of time: the 91 measured days repeat.
 */
export function indexAt(place: WeatherPlace, ms: number): number {
  const position = (ms - place.startMs) / QUARTER_MS - 0.5;
  const whole = Math.floor(position);
  const from = place.index[wrapped(whole)]!;
  return from + (place.index[wrapped(whole + 1)]! - from) * (position - whole);
}

const wrapped = (quarter: number): number => ((quarter % QUARTERS) + QUARTERS) % QUARTERS;

interface Quarter {
  measuredMw: number;
  /** Irradiance on a plane like that of the park, under a clear sky and at `index`. */
  clearSky: number;
  under: (index: number) => number;
}

function clearSkyIndex(
  place: { latitude: number; longitude: number },
  startMs: number,
  solarMw: Float64Array,
): Float64Array {
  const quarters = Array.from(solarMw, (mw, i): Quarter => {
    const sun = sunAt(place.latitude, place.longitude, startMs + (i + 0.5) * QUARTER_MS);
    const plane = onPlane(sun, 20, 180);
    const under = (index: number) => underSky(plane, clearness(sun), index);
    return { measuredMw: Math.max(0, -mw), clearSky: under(1), under };
  });
  const ratios = quarters
    .filter(({ clearSky }) => clearSky >= LOW_SUN)
    .map(({ measuredMw, clearSky }) => measuredMw / clearSky)
    .sort((a, b) => a - b);
  const capacity = ratios[Math.floor(ratios.length * 0.95)]!;
  return bridged(
    Float64Array.from(quarters, (quarter) =>
      quarter.clearSky < LOW_SUN ? NaN : getClearSkyIndex(quarter, capacity),
    ),
  );
}

/** The index that reproduces the measured power of the park, found by bisection. */
function getClearSkyIndex({ measuredMw, under }: Quarter, capacity: number): number {
  let low = MIN_INDEX;
  let high = MAX_INDEX;
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (under(middle) * capacity < measuredMw) low = middle;
    else high = middle;
  }
  return high;
}

/** Replaces NaN by linear interpolation between its neighbours; the series is circular. */
function bridged(values: Float64Array): Float64Array {
  const known = [...values.keys()].filter((i) => !Number.isNaN(values[i]!));
  const filled = values.slice();
  known.forEach((from, k) => {
    const to = known[(k + 1) % known.length]!;
    const steps = (to - from + values.length) % values.length;
    for (let step = 1; step < steps; step++) {
      const at = (from + step) % values.length;
      filled[at] = values[from]! + ((values[to]! - values[from]!) * step) / steps;
    }
  });
  return filled;
}
