import { QUARTER_MS } from "../../../lib/time/amsterdam.ts";
import { getColumn, readSeries } from "./noise.ts";
import { getPosition } from "suncalc";

const RADIANS = Math.PI / 180;
const SOLAR_CONSTANT = 1361;

/** Position of the sun: cosine of the zenith angle (0 below the horizon), azimuth from north. */
interface Sun {
  cosZenith: number;
  azimuthDeg: number;
}

/** The sun at a place, at a moment in ms since 1970. */
export function sunAt(latitude: number, longitude: number, ms: number): Sun {
  const { altitude, azimuth } = getPosition(new Date(ms), latitude, longitude);
  return { cosZenith: altitude > 0 ? Math.sin(altitude * RADIANS) : 0, azimuthDeg: azimuth };
}

/** Clear-sky global irradiance on the horizontal in W/m², Haurwitz (1945). */
const haurwitz = (cosZenith: number): number =>
  cosZenith > 0 ? 1098 * cosZenith * Math.exp(-0.057 / cosZenith) : 0;

/** Share of the extraterrestrial irradiance that reaches the ground under a clear sky. */
export const clearness = ({ cosZenith }: Sun): number =>
  cosZenith > 0 ? haurwitz(cosZenith) / (SOLAR_CONSTANT * cosZenith) : 0;

/** Diffuse part of global irradiance at clearness `kt`: Erbs, Klein and Duffie (1982). */
function diffuseShare(kt: number): number {
  if (kt <= 0.22) return 1 - 0.09 * kt;
  if (kt > 0.8) return 0.165;
  return 0.9511 + kt * (-0.1604 + kt * (4.388 + kt * (-16.638 + kt * 12.336)));
}

/** Irradiance on a plane in W/m² if clear-sky irradiance were all direct, or all diffuse. */
export interface OnPlane {
  direct: number;
  diffuse: number;
}

/** Isotropic sky, ground albedo 0.2 (Liu and Jordan 1963). Angles in degrees. */
export function onPlane(sun: Sun, tiltDeg: number, azimuthDeg: number): OnPlane {
  const { cosZenith } = sun;
  if (cosZenith <= 0) return { direct: 0, diffuse: 0 };
  const global = haurwitz(cosZenith);
  const tilt = tiltDeg * RADIANS;
  const turn = (sun.azimuthDeg - azimuthDeg) * RADIANS;
  const sinZenith = Math.sqrt(1 - cosZenith * cosZenith);
  const incidence = cosZenith * Math.cos(tilt) + sinZenith * Math.sin(tilt) * Math.cos(turn);
  const reflected = 0.1 * global * (1 - Math.cos(tilt));
  return {
    direct: (global / cosZenith) * Math.max(0, incidence) + reflected,
    diffuse: (global * (1 + Math.cos(tilt))) / 2 + reflected,
  };
}

/**
 * Irradiance on a plane in W/m² at a clear-sky index of `index`. With thicker clouds the diffuse
 * share grows and the orientation matters less.
 */
export function underSky(plane: OnPlane, clearSkyKt: number, index: number): number {
  const diffuse = diffuseShare(clearSkyKt * index);
  return index * (plane.direct * (1 - diffuse) + plane.diffuse * diffuse);
}

/** Thirteen whole weeks: the series repeats at night and on the same weekday. */
export const SOURCE_DAYS = 91;
const QUARTERS = SOURCE_DAYS * 96;
const MAX_INDEX = 1.1;
const MIN_INDEX = 0.02;
/** Below this clear-sky irradiance, in W/m², the ratio of measured to expected is not usable. */
const LOW_SUN = 100;

/** A place with measured solar power. `index[i]` is the clear-sky index of quarter-hour `i`. */
export interface WeatherLocation {
  name: "hfdp" | "owd";
  latitude: number;
  longitude: number;
  startMs: number;
  index: Float64Array;
}

const LOCATIONS = [
  { name: "hfdp", latitude: 52.3055506, longitude: 4.6926655 },
  { name: "owd", latitude: 53.0019687, longitude: 6.292133564 },
] as const;

let read: WeatherLocation[] | undefined;
/** The places with measured solar power; read once. */
export const weatherLocations = (): WeatherLocation[] =>
  (read ??= LOCATIONS.map((location) => {
    const series = readSeries(location.name);
    const solarMw = getColumn(series, "solar_mw").subarray(0, QUARTERS);
    return {
      ...location,
      startMs: series.startMs,
      index: clearSkyIndex(location, series.startMs, solarMw),
    };
  }));

/**
 * The clear-sky index at a place and moment, between 0.02 and 1.1: measured over clear-sky power.
 * It is a continuous function of time: the 91 measured days repeat.
 */
export function indexAt(location: WeatherLocation, ms: number): number {
  const position = (ms - location.startMs) / QUARTER_MS - 0.5;
  const whole = Math.floor(position);
  const from = location.index[wrapped(whole)]!;
  return from + (location.index[wrapped(whole + 1)]! - from) * (position - whole);
}

const wrapped = (quarter: number): number => ((quarter % QUARTERS) + QUARTERS) % QUARTERS;

interface Quarter {
  measuredMw: number;
  /** Irradiance on a plane like that of the park, under a clear sky and at `index`. */
  clearSky: number;
  under: (index: number) => number;
}

function clearSkyIndex(
  location: { latitude: number; longitude: number },
  startMs: number,
  solarMw: Float64Array,
): Float64Array {
  const quarters = Array.from(solarMw, (mw, i): Quarter => {
    const sun = sunAt(location.latitude, location.longitude, startMs + (i + 0.5) * QUARTER_MS);
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
  const finite = [...values.keys()].filter((i) => !Number.isNaN(values[i]!));
  const filled = values.slice();
  finite.forEach((from, k) => {
    const to = finite[(k + 1) % finite.length]!;
    const steps = (to - from + values.length) % values.length;
    for (let step = 1; step < steps; step++) {
      const at = (from + step) % values.length;
      filled[at] = values[from]! + ((values[to]! - values[from]!) * step) / steps;
    }
  });
  return filled;
}
