import { getPosition } from "suncalc";
import type { Panels, Site } from "./site.ts";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";

type Vector = readonly [x: number, y: number, z: number];

const RADIANS = Math.PI / 180;
const DEGREES_PER_HOUR = 15;
const SOLAR_CONSTANT = 1361;
const ALBEDO = 0.2;
/** Share of the rated output that reaches the grid: PVWatts' 14 % losses and 96 % inverter. */
const PERFORMANCE = 0.83;
const REMEMBERED_MOMENTS = 20_000;

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

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

const suns = new Map<number, Vector>();

/**
 * Earth-fixed direction of the sun. It is computed where the sun is high (on the equator, at local
 * noon), so that refraction does not matter, and once per moment, whatever the number of places.
 */
function sunAt(ms: number): Vector {
  const cached = suns.get(ms);
  if (cached) return cached;
  const hours = (ms / HOUR_MS) % 24;
  const longitude = (12 - hours) * DEGREES_PER_HOUR;
  const { azimuth, altitude } = getPosition(new Date(ms), 0, longitude);
  const sun = direction(0, longitude, azimuth, altitude);
  if (suns.size >= REMEMBERED_MOMENTS) suns.clear();
  suns.set(ms, sun);
  return sun;
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

/**
 * Irradiance on a tilted plane in W/m² at a clear-sky index of `index`, with an isotropic sky (Liu
 * and Jordan 1963).
 */
function onPlane(cosZ: number, cosIncidence: number, cosTilt: number, index: number): number {
  const global = haurwitz(cosZ) * index;
  const diffuse = global * diffuseShare(global / (SOLAR_CONSTANT * cosZ));
  const beam = ((global - diffuse) / cosZ) * Math.max(0, cosIncidence);
  const reflected = (global * ALBEDO * (1 - cosTilt)) / 2;
  return beam + (diffuse * (1 + cosTilt)) / 2 + reflected;
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

function outputKw(
  { panels, normal, cosTilt }: Plane,
  cosZ: number,
  sun: Vector,
  index: number,
): number {
  const irradiance = onPlane(cosZ, dot(normal, sun), cosTilt, index);
  return Math.min(panels.inverterKw, panels.peakKw * PERFORMANCE * (irradiance / 1000));
}

/** AC output of panels in kW at a moment, at a clear-sky index of `index`. */
export type OutputUnderSky = (ms: number, index: number) => number;

/**
 * AC output of the selected panels of a site under any sky: Haurwitz on the horizontal times the
 * clear-sky index, split by Erbs, on the plane by Liu and Jordan, each clipped to its inverter. 0
 * when the sun is down; rises with the index.
 */
export function outputUnderSky(
  site: Site,
  which: (panels: Panels) => boolean = () => true,
): OutputUnderSky {
  const up = direction(site.latitude, site.longitude, 0, 90);
  const planes = site.panels.filter(which).map((panels) => toPlane(site, panels));
  return (ms, index) => {
    const sun = sunAt(ms);
    const cosZ = dot(up, sun);
    if (cosZ <= 0) return 0;
    return planes.reduce((kw, plane) => kw + outputKw(plane, cosZ, sun, index), 0);
  };
}

function createModel(site: Site): (ms: number) => number {
  const output = outputUnderSky(site);
  return (ms) => output(ms, 1);
}

const models = new WeakMap<Site, (ms: number) => number>();

/** AC output of a site's panels in kW under a clear sky; see `outputUnderSky`. */
export function createClearSkyModel(site: Site): (ms: number) => number {
  const model = models.get(site) ?? createModel(site);
  models.set(site, model);
  return model;
}
