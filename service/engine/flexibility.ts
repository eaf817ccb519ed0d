import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { newFloats } from "./float-arrays.ts";
import type { Band } from "./forecast-quantiles.ts";
import { QuarterHours } from "./quarter-hours.ts";
import { getFollowingPvShare, getLimitKw } from "./site-model.ts";
import type { Series, Site, StoredKwh } from "./site.ts";

const QUARTER_MINUTES = QUARTER_MS / MINUTE_MS;

/** Per quarter-hour, in kW; NaN where the expected series is NaN. */
export interface Flexibility {
  /** Net injection in normal operation, without any control. */
  forecastKw: Float32Array;
  /** How far injection can be raised from that, ≥ 0. */
  upwardKw: Float32Array;
  /** How far it can be lowered, ≥ 0. */
  downwardKw: Float32Array;
}

/**
 * The baseline of `count` quarter-hours from `startMs` (aligned) and its flexibility. Batteries
 * start at `storedKwh` and are simulated in normal operation. The flexibility of a quarter-hour is
 * the change that MAX_PRODUCTION or MAX_CONSUMPTION would make in it, from the baseline's stored
 * energy at its start; the flexibility of adjacent quarter-hours is therefore not additive. If
 * battery losses reverse the sign of the change, the flexibility is 0.
 */
export function flexibility(
  site: Site,
  expected: Series,
  storedKwh: StoredKwh,
  startMs: number,
  count: number,
  floats = newFloats,
): Flexibility {
  const [forecastKw, upwardKw, downwardKw] = [floats(count), floats(count), floats(count)];
  const first = Math.round((startMs - expected.startMs) / QUARTER_MS);
  const result = { forecastKw, upwardKw, downwardKw };
  if (site.batteries.length === 0) fillWithoutBatteries(site, expected, first, result);
  else fillWithBatteries(new QuarterHours(site, storedKwh), expected, first, result);
  return result;
}

function fillWithBatteries(
  quarters: QuarterHours,
  { pvKw, loadKw }: Series,
  first: number,
  { forecastKw, upwardKw, downwardKw }: Flexibility,
): void {
  for (let index = 0; index < forecastKw.length; index++) {
    const at = first + index;
    const isExpected = at >= 0 && at < pvKw.length;
    const pv = isExpected ? pvKw[at]! : NaN;
    const load = isExpected ? loadKw[at]! : NaN;
    const maxKw = quarters.tryOut("MAX_PRODUCTION", pv, load);
    const minKw = quarters.tryOut("MAX_CONSUMPTION", pv, load);
    const baseline = quarters.advance(pv, load);
    forecastKw[index] = baseline;
    upwardKw[index] = Math.max(0, maxKw - baseline);
    downwardKw[index] = Math.max(0, baseline - minKw);
  }
}

/** The same without batteries: each minute equals the others, and panels already produce all. */
function fillWithoutBatteries(
  site: Site,
  { pvKw, loadKw }: Series,
  first: number,
  { forecastKw, upwardKw, downwardKw }: Flexibility,
): void {
  const limitKw = getLimitKw(site);
  const followingPvShare = getFollowingPvShare(site);
  for (let index = 0; index < forecastKw.length; index++) {
    const at = first + index;
    const isExpected = at >= 0 && at < pvKw.length;
    const pv = isExpected ? pvKw[at]! : NaN;
    const load = isExpected ? loadKw[at]! : NaN;
    const followingKw = pv * followingPvShare;
    const freeKw = pv - load;
    const injectionKw = freeKw - Math.min(Math.max(0, freeKw - limitKw), followingKw);
    const withoutKw = pv - followingKw - load;
    const neededKw = Math.min(followingKw, Math.max(0, -limitKw - withoutKw));
    // As a sum over minutes, so that rounding is the same as with batteries.
    const baseline = (injectionKw * QUARTER_MINUTES) / QUARTER_MINUTES;
    const minKw = ((withoutKw + neededKw) * QUARTER_MINUTES) / QUARTER_MINUTES;
    forecastKw[index] = baseline + 0;
    upwardKw[index] = baseline === baseline ? 0 : NaN;
    downwardKw[index] = Math.max(0, baseline - minKw);
  }
}

/** The bands of PV and of the load, as returned by `forecastBand`. */
export interface Bands {
  pv: Band;
  load: Band;
}

/**
 * The band of a site's net injection in normal operation over `count` quarter-hours from
 * `expected.startMs`. The errors of PV and load are assumed independent, so their widths add in
 * quadrature, and their medians count by variance; see `summedBand`. Batteries respond in each quarter-hour from their forecast energy; a deviation does
 * not carry over to the next one.
 */
export function injectionBand(
  site: Site,
  expected: Series,
  { pv, load }: Bands,
  storedKwh: StoredKwh,
): Band {
  const quarters = new QuarterHours(site, storedKwh);
  const count = expected.pvKw.length;
  const band: Band = {
    p10Kw: new Float32Array(count),
    p50Kw: new Float32Array(count),
    p90Kw: new Float32Array(count),
  };
  for (let index = 0; index < count; index++) {
    const [pvKw, loadKw] = [expected.pvKw[index]!, expected.loadKw[index]!];
    const injection = (pvOff: number, loadOff: number) =>
      quarters.tryOut(null, pvKw + pvOff, loadKw + loadOff);
    const at = (toPvKw: number, toLoadKw: number) => {
      const [pvOff, loadOff] = [toPvKw - pvKw, toLoadKw - loadKw];
      const sum = Math.abs(pvOff) + Math.abs(loadOff);
      const share = sum > 0 ? Math.hypot(pvOff, loadOff) / sum : 0;
      return injection(share * pvOff, share * loadOff);
    };
    const low = at(pv.p10Kw[index]!, load.p90Kw[index]!);
    const high = at(pv.p90Kw[index]!, load.p10Kw[index]!);
    const pvShare = shareOf(widthAt(pv, index) ** 2, widthAt(load, index) ** 2);
    const median = injection(
      pvShare * (pv.p50Kw[index]! - pvKw),
      (1 - pvShare) * (load.p50Kw[index]! - loadKw),
    );
    const baseline = quarters.advance(pvKw, loadKw);
    band.p10Kw[index] = Math.min(low, baseline);
    band.p90Kw[index] = Math.max(high, baseline);
    band.p50Kw[index] = Math.min(band.p90Kw[index]!, Math.max(band.p10Kw[index]!, median));
  }
  return band;
}

const widthAt = ({ p10Kw, p90Kw }: Band, index: number) => p90Kw[index]! - p10Kw[index]!;
const shareOf = (part: number, rest: number) => (part + rest > 0 ? part / (part + rest) : 0);

/** Sums of band widths over sites, in kW, kW² and kW³, by quarter-hour. */
export interface BandSum {
  pvBelowKw: Float64Array;
  pvAboveKw: Float64Array;
  loadBelowKw2: Float64Array;
  loadAboveKw2: Float64Array;
  /** Of the median's distance to the forecast. */
  pvMedianKw: Float64Array;
  /** Of the squared width, and of the median's distance to the forecast times that. */
  loadWidthKw2: Float64Array;
  loadMedianKw3: Float64Array;
}

export const emptyBandSum = (count: number): BandSum => ({
  pvBelowKw: new Float64Array(count),
  pvAboveKw: new Float64Array(count),
  loadBelowKw2: new Float64Array(count),
  loadAboveKw2: new Float64Array(count),
  pvMedianKw: new Float64Array(count),
  loadWidthKw2: new Float64Array(count),
  loadMedianKw3: new Float64Array(count),
});

/**
 * Adds a site: clouds are shared, so PV widths add up; loads are independent, so theirs add in
 * quadrature.
 */
export function addBands(sum: BandSum, { pvKw, loadKw }: Series, { pv, load }: Bands): void {
  for (let index = 0; index < pvKw.length; index++) {
    if (pvKw[index] !== 0 || pv.p90Kw[index] !== 0) {
      sum.pvBelowKw[index]! += pvKw[index]! - pv.p10Kw[index]!;
      sum.pvAboveKw[index]! += pv.p90Kw[index]! - pvKw[index]!;
      sum.pvMedianKw[index]! += pv.p50Kw[index]! - pvKw[index]!;
    }
    sum.loadBelowKw2[index]! += (loadKw[index]! - load.p10Kw[index]!) ** 2;
    sum.loadAboveKw2[index]! += (load.p90Kw[index]! - loadKw[index]!) ** 2;
    const loadWidthKw2 = widthAt(load, index) ** 2;
    sum.loadWidthKw2[index]! += loadWidthKw2;
    sum.loadMedianKw3[index]! += loadWidthKw2 * (load.p50Kw[index]! - loadKw[index]!);
  }
}

/**
 * The band around the total net injection of the sites, without their batteries.
 *
 * The median of a sum of independent errors is not the sum of their medians: the median lies below
 * the mean by κ3 / (6 κ2) (first term of Cornish and Fisher 1938), and both cumulants add up. So its
 * distance to the mean is the average of the distances, weighted by variance. Shared errors
 * have quantiles that add up.
 */
export function summedBand(
  sum: BandSum,
  forecastKw: Float64Array,
): { p10: Float64Array; p50: Float64Array; p90: Float64Array } {
  const below = (_: number, i: number) =>
    forecastKw[i]! - Math.hypot(sum.pvBelowKw[i]!, Math.sqrt(sum.loadAboveKw2[i]!));
  const above = (_: number, i: number) =>
    forecastKw[i]! + Math.hypot(sum.pvAboveKw[i]!, Math.sqrt(sum.loadBelowKw2[i]!));
  const [p10, p90] = [forecastKw.map(below), forecastKw.map(above)];
  const p50 = forecastKw.map((kw, i) => {
    const pvWidthKw2 = (sum.pvBelowKw[i]! + sum.pvAboveKw[i]!) ** 2;
    const pvShare = shareOf(pvWidthKw2, sum.loadWidthKw2[i]!);
    const loadOffKw = (1 - pvShare) * (sum.loadMedianKw3[i]! / sum.loadWidthKw2[i]! || 0);
    return Math.min(p90[i]!, Math.max(p10[i]!, kw + pvShare * sum.pvMedianKw[i]! - loadOffKw));
  });
  return { p10, p50, p90 };
}

/**
 * The series at one end of the bands: less PV and more load, or the reverse, exceeded in one case
 * in ten. PV uses its whole band, because clouds are shared; the load of one of `sites` uses the
 * part of its band that remains when that many independent loads add up.
 */
export function seriesAtEnd(
  expected: Series,
  { pv, load }: Bands,
  end: "low" | "high",
  sites: number,
): Series {
  const [pvKw, loadKw] = end === "low" ? [pv.p10Kw, load.p90Kw] : [pv.p90Kw, load.p10Kw];
  const series = { ...expected, pvKw: pvKw.slice(), loadKw: loadKw.slice() };
  for (let index = 0; index < series.pvKw.length; index++) {
    const pvOff = pvKw[index]! - expected.pvKw[index]!;
    const loadOff = (loadKw[index]! - expected.loadKw[index]!) / Math.sqrt(Math.max(1, sites));
    const sum = Math.abs(pvOff) + Math.abs(loadOff);
    const share = sum > 0 ? Math.hypot(pvOff, loadOff) / sum : 0;
    series.pvKw[index] = expected.pvKw[index]! + share * pvOff;
    series.loadKw[index] = expected.loadKw[index]! + share * loadOff;
  }
  return series;
}
