import { LEADS } from "./forecast-blending.ts";

/** The level of a forecast relative to the typical value: below, about, above. */
const LEVELS = 3;
const BELOW = 0.75;
const ABOVE = 1.25;
/** Per lead and level: the 10 % and the 90 % quantile of the error as a share of the scale. */
const QUANTILES = 2;
/** The number of values in a set of quantiles. */
export const QUANTILE_PARAMETERS = LEADS.length * LEVELS * QUANTILES;

const MIN_WIDTH = 0.02;
const MAX_SHARE = 20;

/** The position of the quantiles of a lead and level. */
function cellAt(which: number, kw: number, typicalKw: number): number {
  const ratio = typicalKw > 0 ? kw / typicalKw : 1;
  const level = ratio < BELOW ? 0 : ratio <= ABOVE ? 1 : 2;
  return (which * LEVELS + level) * QUANTILES;
}

/**
 * Initialises the quantiles of a site that has not reported: those of `LEADS` are ± these shares.
 */
export function initQuantiles(quantiles: Float32Array, shares: readonly number[]): void {
  for (let cell = 0; cell < LEADS.length * LEVELS; cell++) {
    const share = shares[Math.floor(cell / LEVELS)]!;
    quantiles[cell * QUANTILES] = -share;
    quantiles[cell * QUANTILES + 1] = share;
  }
}

/**
 * A forecast of one lead, the typical value at that time, and the scale of its errors, all in kW.
 */
export interface Scaled {
  kw: number;
  typicalKw: number;
  scaleKw: number;
}

/** How the quantiles of a lead adapt to the errors. */
export interface Tracking {
  /** The step of a quantile per error, as a share of the width of the band. */
  step: number;
  /** The target share of errors beyond each quantile. */
  tail: number;
}

/**
 * Updates the quantiles of a lead after a measurement, so that in the long run `tail` of the errors
 * is below the lower and `tail` above the upper one (stochastic approximation, Robbins and Monro
 * 1951).
 */
export function learnQuantiles(
  quantiles: Float32Array,
  which: number,
  { kw, typicalKw, scaleKw }: Scaled,
  measuredKw: number,
  { step: share, tail }: Tracking,
): void {
  if (!(scaleKw > 0)) return;
  const at = cellAt(which, kw, typicalKw);
  const [low, high] = [quantiles[at]!, quantiles[at + 1]!];
  const step = share * Math.max(MIN_WIDTH, high - low);
  const isBelow = measuredKw < Math.max(0, kw + low * scaleKw);
  const isAbove = measuredKw > kw + high * scaleKw;
  const lower = Math.min(low + step * (tail - Number(isBelow)), high);
  quantiles[at] = Math.max(-MAX_SHARE, lower);
  quantiles[at + 1] = Math.min(MAX_SHARE, Math.max(high + step * (Number(isAbove) - tail), lower));
}

/** By lead in quarter-hours: the adjacent trained leads, as an index plus a fraction. */
const POSITION = Float64Array.from({ length: LEADS[LEADS.length - 1]! + 1 }, (_, lead) => {
  const after = LEADS.findIndex((known) => known >= lead);
  if (after <= 0) return 0;
  const [from, to] = [LEADS[after - 1]!, LEADS[after]!];
  return after - 1 + Math.log(lead / from) / Math.log(to / from);
});

/** Per quarter-hour: the 10 % and the 90 % quantile in kW. */
export interface Band {
  p10Kw: Float32Array;
  p90Kw: Float32Array;
}

/** A band of zero width around the forecast, to be widened with `widenBand`. */
export const toBand = (forecastKw: Float32Array): Band => ({
  p10Kw: forecastKw.slice(),
  p90Kw: forecastKw.slice(),
});

/**
 * Widens an interval of a band to the trained quantiles at a lead in quarter-hours: 80 % of
 * measurements are expected inside. The band stays between 0 and `maxKw` and contains the forecast.
 */
export function widenBand(
  band: Band,
  index: number,
  quantiles: Float32Array,
  lead: number,
  { kw, typicalKw, scaleKw }: Scaled,
  maxKw = Infinity,
): void {
  const position = POSITION[Math.min(lead, POSITION.length - 1)]!;
  const which = Math.floor(position);
  const part = position - which;
  const first = cellAt(which, kw, typicalKw);
  let [low, high] = [quantiles[first]!, quantiles[first + 1]!];
  if (part > 0) {
    const second = first + LEVELS * QUANTILES;
    low += part * (quantiles[second]! - low);
    high += part * (quantiles[second + 1]! - high);
  }
  band.p10Kw[index] = Math.min(kw, Math.max(0, kw + low * scaleKw));
  band.p90Kw[index] = Math.max(kw, Math.min(maxKw, kw + high * scaleKw));
}
