import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { LEADS } from "./forecast-pending.ts";
import { forecastLoad, trainLoad, LOAD_PARAMETERS } from "./forecast-load.ts";
import {
  forecastPv,
  keepExpectedPv,
  pvAge,
  PV_PARAMETERS,
  takeExpectedPv,
  trainPv,
  type PvModel,
} from "./forecast-pv.ts";
import {
  emptyWeatherModel,
  expectWeather,
  scoreWeather,
  trainWeather,
  weatherPvKw,
  weatherShares,
  type Irradiance,
  type WeatherModel,
} from "./forecast-weather.ts";
import { pvRatingKw } from "./site-model.ts";
import type { Series, Site } from "./site.ts";

/** What a site has taught, compact: stored per location and updated each quarter-hour. */
export interface ForecastModel {
  /** Start of the first quarter-hour that was not learned yet. */
  untilMs: number;
  /**
   * Typical PV output by quarter of the UTC day (96), kW, scaled as if the clear sky brought the
   * panels to their rating then (so that the season does not age it); NaN where never seen.
   */
  pvKw: Float32Array;
  /** Typical load by quarter of the local day (96), kW; NaN where never seen. */
  loadKw: Float32Array;
  /** Parameters of the methods, `PARAMETER_COUNT`: those of PV first, then those of the load. */
  parameters: Float32Array;
  /** What it taught about the forecast irradiance; only where a weather feed reaches the site. */
  weather?: WeatherModel;
}

/** Length of `ForecastModel.parameters`. */
export const PARAMETER_COUNT = PV_PARAMETERS + LOAD_PARAMETERS;
const SLOTS = 96;
const FARTHEST = LEADS[LEADS.length - 1]!;

/** The model of a site that has not reported anything before `untilMs` (aligned). */
export function emptyModel(untilMs: number): ForecastModel {
  return {
    untilMs,
    pvKw: new Float32Array(SLOTS).fill(NaN),
    loadKw: new Float32Array(SLOTS).fill(NaN),
    parameters: new Float32Array(PARAMETER_COUNT),
  };
}

const pvModelOf = ({ pvKw, parameters }: ForecastModel): PvModel => ({
  typicalKw: pvKw,
  parameters: parameters.subarray(0, PV_PARAMETERS),
});

const loadModelOf = ({ loadKw, parameters }: ForecastModel) => ({
  typicalKw: loadKw,
  parameters: parameters.subarray(PV_PARAMETERS),
});

/**
 * Learns a finished quarter-hour, in kW. NaN is missing or was under control, and teaches nothing
 * but that time passed. Changes `model`. A quarter-hour before `untilMs` is ignored; gaps are
 * allowed and count as missing. `irradiance` is the weather forecast in use, where there is one.
 */
export function train(
  site: Site,
  model: ForecastModel,
  quarterMs: number,
  pvKw: number,
  loadKw: number,
  irradiance?: Irradiance,
): void {
  if (quarterMs < model.untilMs) return;
  const passed = (quarterMs - model.untilMs) / QUARTER_MS + 1;
  trainPvAndWeather(site, model, quarterMs, pvKw, passed, irradiance);
  trainLoad(loadModelOf(model), quarterMs, loadKw, passed);
  model.untilMs = quarterMs + QUARTER_MS;
}

function trainPvAndWeather(
  site: Site,
  model: ForecastModel,
  quarterMs: number,
  kw: number,
  passed: number,
  irradiance: Irradiance | undefined,
): void {
  const pv = pvModelOf(model);
  if (irradiance) model.weather ??= emptyWeatherModel();
  const quarter = quarterMs / QUARTER_MS;
  for (let back = Math.min(passed - 1, FARTHEST); back >= 0; back--) {
    const expectedKw = takeExpectedPv(pv, quarter - back);
    if (model.weather) scoreWeather(model.weather, quarter - back, expectedKw, back > 0 ? NaN : kw);
  }
  trainPv(site, pv, quarterMs, kw, passed);
  if (model.weather && irradiance) trainWeather(site, model.weather, quarterMs, kw, irradiance);
  if (Number.isNaN(kw) || site.panels.length === 0) return;
  keepExpectedPv(site, pv, quarterMs);
  if (model.weather && irradiance) expectWeather(site, model.weather, quarterMs, irradiance);
}

/**
 * What a site is expected to do without any control: `count` quarter-hours from `startMs` (aligned,
 * not before `untilMs`), in kW, never NaN. `model` is only read.
 *
 * PV is 0 when the sun is down and never above the rating; see `forecast-pv.ts`. Where `irradiance`
 * is known it is blended with what that gives; see `forecast-weather.ts`. Load is never negative;
 * see `forecast-load.ts`.
 */
export function forecast(
  site: Site,
  model: ForecastModel,
  startMs: number,
  count: number,
  irradiance?: Irradiance,
): Series {
  const ahead = Math.max(0, (startMs - model.untilMs) / QUARTER_MS);
  const pvKw = forecastPv(site, pvModelOf(model), startMs, count, ahead);
  if (model.weather && irradiance) blendWeather(site, model, { startMs, pvKw, ahead, irradiance });
  return { startMs, pvKw, loadKw: forecastLoad(loadModelOf(model), startMs, count, ahead) };
}

interface Blended {
  startMs: number;
  pvKw: Float32Array;
  ahead: number;
  irradiance: Irradiance;
}

/** Moves a forecast towards what the irradiance gives; where that is not known it stays as it is. */
function blendWeather(
  site: Site,
  model: ForecastModel,
  { startMs, pvKw, ahead, irradiance }: Blended,
): void {
  const shareAt = weatherShares(model.weather!);
  const ratingKw = pvRatingKw(site, () => true);
  const age = ahead + pvAge(pvModelOf(model)) + 1;
  for (let index = 0; index < pvKw.length; index++) {
    const freeKw = pvKw[index]!;
    if (freeKw === 0) continue;
    const expectedKw = weatherPvKw(model.weather!, startMs + index * QUARTER_MS, irradiance);
    if (Number.isNaN(expectedKw)) continue;
    const kw = freeKw + shareAt(age + index) * (expectedKw - freeKw);
    pvKw[index] = Math.min(ratingKw, Math.max(0, kw));
  }
}
