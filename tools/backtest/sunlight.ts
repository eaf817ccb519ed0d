import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { Site } from "../../service/engine/site.ts";
import { createClearSkyModel } from "../../service/engine/clear-sky.ts";
import type { Quarters } from "./quarters.ts";

/** The assumed location of the panels of a file. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** Daytime for every method: a clear sky gives a flat plane more than this share of its rating. */
export const DAYTIME_SHARE = 0.05;

/** One flat plane and nothing else, because the file does not contain the orientation. */
export const flatSite = ({ latitude, longitude }: Place, ratingKw: number): Site => ({
  latitude,
  longitude,
  panels:
    ratingKw > 0
      ? [
          {
            peakKw: ratingKw,
            inverterKw: ratingKw,
            tiltDeg: 0,
            azimuthDeg: 180,
            controllable: false,
          },
        ]
      : [],
  batteries: [],
  connectionLimitKw: null,
});

/** Clear sky on a flat plane as a share of its rating, per quarter-hour of a series. */
export function clearSkyShares(place: Place, { startMs, kw }: Quarters): Float64Array {
  const clearSky = createClearSkyModel(flatSite(place, 1));
  return kw.map((_, i) => clearSky(startMs + (i + 0.5) * QUARTER_MS));
}

/** The share of all energy, of either sign, exchanged while the sun was down; 1 without energy. */
export function nightShare(place: Place, quarters: Quarters): number {
  const clear = clearSkyShares(place, quarters);
  let [night, all] = [0, 0];
  for (const [i, value] of quarters.kw.entries()) {
    if (Number.isNaN(value)) continue;
    all += Math.abs(value);
    if (clear[i] === 0) night += Math.abs(value);
  }
  return all > 0 ? night / all : 1;
}

/** The absolute correlation of a series with the clear sky. */
export function correlateWithSun(place: Place, quarters: Quarters): number {
  const clear = clearSkyShares(place, quarters);
  const known = [...quarters.kw.keys()].filter((i) => !Number.isNaN(quarters.kw[i]!));
  const mean = (values: Float64Array) =>
    known.reduce((sum, i) => sum + values[i]!, 0) / known.length;
  const [x, y] = [mean(clear), mean(quarters.kw)];
  let [xy, xx, yy] = [0, 0, 0];
  for (const i of known) {
    const [a, b] = [clear[i]! - x, quarters.kw[i]! - y];
    xy += a * b;
    xx += a * a;
    yy += b * b;
  }
  return Math.abs(xy) / Math.sqrt(xx * yy || 1);
}
