import { newFloats } from "./float-arrays.ts";
import { LEADS } from "./forecast-blending.ts";

/** The level of a forecast relative to the typical value: below, about, above. */
const LEVELS = 3;
const BELOW = 0.75;
const ABOVE = 1.25;
/** Per lead and level: the 10, 50 and 90 % quantile of the error as a share of the scale. */
const QUANTILES = 3;
/** The number of values in a set of quantiles. */
export const QUANTILE_PARAMETERS = LEADS.length * LEVELS * QUANTILES;

const MIN_WIDTH = 0.02;
const MAX_SHARE = 20;

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** The position of the quantiles of a lead and level. */
function cellAt(which: number, kw: number, typicalKw: number): number {
  const ratio = typicalKw > 0 ? kw / typicalKw : 1;
  const level = ratio < BELOW ? 0 : ratio <= ABOVE ? 1 : 2;
  return (which * LEVELS + level) * QUANTILES;
}

/**
 * Initialises the quantiles of a site that has not reported: those of `LEADS` are ± these shares,
 * around a median of 0.
 */
export function initQuantiles(quantiles: Float32Array, shares: readonly number[]): void {
  for (let cell = 0; cell < LEADS.length * LEVELS; cell++) {
    const share = shares[Math.floor(cell / LEVELS)]!;
    quantiles[cell * QUANTILES] = -share;
    quantiles[cell * QUANTILES + 1] = 0;
    quantiles[cell * QUANTILES + 2] = share;
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
  /** The target share of errors beyond each end of the band. */
  tail: number;
}

/**
 * Updates the quantiles of a lead after a measurement, so that in the long run `tail` of the errors
 * is below the lowest, half below the median and `tail` above the highest one (stochastic
 * approximation, Robbins and Monro 1951).
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
  const [low, median, high] = [quantiles[at]!, quantiles[at + 1]!, quantiles[at + 2]!];
  const step = share * Math.max(MIN_WIDTH, high - low);
  const isBelow = measuredKw < Math.max(0, kw + low * scaleKw);
  const isBelowMedian = measuredKw < Math.max(0, kw + median * scaleKw);
  const isAbove = measuredKw > kw + high * scaleKw;
  const lower = Math.min(low + step * (tail - Number(isBelow)), high);
  const upper = Math.max(high + step * (Number(isAbove) - tail), lower);
  quantiles[at] = Math.max(-MAX_SHARE, lower);
  quantiles[at + 1] = between(lower, median + step * (0.5 - Number(isBelowMedian)), upper);
  quantiles[at + 2] = Math.min(MAX_SHARE, upper);
}

/** By lead in quarter-hours: the adjacent trained leads, as an index plus a fraction. */
const POSITION = Float64Array.from({ length: LEADS[LEADS.length - 1]! + 1 }, (_, lead) => {
  const after = LEADS.findIndex((candidate) => candidate >= lead);
  if (after <= 0) return 0;
  const [from, to] = [LEADS[after - 1]!, LEADS[after]!];
  return after - 1 + Math.log(lead / from) / Math.log(to / from);
});

/** Per quarter-hour: the 10, 50 and 90 % quantile in kW. */
export interface Band {
  p10Kw: Float32Array;
  p50Kw: Float32Array;
  p90Kw: Float32Array;
}

/** A band of zero width around the forecast, to be widened with `widenBand`. */
export function toBand(forecastKw: Float32Array, floats = newFloats): Band {
  const count = forecastKw.length;
  const band = { p10Kw: floats(count), p50Kw: floats(count), p90Kw: floats(count) };
  band.p10Kw.set(forecastKw);
  band.p50Kw.set(forecastKw);
  band.p90Kw.set(forecastKw);
  return band;
}

/**
 * Widens an interval of a band to the trained quantiles at a lead in quarter-hours: 80 % of
 * measurements are expected inside, half of them below `p50Kw`. The band stays between 0 and `maxKw`
 * and contains the forecast.
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
  let [low, median, high] = [quantiles[first]!, quantiles[first + 1]!, quantiles[first + 2]!];
  if (part > 0) {
    const second = first + LEVELS * QUANTILES;
    low += part * (quantiles[second]! - low);
    median += part * (quantiles[second + 1]! - median);
    high += part * (quantiles[second + 2]! - high);
  }
  const [p10Kw, p90Kw] = [
    Math.min(kw, Math.max(0, kw + low * scaleKw)),
    Math.max(kw, Math.min(maxKw, kw + high * scaleKw)),
  ];
  band.p10Kw[index] = p10Kw;
  band.p50Kw[index] = between(p10Kw, kw + median * scaleKw, p90Kw);
  band.p90Kw[index] = p90Kw;
}
