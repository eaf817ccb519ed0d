import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import {
  BLEND_SHARES,
  blendShare,
  scoreBlends,
  LeadScale,
  LEADS,
  PENDING,
  pendingSlot,
} from "./forecast-blending.ts";
import { PV_TRACKING } from "./forecast-pv.ts";
import { initQuantiles, learnQuantiles, QUANTILE_PARAMETERS } from "./forecast-quantiles.ts";
import { pvRatingKw } from "./site-model.ts";
import type { Site } from "./site.ts";
import { createClearSkyModel } from "./clear-sky.ts";

/**
 * Global horizontal irradiance in W/m² of the quarter-hour that starts at this moment, from the
 * current weather forecast; NaN beyond its horizon.
 */
export type Irradiance = (quarterMs: number) => number;

/**
 * The trained relation of PV output to the forecast irradiance at a site, by quarter of the UTC day
 * (96).
 */
export interface WeatherModel {
  /** Mean output in kW and mean irradiance at the trained lag in W/m², over about 20 days. */
  pvKw: Float32Array;
  irradiance: Float32Array;
  parameters: Float32Array;
}

const SLOTS = 96;
const DAY_MS = SLOTS * QUARTER_MS;
const TYPICAL_DAYS = 20;
/** The gain of a slot is averaged over this many slots on either side. */
const NEIGHBOURS = 4;
/** The maximum lag of the irradiance in quarter-hours, either way. */
const MAX_LAG = 16;
const LAGS = 2 * MAX_LAG + 1;
const LAG_DECAY = Math.exp(-1 / (14 * SLOTS));
const BLEND_DECAY = Math.exp(-1 / (14 * SLOTS));
/** A new lag must correlate better than the current one by this factor. */
const LAG_MARGIN = 1.01;
/** Quarter-hours of daylight after which a lag is chosen and the blend has half of its weight. */
const LAG_QUARTERS = 96;
const TRUST_QUARTERS = 48;

/** The trained lag in quarter-hours; positive if the output follows the irradiance. */
const LAG = 0;
/** Number of trained quarter-hours of daylight. */
const SEEN = 1;
/** For each lag: decaying sums of output × irradiance, and of irradiance², as anomalies. */
const PRODUCT = 2;
const SQUARE = PRODUCT + LAGS;
/** The forecasts of this model that are not scored yet; the same slots as `forecast-pending.ts`. */
const EXPECTED = SQUARE + LAGS;
/** For each lead: decaying absolute errors of each share of this model. */
const ERRORS = EXPECTED + PENDING;
/** The quantiles of the blended forecast's error. */
const QUANTILES = ERRORS + LEADS.length * BLEND_SHARES.length;
const WEATHER_PARAMETERS = QUANTILES + QUANTILE_PARAMETERS;
const DEFAULT_BAND = [0.3, 0.5, 0.6, 0.6];

const wrap = (slot: number) => ((slot % SLOTS) + SLOTS) % SLOTS;
const utcQuarter = (ms: number) => Math.floor((ms - Math.floor(ms / DAY_MS) * DAY_MS) / QUARTER_MS);

export function emptyWeatherModel(): WeatherModel {
  const parameters = new Float32Array(WEATHER_PARAMETERS);
  const model = { pvKw: new Float32Array(SLOTS), irradiance: new Float32Array(SLOTS), parameters };
  initQuantiles(weatherQuantiles(model), DEFAULT_BAND);
  return model;
}

/** The quantiles of the blended forecast's error; see `forecast-quantiles.ts`. */
export const weatherQuantiles = ({ parameters }: WeatherModel): Float32Array =>
  parameters.subarray(QUANTILES, QUANTILES + QUANTILE_PARAMETERS);

/** Whether a stored model is of this method. */
export const isWeatherModel = ({ pvKw, irradiance, parameters }: WeatherModel): boolean =>
  pvKw.length === SLOTS && irradiance.length === SLOTS && parameters.length === WEATHER_PARAMETERS;

const errorsAt = (which: number) => ERRORS + which * BLEND_SHARES.length;

/**
 * Correlates the anomalies of output and irradiance at every lag. Anomalies are used so that the
 * later daily peak of a west-facing roof does not count as a lag.
 */
function learnLags(
  { pvKw, irradiance, parameters }: WeatherModel,
  quarterMs: number,
  kw: number,
  weather: Irradiance,
): void {
  const slot = utcQuarter(quarterMs);
  const pvAnomaly = kw - pvKw[slot]!;
  for (let which = 0; which < LAGS; which++) {
    const lag = which - MAX_LAG;
    const then = weather(quarterMs - lag * QUARTER_MS);
    if (then !== then) continue;
    const anomaly = then - irradiance[wrap(slot - lag + parameters[LAG]!)]!;
    parameters[PRODUCT + which] = parameters[PRODUCT + which]! * LAG_DECAY + pvAnomaly * anomaly;
    parameters[SQUARE + which] = parameters[SQUARE + which]! * LAG_DECAY + anomaly * anomaly;
  }
}

/**
 * Selects the lag with the best correlation; the means are shifted with it, so no training is lost.
 */
function chooseLag({ irradiance, parameters }: WeatherModel): void {
  const fit = (lag: number) => {
    const square = parameters[SQUARE + MAX_LAG + lag]!;
    return square > 0 ? parameters[PRODUCT + MAX_LAG + lag]! / Math.sqrt(square) : 0;
  };
  const present = parameters[LAG]!;
  let best = present;
  for (let lag = -MAX_LAG; lag <= MAX_LAG; lag++) if (fit(lag) > fit(best)) best = lag;
  if (best === present || fit(best) < LAG_MARGIN * fit(present)) return;
  const before = irradiance.slice();
  for (let slot = 0; slot < SLOTS; slot++) irradiance[slot] = before[wrap(slot - best + present)]!;
  parameters[LAG] = best;
}

/** Trains the gain, the lag and the blend on the output of one quarter-hour; NaN is skipped. */
export function trainWeather(
  site: Site,
  model: WeatherModel,
  quarterMs: number,
  kw: number,
  weather: Irradiance,
): void {
  const { pvKw, irradiance, parameters } = model;
  const then = weather(quarterMs - parameters[LAG]! * QUARTER_MS);
  if (Number.isNaN(kw) || Number.isNaN(then)) return;
  if (createClearSkyModel(site)(quarterMs + QUARTER_MS / 2) === 0) return;
  const slot = utcQuarter(quarterMs);
  const outputKw = Math.max(0, kw);
  parameters[SEEN] = Math.min(1e6, parameters[SEEN]! + 1);
  learnLags(model, quarterMs, outputKw, weather);
  const share = Math.max(1 / TYPICAL_DAYS, 1 / (1 + parameters[SEEN]! / (SLOTS / 2)));
  pvKw[slot] = pvKw[slot]! + share * (outputKw - pvKw[slot]!);
  irradiance[slot] = irradiance[slot]! + share * (then - irradiance[slot]!);
  if (parameters[SEEN]! >= LAG_QUARTERS) chooseLag(model);
}

/** kW per W/m² at a slot, averaged with its neighbours; NaN before any irradiance. */
function gainAt({ pvKw, irradiance }: WeatherModel, slot: number): number {
  let [output, sun] = [0, 0];
  for (let near = slot - NEIGHBOURS; near <= slot + NEIGHBOURS; near++) {
    output += pvKw[wrap(near)]!;
    sun += irradiance[wrap(near)]!;
  }
  return sun > 0 ? output / sun : NaN;
}

/**
 * Output in kW of quarter-hours from the irradiance alone, by their start; NaN if that is unknown.
 * For use before the next training: the gain of a slot is computed once.
 */
export function weatherPvAt(
  model: WeatherModel,
  weather: Irradiance,
): (quarterMs: number) => number {
  const lagMs = model.parameters[LAG]! * QUARTER_MS;
  const gains = new Float64Array(SLOTS).fill(NaN);
  return (quarterMs) => {
    const slot = utcQuarter(quarterMs);
    if (gains[slot] !== gains[slot]) gains[slot] = gainAt(model, slot);
    return gains[slot]! * weather(quarterMs - lagMs);
  };
}

/**
 * Scores the blends and the band of a quarter-hour that was forecast `LEADS[which]` before,
 * `freeKw` without weather, and frees its slot.
 */
export function scoreWeather(
  model: WeatherModel,
  quarter: number,
  { freeKw, typicalKw, kw }: { freeKw: readonly number[]; typicalKw: number; kw: number },
): void {
  const { parameters } = model;
  const shareAt = weatherShares(model);
  for (const which of LEADS.keys()) {
    const slot = pendingSlot(which, quarter);
    if (slot < 0) continue;
    const expectedKw = parameters[EXPECTED + slot]!;
    parameters[EXPECTED + slot] = NaN;
    if (!(expectedKw >= 0) || !(freeKw[which]! > 0) || Number.isNaN(kw)) continue;
    const blendKw = freeKw[which]! + shareAt(LEADS[which]!) * (expectedKw - freeKw[which]!);
    const scaled = { kw: blendKw, typicalKw, scaleKw: typicalKw };
    learnQuantiles(weatherQuantiles(model), which, scaled, kw, PV_TRACKING[which]!);
    scoreBlends(parameters, errorsAt(which), freeKw[which]!, expectedKw, kw, BLEND_DECAY);
  }
}

/** Stores the forecast for `LEADS[which]` from now, to be scored later. */
export function expectWeather(
  site: Site,
  model: WeatherModel,
  quarterMs: number,
  weather: Irradiance,
): void {
  const ratingKw = pvRatingKw(site);
  const expectedAt = weatherPvAt(model, weather);
  for (const [which, lead] of LEADS.entries()) {
    const thenMs = quarterMs + lead * QUARTER_MS;
    const slot = pendingSlot(which, thenMs / QUARTER_MS);
    if (slot < 0) continue;
    model.parameters[EXPECTED + slot] = Math.min(ratingKw, expectedAt(thenMs));
  }
}

const BLEND_SCALE = new LeadScale(LEADS);

/** The share of the irradiance forecast by lead in quarter-hours; 0 before any training. */
export function weatherShares({ parameters }: WeatherModel): (lead: number) => number {
  const trust = parameters[SEEN]! / (parameters[SEEN]! + TRUST_QUARTERS);
  const shares = LEADS.map((_, which) => trust * blendShare(parameters, errorsAt(which)));
  return (lead) => BLEND_SCALE.shareAt(lead, shares);
}
