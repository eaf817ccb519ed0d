import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { newFloats } from "./float-arrays.ts";
import { LEADS } from "./forecast-blending.ts";
import { learnQuantiles, toBand, widenBand, type Band } from "./forecast-quantiles.ts";
import { forecastLoad, initLoad, loadBand, trainLoad } from "./forecast-load.ts";
import { MODEL_NUMBERS } from "./load-parameters.ts";
import {
  PV_TRACKING,
  fillTypicalPv,
  forecastPv,
  initPv,
  storeExpectedPv,
  pvAge,
  pvQuantiles,
  takeExpectedPv,
  trainPv,
  typicalPvAt,
} from "./forecast-pv.ts";
import {
  emptyWeatherModel,
  expectWeather,
  scoreWeather,
  trainWeather,
  weatherPvAt,
  weatherQuantiles,
  weatherShares,
  type Irradiance,
  type WeatherModel,
} from "./forecast-weather.ts";
import { pvRatingKw } from "./site-model.ts";
import type { Series, Site } from "./site.ts";

/**
 * The forecast model of a site in compact form: stored per location and updated each quarter-hour.
 */
export interface ForecastModel {
  /** Start of the first quarter-hour that was not trained yet. */
  untilMs: number;
  /**
   * What was learned, `MODEL_NUMBERS` in one array, since a fleet has many; see `model-numbers.ts`:
   * - typical PV output by quarter of the UTC day (96) in kW, normalised as if the clear sky gave the
   *   panels their rating, so that it does not depend on the season; NaN without data;
   * - typical load by quarter of the local day (96), kW; NaN without data;
   * - parameters of the methods: those of PV first, then those of the load.
   */
  numbers: Float32Array;
  /** The trained weather correction; only if a weather source covers the site. */
  weather?: WeatherModel;
  /** The current weather forecast; not stored with the model. */
  irradiance?: Irradiance;
}

const FARTHEST = LEADS[LEADS.length - 1]!;

/** The model of a site that has not reported anything before `untilMs` (aligned). */
export function emptyModel(untilMs: number): ForecastModel {
  const numbers = new Float32Array(MODEL_NUMBERS);
  initPv(numbers);
  initLoad(numbers);
  return { untilMs, numbers };
}

/** Memory for so many models without weather forecasts, in one array. */
export function newModels(count: number): ForecastModel[] {
  const all = new Float32Array(count * MODEL_NUMBERS);
  return Array.from({ length: count }, (_, i) => ({
    untilMs: NaN,
    numbers: all.subarray(i * MODEL_NUMBERS, (i + 1) * MODEL_NUMBERS),
  }));
}

/** Copies a model without a weather forecast into another one. */
export function copyModel(from: ForecastModel, to: ForecastModel): void {
  to.untilMs = from.untilMs;
  to.numbers.set(from.numbers);
}

/**
 * Trains on a finished quarter-hour, in kW. NaN means missing or under control: only time advances.
 * Changes `model`. A quarter-hour before `untilMs` is ignored; gaps are allowed and count as
 * missing.
 */
export function train(
  site: Site,
  model: ForecastModel,
  quarterMs: number,
  pvKw: number,
  loadKw: number,
): void {
  if (quarterMs < model.untilMs) return;
  const passed = (quarterMs - model.untilMs) / QUARTER_MS + 1;
  trainPvAndWeather(site, model, quarterMs, pvKw, passed);
  trainLoad(model.numbers, quarterMs, loadKw, passed);
  model.untilMs = quarterMs + QUARTER_MS;
}

function trainPvAndWeather(
  site: Site,
  model: ForecastModel,
  quarterMs: number,
  kw: number,
  passed: number,
): void {
  const { irradiance, numbers } = model;
  if (irradiance && site.panels.length > 0) model.weather ??= emptyWeatherModel();
  const quarter = quarterMs / QUARTER_MS;
  for (let back = Math.min(passed - 1, FARTHEST); back > 0; back--)
    scorePv(model, quarter - back, NaN, 0);
  scorePv(model, quarter, kw, typicalPvAt(site, numbers)(quarterMs));
  trainPv(site, numbers, quarterMs, kw, passed);
  if (model.weather && irradiance) trainWeather(site, model.weather, quarterMs, kw, irradiance);
  if (Number.isNaN(kw) || site.panels.length === 0) return;
  storeExpectedPv(site, numbers, quarterMs);
  if (model.weather && irradiance) expectWeather(site, model.weather, quarterMs, irradiance);
}

/** Scores the forecasts for a quarter-hour, with and without weather. */
function scorePv(model: ForecastModel, quarter: number, kw: number, typicalKw: number): void {
  const freeKw = takeExpectedPv(model.numbers, quarter);
  const quantiles = pvQuantiles(model.numbers);
  if (model.weather) scoreWeather(model.weather, quarter, { freeKw, typicalKw, kw });
  if (Number.isNaN(kw)) return;
  for (let which = 0; which < freeKw.length; which++) {
    const expectedKw = freeKw[which]!;
    const scaled = { kw: expectedKw, typicalKw, scaleKw: typicalKw };
    if (expectedKw > 0)
      learnQuantiles(quantiles, which, scaled, Math.max(0, kw), PV_TRACKING[which]!);
  }
}

/**
 * The expected behaviour of a site without any control: `count` quarter-hours from `startMs`
 * (aligned, not before `untilMs`), in kW, never NaN. `model` is only read.
 * PV is 0 with the sun down and never above the rating; see `forecast-pv.ts`. If the irradiance is
 * known, the result is blended with the forecast from it; see `forecast-weather.ts`. Load is never
 * negative; see `forecast-load.ts`. `typicalPvKw` (of length `count`) is filled with the typical
 * output of the panels, for `forecastBand`.
 */
export function forecast(
  site: Site,
  model: ForecastModel,
  startMs: number,
  count: number,
  floats = newFloats,
  typicalPvKw: Float64Array = new Float64Array(count),
): Series {
  const ahead = Math.max(0, (startMs - model.untilMs) / QUARTER_MS);
  const { numbers, weather, irradiance } = model;
  fillTypicalPv(site, numbers, startMs, typicalPvKw);
  const pvKw = forecastPv(site, numbers, typicalPvKw, ahead, floats);
  if (weather && irradiance)
    blendWeather(site, model, { startMs, pvKw, ahead, weather, irradiance });
  return { startMs, pvKw, loadKw: forecastLoad(numbers, startMs, count, ahead, floats) };
}

interface Blended {
  startMs: number;
  pvKw: Float32Array;
  ahead: number;
  weather: WeatherModel;
  irradiance: Irradiance;
}

/** Blends a forecast with the one from the irradiance; unchanged where that is unknown. */
function blendWeather(
  site: Site,
  model: ForecastModel,
  { startMs, pvKw, ahead, weather, irradiance }: Blended,
): void {
  const shareAt = weatherShares(weather);
  const expectedAt = weatherPvAt(weather, irradiance);
  const ratingKw = pvRatingKw(site);
  const age = ahead + pvAge(model.numbers) + 1;
  for (let index = 0; index < pvKw.length; index++) {
    const freeKw = pvKw[index]!;
    if (freeKw === 0) continue;
    const expectedKw = expectedAt(startMs + index * QUARTER_MS);
    if (Number.isNaN(expectedKw)) continue;
    const kw = freeKw + shareAt(age + index) * (expectedKw - freeKw);
    pvKw[index] = Math.min(ratingKw, Math.max(0, kw));
  }
}

function toTypicalPv(
  site: Site,
  model: ForecastModel,
  startMs: number,
  count: number,
): Float64Array {
  const typicalPvKw = new Float64Array(count);
  fillTypicalPv(site, model.numbers, startMs, typicalPvKw);
  return typicalPvKw;
}

/**
 * The band around a forecast of `forecast` for the same arguments: 80 % of measurements are
 * expected inside, for PV and for the load separately. `typicalPvKw` is as filled by `forecast`.
 */
export function forecastBand(
  site: Site,
  model: ForecastModel,
  { startMs, pvKw, loadKw }: Series,
  floats = newFloats,
  typicalPvKw = toTypicalPv(site, model, startMs, pvKw.length),
): { pv: Band; load: Band } {
  const ahead = Math.max(0, (startMs - model.untilMs) / QUARTER_MS);
  const ratingKw = pvRatingKw(site);
  const { numbers, weather, irradiance } = model;
  const free = pvQuantiles(numbers);
  const blended = weather && weatherQuantiles(weather);
  const weatherAt = weather && irradiance && weatherPvAt(weather, irradiance);
  const quantilesAt = (index: number) =>
    blended && weatherAt && !Number.isNaN(weatherAt(startMs + index * QUARTER_MS)) ? blended : free;
  const pvBand = toBand(pvKw, floats);
  const scaled = { kw: 0, typicalKw: 0, scaleKw: 0 };
  for (let index = 0; index < pvKw.length; index++) {
    if (pvKw[index] === 0) continue;
    scaled.kw = pvKw[index]!;
    scaled.typicalKw = scaled.scaleKw = typicalPvKw[index]!;
    widenBand(pvBand, index, quantilesAt(index), ahead + index + 1, scaled, ratingKw);
  }
  return { pv: pvBand, load: loadBand(numbers, loadKw, ahead, floats) };
}
