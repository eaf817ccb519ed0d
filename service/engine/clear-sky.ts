import { getPosition } from "suncalc";
import type { Panels, Site } from "./site.ts";
import { HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";

type Vector = readonly [x: number, y: number, z: number];

const RADIANS = Math.PI / 180;
const DEGREES_PER_HOUR = 15;
const SOLAR_CONSTANT = 1361;
const ALBEDO = 0.2;
/** Share of the rated output that reaches the grid: PVWatts' 14 % losses and 96 % inverter. */
const PERFORMANCE = 0.83;

const HALF_QUARTER_MS = QUARTER_MS / 2;

/** Earth-fixed direction of this azimuth and altitude as seen from a place. */
function direction(latitude: number, longitude: number, azimuth: number, altitude: number): Vector {
  const [sinLat, cosLat] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
  const [sinLng, cosLng] = [Math.sin(longitude * RADIANS), Math.cos(longitude * RADIANS)];
  const up = Math.sin(altitude * RADIANS);
  const east = Math.cos(altitude * RADIANS) * Math.sin(azimuth * RADIANS);
  const north = Math.cos(altitude * RADIANS) * Math.cos(azimuth * RADIANS);
  const outward = cosLat * up - sinLat * north;
  return [
    outward * cosLng - east * sinLng,
    outward * sinLng + east * cosLng,
    sinLat * up + cosLat * north,
  ];
}

/** Directions of the sun at the last moments asked for, each at a place given by its moment. */
const SUNS = 2 ** 15;
const momentOf = new Float64Array(SUNS).fill(NaN);
const sunX = new Float64Array(SUNS);
const sunY = new Float64Array(SUNS);
const sunZ = new Float64Array(SUNS);

const SLOTS_PER_QUARTER = QUARTER_MS / HALF_QUARTER_MS;
const slotOf = (ms: number) => Math.floor(ms / HALF_QUARTER_MS) & (SUNS - 1);

/**
 * The place of the earth-fixed direction of the sun in these arrays. It is computed where the sun is
 * high (on the equator, at local noon), so that refraction does not matter, and once per moment,
 * whatever the number of sites.
 */
function sunAt(ms: number): number {
  const at = slotOf(ms);
  if (momentOf[at] === ms) return at;
  const hours = (ms / HOUR_MS) % 24;
  const longitude = (12 - hours) * DEGREES_PER_HOUR;
  const { azimuth, altitude } = getPosition(new Date(ms), 0, longitude);
  const [x, y, z] = direction(0, longitude, azimuth, altitude);
  [momentOf[at], sunX[at], sunY[at], sunZ[at]] = [ms, x, y, z];
  return at;
}

/** Diffuse share of horizontal irradiance from the clearness of the air (Erbs et al. 1982). */
function diffuseShare(clearness: number): number {
  const k = clearness;
  if (k <= 0.22) return 1 - 0.09 * k;
  if (k > 0.8) return 0.165;
  return 0.9511 + k * (-0.1604 + k * (4.388 + k * (-16.638 + k * 12.336)));
}

/** Constants of the panels behind one inverter: their direction in three numbers, then these. */
const DIFFUSE_PART = 3;
const REFLECTED_PART = 4;
const KW_PER_SUN = 5;
const INVERTER_KW = 6;
const NUMBERS_PER_PLANE = 7;

/** The direction upwards comes before the planes of a site. */
const NUMBERS_BEFORE = 3;

const NUMBERS_PER_SLAB = 2 ** 13;
let slab = new Float64Array(NUMBERS_PER_SLAB);
let used = 0;

/**
 * Reserves memory next to that of other sites: as fields of objects, each number of a site would lie
 * somewhere else, and waiting for them would take longer than computing.
 */
function reserve(count: number): { numbers: Float64Array; from: number } {
  if (used + count > slab.length) {
    slab = new Float64Array(Math.max(NUMBERS_PER_SLAB, count));
    used = 0;
  }
  const from = used;
  used += count;
  return { numbers: slab, from };
}

/** The planes of a site's panels, whose constants are computed once; see `outputUnderSky`. */
class Planes {
  private readonly numbers: Float64Array;
  private readonly from: number;
  private readonly end: number;

  constructor(site: Site, which?: (panels: Panels) => boolean) {
    const { latitude, longitude } = site;
    const panels = which ? site.panels.filter(which) : site.panels;
    const count = NUMBERS_BEFORE + panels.length * NUMBERS_PER_PLANE;
    ({ numbers: this.numbers, from: this.from } = reserve(count));
    this.end = this.from + count;
    const { numbers } = this;
    numbers.set(direction(latitude, longitude, 0, 90), this.from);
    for (const [i, { azimuthDeg, tiltDeg, peakKw, inverterKw }] of panels.entries()) {
      const at = this.from + NUMBERS_BEFORE + i * NUMBERS_PER_PLANE;
      const cosTilt = Math.cos(tiltDeg * RADIANS);
      numbers.set(direction(latitude, longitude, azimuthDeg, 90 - tiltDeg), at);
      numbers[at + DIFFUSE_PART] = (1 + cosTilt) / 2;
      numbers[at + REFLECTED_PART] = (ALBEDO * (1 - cosTilt)) / 2;
      numbers[at + KW_PER_SUN] = (peakKw * PERFORMANCE) / 1000;
      numbers[at + INVERTER_KW] = inverterKw;
    }
  }

  outputKw(ms: number, index: number): number {
    this.compute(sunAt(ms), index);
    return outputKw[0]!;
  }

  /** Fills an array with the output under a clear sky, by quarter-hour from a moment on. */
  fill(kw: Float64Array, count: number, firstMs: number): void {
    let at = slotOf(firstMs);
    for (let i = 0; i < count; i++) {
      const ms = firstMs + i * QUARTER_MS;
      this.compute(momentOf[at] === ms ? at : sunAt(ms), 1);
      kw[i] = outputKw[0]!;
      at = (at + SLOTS_PER_QUARTER) & (SUNS - 1);
    }
  }

  /**
   * Puts the result into `outputKw[0]`: a number that is returned takes memory. Clear-sky irradiance on the horizontal in W/m² is
   * that of Haurwitz 1945: 1098·cosZ·exp(−0.057/cosZ).
   */
  private compute(sun: number, index: number): void {
    const { numbers, from, end } = this;
    outputKw[0] = 0;
    const x = sunX[sun]!;
    const y = sunY[sun]!;
    const z = sunZ[sun]!;
    const cosZ = numbers[from]! * x + numbers[from + 1]! * y + numbers[from + 2]! * z;
    if (cosZ <= 0) return;
    const perCosZ = 1 / cosZ;
    const global = 1098 * cosZ * Math.exp(-0.057 * perCosZ) * index;
    const diffuse = global * diffuseShare((global * perCosZ) / SOLAR_CONSTANT);
    const directNormal = (global - diffuse) * perCosZ;
    let sum = 0;
    for (let at = from + NUMBERS_BEFORE; at < end; at += NUMBERS_PER_PLANE) {
      const cosIncidence = numbers[at]! * x + numbers[at + 1]! * y + numbers[at + 2]! * z;
      const beam = directNormal * Math.max(0, cosIncidence);
      const scattered =
        diffuse * numbers[at + DIFFUSE_PART]! + global * numbers[at + REFLECTED_PART]!;
      sum += Math.min(numbers[at + INVERTER_KW]!, numbers[at + KW_PER_SUN]! * (beam + scattered));
    }
    outputKw[0] = sum;
  }
}

/** The result of `Planes`. */
const outputKw = new Float64Array(1);

/** AC output of panels in kW at a moment, at a clear-sky index of `index`. */
export type OutputUnderSky = (ms: number, index: number) => number;

/**
 * AC output of the selected panels of a site under any sky: Haurwitz on the horizontal times the
 * clear-sky index, split by Erbs, on the plane with an isotropic sky (Liu and Jordan 1963), each
 * clipped to its inverter. 0 when the sun is down; rises with the index.
 */
export function outputUnderSky(site: Site, which?: (panels: Panels) => boolean): OutputUnderSky {
  const planes = new Planes(site, which);
  return (ms, index) => planes.outputKw(ms, index);
}

const planesOf = new WeakMap<Site, Planes>();

function cachedPlanes(site: Site): Planes {
  let planes = planesOf.get(site);
  if (!planes) planesOf.set(site, (planes = new Planes(site)));
  return planes;
}

/** AC output of a site's panels in kW under a clear sky; see `outputUnderSky`. */
export function createClearSkyModel(site: Site): (ms: number) => number {
  const planes = cachedPlanes(site);
  return (ms) => planes.outputKw(ms, 1);
}

/**
 * Fills the first `count` values of an array with that output, every quarter-hour from a moment on.
 */
export const fillClearSky = (site: Site, kw: Float64Array, count: number, firstMs: number): void =>
  cachedPlanes(site).fill(kw, count, firstMs);
