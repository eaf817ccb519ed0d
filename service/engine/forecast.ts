import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { forecastLoad, trainLoad, LOAD_PARAMETERS } from "./forecast-load.ts";
import { forecastPv, trainPv, PV_PARAMETERS } from "./forecast-pv.ts";
import type { Series, Site } from "./site.ts";

/** What a site has taught, compact: kept per location and updated each quarter-hour. */
export interface ForecastModel {
  /** Start of the first quarter-hour that was not learned yet. */
  untilMs: number;
  /**
   * Typical output of the panels by quarter of the UTC day (96), kW, put as it would be were the
   * clear sky to bring them to their rating just then (so seasons do not age it); NaN never seen.
   */
  pvKw: Float32Array;
  /** Typical load by quarter of the clock on the wall (96), kW; NaN where never seen. */
  loadKw: Float32Array;
  /** The methods' own short memory, of length `TRAITS`: that of the panels first, then the load's. */
  traits: Float32Array;
}

/** Length of `Learned.traits`. */
export const PARAMETER_COUNT = PV_PARAMETERS + LOAD_PARAMETERS;
const SLOTS = 96;

/** The memory of a site that has not reported anything before `untilMs` (aligned). */
export function emptyModel(untilMs: number): ForecastModel {
  return {
    untilMs,
    pvKw: new Float32Array(SLOTS).fill(NaN),
    loadKw: new Float32Array(SLOTS).fill(NaN),
    traits: new Float32Array(PARAMETER_COUNT),
  };
}

/**
 * Takes in a finished quarter-hour, in kW. NaN is missing or was under control, and teaches nothing
 * but that time passed. Changes `learned`. A quarter-hour before `untilMs` is ignored; gaps are
 * allowed and count as missing.
 */
export function train(
  site: Site,
  learned: ForecastModel,
  quarterMs: number,
  pvKw: number,
  loadKw: number,
): void {
  if (quarterMs < learned.untilMs) return;
  const passed = (quarterMs - learned.untilMs) / QUARTER_MS + 1;
  const pvTraits = learned.traits.subarray(0, PV_PARAMETERS);
  const loadTraits = learned.traits.subarray(PV_PARAMETERS);
  trainPv(site, { typicalKw: learned.pvKw, traits: pvTraits }, quarterMs, pvKw, passed);
  trainLoad({ typicalKw: learned.loadKw, traits: loadTraits }, quarterMs, loadKw, passed);
  learned.untilMs = quarterMs + QUARTER_MS;
}

/**
 * What a site is expected to do without any control: `count` quarter-hours from `startMs` (aligned,
 * not before `untilMs`), in kW, never NaN. `learned` is only read.
 *
 * Panels are 0 when the sun is down and never above their rating; see `forecast-pv.ts`. Load is
 * never negative; see `forecast-load.ts`.
 */
export function forecast(
  site: Site,
  learned: ForecastModel,
  startMs: number,
  count: number,
): Series {
  const ahead = Math.max(0, (startMs - learned.untilMs) / QUARTER_MS);
  const pvTraits = learned.traits.subarray(0, PV_PARAMETERS);
  const loadTraits = learned.traits.subarray(PV_PARAMETERS);
  return {
    startMs,
    pvKw: forecastPv(site, { typicalKw: learned.pvKw, traits: pvTraits }, startMs, count, ahead),
    loadKw: forecastLoad({ typicalKw: learned.loadKw, traits: loadTraits }, startMs, count, ahead),
  };
}
