import { getPosition } from "suncalc";

const RADIANS = Math.PI / 180;
const SOLAR_CONSTANT = 1361;

/** Position of the sun: cosine of the zenith angle (0 below the horizon), azimuth from north. */
export interface Sun {
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
