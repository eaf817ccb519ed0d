import { QUARTER_MS, wallQuarter } from "../../../lib/time/amsterdam.ts";
import { getColumn, readSeries, type MeasuredSeries } from "./noise.ts";
import { SOURCE_DAYS } from "./weather.ts";

const DAY = 96;
const WEEK = 7 * DAY;
const MEASURED = SOURCE_DAYS * DAY;
/**
 * Share of the solar power behind the substation relative to the metered solar power; see
 * `series/README.md`.
 */
const SUN_SHARE = 1.84;

/** The kind of consumer behind the meter. */
const LOAD_PROFILES = ["household", "shop", "office", "farm", "cold-store"] as const;
export type LoadProfile = (typeof LOAD_PROFILES)[number];

/**
 * The mix of load shapes per profile (each shape has mean 1, each row sums to 1), and the share of
 * switched appliances. The weights, appliances and milking hours are generated; the shapes are the
 * measured substation and the published standard profiles.
 */
const MIX = {
  household: { measured: 0.15, e1a: 0.85, e2a: 0, e3a: 0, e3d: 0, milking: 0, appliances: 0.4 },
  shop: { measured: 0.15, e1a: 0, e2a: 0.85, e3a: 0, e3d: 0, milking: 0, appliances: 0 },
  office: { measured: 0.15, e1a: 0, e2a: 0, e3a: 0.85, e3d: 0, milking: 0, appliances: 0 },
  farm: { measured: 0.15, e1a: 0.1, e2a: 0, e3a: 0, e3d: 0.35, milking: 0.4, appliances: 0 },
  "cold-store": { measured: 0.1, e1a: 0, e2a: 0, e3a: 0.15, e3d: 0.75, milking: 0, appliances: 0 },
} satisfies Record<LoadProfile, Record<string, number>>;

interface Shapes {
  measured: Float64Array;
  standard: Record<"e1a" | "e2a" | "e3a" | "e3d", Float64Array>;
  /** Two milkings a day, around 06:30 and 17:30. */
  milking: Float64Array;
  startQuarter: number;
}

/** The load profile of this name. @throws RangeError when there is none. */
export function getLoadProfile(name: string): LoadProfile {
  const profile = LOAD_PROFILES.find((candidate) => candidate === name);
  if (!profile)
    throw new RangeError(`no load profile ${name}; there are ${LOAD_PROFILES.join(", ")}`);
  return profile;
}

let read: Shapes | undefined;
const shapes = (): Shapes => (read ??= readShapes());

/** Share of a profile's energy used by switched appliances. */
export const applianceShare = (profile: LoadProfile): number => MIX[profile].appliances;

/** Quarter-hours since 1970 in local time, Europe/Amsterdam. */
export function wallQuarters(ms: number): number {
  const utcQuarter = Math.floor(ms / QUARTER_MS);
  return utcQuarter + modulo(wallQuarter(ms) - utcQuarter, DAY);
}

/**
 * Load of a profile in a quarter-hour of local time, relative to its mean of 1. Each day uses the
 * measured day of the same weekday, thirteen weeks or a multiple of it earlier.
 */
export function loadShape(profile: LoadProfile, quarterOnWall: number): number {
  const { measured, standard, milking, startQuarter } = shapes();
  const mix = MIX[profile];
  const since = quarterOnWall - startQuarter;
  const week = modulo(since, WEEK);
  return (
    mix.measured * measured[modulo(since, MEASURED)]! +
    mix.e1a * standard.e1a[week]! +
    mix.e2a * standard.e2a[week]! +
    mix.e3a * standard.e3a[week]! +
    mix.e3d * standard.e3d[week]! +
    mix.milking * milking[modulo(quarterOnWall, DAY)]!
  );
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

function readShapes(): Shapes {
  const owd = readSeries("owd");
  const profiles = readSeries("profiles");
  const startQuarter = wallQuarters(owd.startMs);
  const week = (name: string) => averageWeek(profiles, name, startQuarter);
  return {
    measured: grossLoad(owd),
    standard: { e1a: week("e1a"), e2a: week("e2a"), e3a: week("e3a"), e3d: week("e3d") },
    milking: toMeanOne(Float64Array.from({ length: DAY }, (_, quarter) => milkingAt(quarter / 4))),
    startQuarter,
  };
}

const milkingAt = (hour: number): number =>
  Math.exp(-(((hour - 6.5) / 0.9) ** 2) / 2) + Math.exp(-(((hour - 17.5) / 0.9) ** 2) / 2);

/** Gross load of the substation: its import plus the solar generation behind it; mean 1. */
function grossLoad(series: MeasuredSeries): Float64Array {
  const solarMw = getColumn(series, "solar_mw");
  const gross = getColumn(series, "substation_mw").map((mw, i) => mw - SUN_SHARE * solarMw[i]!);
  const shape = toMeanOne(gross.subarray(0, MEASURED));
  return toMeanOne(shape.map((value) => Math.min(2, Math.max(0.3, value))));
}

/**
 * The weeks of a standard profile averaged into one that starts on the weekday of `startQuarter`.
 */
function averageWeek(series: MeasuredSeries, name: string, startQuarter: number): Float64Array {
  const sums = new Float64Array(WEEK);
  const offset = wallQuarters(series.startMs) - startQuarter;
  getColumn(series, name).forEach((share, i) => (sums[modulo(offset + i, WEEK)]! += share));
  return toMeanOne(sums);
}

function toMeanOne(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value / mean);
}
