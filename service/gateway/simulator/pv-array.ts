import { MINUTE_MS, QUARTER_MS } from "../../../lib/time/amsterdam.ts";
import type { Site } from "../../engine/site.ts";
import { hashed, hashSeed, smoothNoise } from "./noise.ts";
import {
  clearness,
  onPlane,
  sunAt,
  underSky,
  type OnPlane,
  indexAt,
  weatherLocations,
  type WeatherLocation,
} from "./weather.ts";

/** Performance ratio: losses by heat, dirt, wiring and the inverter. */
const PERFORMANCE = 0.88;
/** Clouds move from the west at about 68 km/h: one degree of longitude takes about an hour. */
const MINUTES_PER_DEGREE = 60;

/** The panels of one site per minute; deterministic for each minute. */
export class PvArray {
  /** Available solar power behind each inverter in the last minute passed to `simulateMinute`, in kW. */
  readonly potentialKw: Float64Array;
  private readonly site: Site;
  private readonly seed: number;
  private readonly location: WeatherLocation;
  private readonly delayMs: number;
  private readonly quality: number;
  private readonly plane: OnPlane = { direct: 0, diffuse: 0 };
  private quarter = NaN;
  private from: Sky;
  private to: Sky;

  constructor(site: Site, seed: string) {
    this.site = site;
    this.seed = hashSeed(`roof ${seed}`);
    this.location = nearest(site);
    this.delayMs =
      Math.round((site.longitude - this.location.longitude) * MINUTES_PER_DEGREE) * MINUTE_MS;
    this.quality = PERFORMANCE * (0.94 + 0.1 * hashed(this.seed, 1));
    this.potentialKw = new Float64Array(site.panels.length);
    this.from = this.to = clearSkyOver(site, 0);
  }

  /** Fills `potentialKw` for the minute that starts `minute` minutes after 1970. */
  simulateMinute(minute: number): void {
    const quarter = Math.floor(minute / 15);
    if (quarter !== this.quarter) this.enter(quarter);
    const part = (minute - quarter * 15 + 0.5) / 15;
    const index = this.indexIn(minute);
    const kt = between(this.from.clearness, this.to.clearness, part);
    this.site.panels.forEach(({ peakKw, inverterKw }, i) => {
      const from = this.from.planes[i]!;
      const to = this.to.planes[i]!;
      this.plane.direct = between(from.direct, to.direct, part);
      this.plane.diffuse = between(from.diffuse, to.diffuse, part);
      const sunKw = (underSky(this.plane, kt, index) / 1000) * peakKw * this.quality;
      this.potentialKw[i] = Math.min(inverterKw, sunKw);
    });
  }

  /** The clear-sky index at the site: that of the measured place, with local passing clouds. */
  private indexIn(minute: number): number {
    const index = indexAt(this.location, (minute + 0.5) * MINUTE_MS - this.delayMs);
    const broken = Math.max(0, 1.6 * index * (1.1 - index));
    return Math.max(0.01, index * (1 + broken * 0.5 * smoothNoise(this.seed, minute / 7)));
  }

  private enter(quarter: number): void {
    const follows = quarter === this.quarter + 1;
    this.from = follows ? this.to : clearSkyOver(this.site, quarter * QUARTER_MS);
    this.to = clearSkyOver(this.site, (quarter + 1) * QUARTER_MS);
    this.quarter = quarter;
  }
}

/** Clear-sky irradiance at a site at one moment, per inverter. */
interface Sky {
  clearness: number;
  planes: OnPlane[];
}

function clearSkyOver({ latitude, longitude, panels }: Site, ms: number): Sky {
  const sun = sunAt(latitude, longitude, ms);
  const planes = panels.map(({ tiltDeg, azimuthDeg }) => onPlane(sun, tiltDeg, azimuthDeg));
  return { clearness: clearness(sun), planes };
}

const between = (from: number, to: number, part: number): number => from + (to - from) * part;

function nearest({ latitude, longitude }: Site): WeatherLocation {
  const distance = (location: WeatherLocation) =>
    Math.hypot(location.latitude - latitude, (location.longitude - longitude) * 0.61);
  return weatherLocations().reduce((a, b) => (distance(b) < distance(a) ? b : a));
}
