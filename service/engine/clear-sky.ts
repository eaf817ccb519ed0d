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

/**
 * The place of the earth-fixed direction of the sun in these arrays. It is computed where the sun is
 * high (on the equator, at local noon), so that refraction does not matter, and once per moment,
 * whatever the number of sites.
 */
function sunAt(ms: number): number {
  const at = Math.floor(ms / HALF_QUARTER_MS) & (SUNS - 1);
  if (momentOf[at] === ms) return at;
  const hours = (ms / HOUR_MS) % 24;
  const longitude = (12 - hours) * DEGREES_PER_HOUR;
  const { azimuth, altitude } = getPosition(new Date(ms), 0, longitude);
  const [x, y, z] = direction(0, longitude, azimuth, altitude);
  [momentOf[at], sunX[at], sunY[at], sunZ[at]] = [ms, x, y, z];
  return at;
}

/** Clear-sky irradiance on the horizontal in W/m² (Haurwitz 1945): 1098·cosZ·exp(−0.057/cosZ). */
const haurwitz = (cosZ: number): number => (cosZ > 0 ? 1098 * cosZ * Math.exp(-0.057 / cosZ) : 0);

/** Diffuse share of horizontal irradiance from the clearness of the air (Erbs et al. 1982). */
function diffuseShare(clearness: number): number {
  const k = clearness;
  if (k <= 0.22) return 1 - 0.09 * k;
  if (k > 0.8) return 0.165;
  return 0.9511 + k * (-0.1604 + k * (4.388 + k * (-16.638 + k * 12.336)));
}

interface Plane {
  panels: Panels;
  normal: Vector;
  cosTilt: number;
}

function toPlane(site: Site, panels: Panels): Plane {
  const { latitude, longitude } = site;
  const normal = direction(latitude, longitude, panels.azimuthDeg, 90 - panels.tiltDeg);
  return { panels, normal, cosTilt: Math.cos(panels.tiltDeg * RADIANS) };
}

/** The planes of a site's panels; see `outputUnderSky`. */
class Planes {
  private readonly planes: readonly Plane[];
  private readonly up: Vector;

  constructor(site: Site, which?: (panels: Panels) => boolean) {
    this.up = direction(site.latitude, site.longitude, 0, 90);
    const panels = which ? site.panels.filter(which) : site.panels;
    this.planes = panels.map((some) => toPlane(site, some));
  }

  outputKw(ms: number, index: number): number {
    const { up, planes } = this;
    const sun = sunAt(ms);
    const [x, y, z] = [sunX[sun]!, sunY[sun]!, sunZ[sun]!];
    const cosZ = up[0] * x + up[1] * y + up[2] * z;
    if (cosZ <= 0) return 0;
    const global = haurwitz(cosZ) * index;
    const diffuse = global * diffuseShare(global / (SOLAR_CONSTANT * cosZ));
    let kw = 0;
    for (let i = 0; i < planes.length; i++) {
      const { panels, normal, cosTilt } = planes[i]!;
      const cosIncidence = normal[0] * x + normal[1] * y + normal[2] * z;
      const beam = ((global - diffuse) / cosZ) * Math.max(0, cosIncidence);
      const reflected = (global * ALBEDO * (1 - cosTilt)) / 2;
      const irradiance = beam + (diffuse * (1 + cosTilt)) / 2 + reflected;
      kw += Math.min(panels.inverterKw, panels.peakKw * PERFORMANCE * (irradiance / 1000));
    }
    return kw;
  }
}

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

function createModel(site: Site): (ms: number) => number {
  const planes = new Planes(site);
  return (ms) => planes.outputKw(ms, 1);
}

const models = new WeakMap<Site, (ms: number) => number>();

/** AC output of a site's panels in kW under a clear sky; see `outputUnderSky`. */
export function createClearSkyModel(site: Site): (ms: number) => number {
  const model = models.get(site) ?? createModel(site);
  models.set(site, model);
  return model;
}
