import { offsetAt, QUARTER_MS, wallQuarter } from "../../lib/time/amsterdam.ts";
import {
  RING_LEADS,
  RING,
  PRODUCT,
  SQUARE,
  AGE,
  LAST_DIFFERENCE,
  SEEN,
  LAST_KW,
  DIFFERENCES,
  VALUES,
  DAY,
  ERRORS,
  QUANTILES,
} from "./load-parameters.ts";
import { LEADS, BLEND_SHARES, blendShare, LeadScale, scoreBlends } from "./forecast-blending.ts";
import { newFloats } from "./float-arrays.ts";
import {
  toBand,
  widenBand,
  type Band,
  initQuantiles,
  learnQuantiles,
  QUANTILE_PARAMETERS,
  type Tracking,
} from "./forecast-quantiles.ts";
import { SLOTS, TYPICAL_LOAD } from "./model-numbers.ts";

/**
 * By lead. Errors far ahead are correlated over hours and days, so each one carries less
 * information.
 */
const TRACKING: readonly Tracking[] = [
  { step: 0.05, tail: 0.1 },
  { step: 0.03, tail: 0.1 },
  { step: 0.015, tail: 0.095 },
  { step: 0.008, tail: 0.1 },
];
/** Initial half widths of the band, by lead. */
const DEFAULT_BAND = [0.5, 0.7, 0.8, 0.8];

const TYPICAL_DAYS = 7;
const DECAY = Math.exp(-1 / (14 * SLOTS));
/** Decay of the blend scores by lead: a day ahead, absences and holidays change them quickly. */
const ERROR_DECAY = [DECAY, DECAY, DECAY, Math.exp(-1 / (4 * SLOTS))] as const;
/** Initially a difference decays as exp(−age / 1 h). */
const DEFAULT_REST = RING_LEADS.map((lead) => Math.exp(-lead / 4));
/** The initial share of the value that many quarter-hours before, by lead. */
const DEFAULT_SHARE = [1, 0.5, 0, 0] as const;
/** After this many days only the scores decide the share. */
const BLEND_DAYS = 3;
/** The last value counts up to this lead; yesterday's value counts from it on. */
const LAST_VALUE_LEAD = 64;
const YESTERDAY_LEAD = 16;
const LAST_VALUE_SCALE = new LeadScale([...RING_LEADS, LAST_VALUE_LEAD]);
const YESTERDAY_SCALE = new LeadScale([YESTERDAY_LEAD, DAY]);
const MAX_REST = 0.99;
const MIN_REST = 1e-3;
const MAX_AGE = 10_000;

const ringAt = (quarter: number) => DIFFERENCES + (quarter % RING);
const valueAt = (quarter: number) => VALUES + (quarter % DAY);
/** The index of the lead of a day among the leads with quantiles. */
const DAY_AHEAD = LEADS.indexOf(96);
function markMissing(numbers: Float32Array, quarter: number, passed: number): void {
  const skipped = Math.min(DAY, passed);
  for (let back = 0; back < skipped; back++) {
    numbers[ringAt(quarter - back)] = NaN;
    numbers[valueAt(quarter - back)] = NaN;
  }
  numbers[AGE] = Math.min(MAX_AGE, numbers[AGE]! + passed);
}

/**
 * Scores the forecasts at each lead and trains how much of a difference remains. Before the ring
 * buffers take the new values, their slots hold those of `RING` and `DAY` quarter-hours earlier.
 */
function learnLeads(numbers: Float32Array, quarterMs: number, kw: number): void {
  const quarter = quarterMs / QUARTER_MS;
  const typical = numbers[TYPICAL_LOAD + wallQuarter(quarterMs)]!;
  const meanKw = meanOfFinite(numbers);
  const learned = { numbers, quantiles: quantilesOf(numbers), quarter, meanKw, kw };
  for (let which = 0; which < RING_LEADS.length; which++) {
    const difference = numbers[ringAt(quarter - RING_LEADS[which]!)]!;
    if (difference !== difference) continue;
    const rest = restAt(numbers, which, MAX_REST) * difference;
    learnLead(learned, which, Math.max(0, typical + rest));
    numbers[PRODUCT + which] = numbers[PRODUCT + which]! * DECAY + (kw - typical) * difference;
    numbers[SQUARE + which] = numbers[SQUARE + which]! * DECAY + difference * difference;
  }
  learnLead(learned, DAY_AHEAD, typical);
}

/** A measured quarter-hour: its load and the mean of the typical day in kW, and what it trains. */
type LoadLesson = Record<"numbers" | "quantiles", Float32Array> &
  Record<"quarter" | "meanKw" | "kw", number>;

/** Scores one lead: the method, the value that many quarter-hours before, and their blends. */
function learnLead(
  { numbers, quantiles, quarter, meanKw, kw }: LoadLesson,
  which: number,
  methodKw: number,
): void {
  const earlierKw = numbers[valueAt(quarter - LEADS[which]!)]!;
  const hasEarlier = earlierKw === earlierKw;
  const share = hasEarlier ? earlierShare(numbers, which) : 0;
  const blendKw = hasEarlier ? methodKw + share * (earlierKw - methodKw) : methodKw;
  const scaled = { kw: blendKw, typicalKw: meanKw, scaleKw: (blendKw + meanKw) / 2 };
  learnQuantiles(quantiles, which, scaled, kw, TRACKING[which]!);
  if (hasEarlier)
    scoreBlends(numbers, errorsAt(which), methodKw, earlierKw, kw, ERROR_DECAY[which]!);
}

const quantilesOf = (numbers: Float32Array): Float32Array =>
  numbers.subarray(QUANTILES, QUANTILES + QUANTILE_PARAMETERS);

/** Initialises the typical load and the parameters of the load in the numbers of a model. */
export function initLoad(numbers: Float32Array): void {
  numbers.fill(NaN, TYPICAL_LOAD, TYPICAL_LOAD + SLOTS);
  numbers.fill(NaN, VALUES, VALUES + DAY);
  initQuantiles(quantilesOf(numbers), DEFAULT_BAND);
}

const errorsAt = (which: number) => ERRORS + which * BLEND_SHARES.length;

/** Trains on the load of one quarter-hour; `passed` quarter-hours have ended since the last. */
export function trainLoad(
  numbers: Float32Array,
  quarterMs: number,
  kw: number,
  passed: number,
): void {
  const quarter = quarterMs / QUARTER_MS;
  markMissing(numbers, quarter - 1, passed - 1);
  numbers[AGE] = Math.min(MAX_AGE, numbers[AGE]! + 1);
  const slot = wallQuarter(quarterMs);
  const before = numbers[TYPICAL_LOAD + slot]!;
  const loadKw = Math.max(0, kw);
  const differenceKw = loadKw - before;
  if (!Number.isNaN(differenceKw)) {
    learnLeads(numbers, quarterMs, loadKw);
    numbers[LAST_DIFFERENCE] = differenceKw;
    numbers[LAST_KW] = loadKw;
    numbers[AGE] = 0;
  }
  numbers[ringAt(quarter)] = differenceKw;
  numbers[valueAt(quarter)] = loadKw;
  if (Number.isNaN(kw)) return;
  numbers[SEEN] = Math.min(TYPICAL_DAYS * SLOTS, numbers[SEEN]! + 1);
  const share = SLOTS / Math.max(SLOTS, numbers[SEEN]!);
  numbers[TYPICAL_LOAD + slot] = Number.isNaN(before) ? loadKw : before + share * differenceKw;
}

function meanOfFinite(numbers: Float32Array): number {
  let [sum, count] = [0, 0];
  for (let slot = 0; slot < SLOTS; slot++) {
    const kw = numbers[TYPICAL_LOAD + slot]!;
    if (kw !== kw) continue;
    sum += kw;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

const trustOf = (numbers: Float32Array) => numbers[SEEN]! / (numbers[SEEN]! + SLOTS);

/**
 * The remaining share of a difference at a lead: its least-squares slope, close to the default with
 * little data.
 */
function restAt(numbers: Float32Array, which: number, max: number): number {
  const trust = trustOf(numbers);
  const square = numbers[SQUARE + which]!;
  const slope = square > 0 ? numbers[PRODUCT + which]! / square : DEFAULT_REST[which]!;
  const rest = trust * slope + (1 - trust) * DEFAULT_REST[which]!;
  return Math.max(MIN_REST, Math.min(max, rest));
}

/**
 * The remaining part of the last difference by lead: geometric interpolation between trained leads.
 */
class Remainder {
  private readonly early: number;
  private readonly middle: number;
  private readonly late: number;
  /** The remaining part at this lead, in kW. */
  kw: number;

  constructor(
    numbers: Float32Array,
    private lead: number,
  ) {
    const first = restAt(numbers, 0, MAX_REST);
    const hour = restAt(numbers, 1, first);
    const fourHours = restAt(numbers, 2, hour);
    this.early = (hour / first) ** (1 / 3);
    this.middle = (fourHours / hour) ** (1 / 12);
    this.late = fourHours ** (1 / 16);
    const [beforeHour, beforeFour] = [Math.min(lead, 4) - 1, Math.min(Math.max(lead, 4), 16) - 4];
    this.kw =
      numbers[LAST_DIFFERENCE]! * first * this.early ** beforeHour * this.middle ** beforeFour;
    this.kw *= this.late ** Math.max(0, lead - 16);
  }

  /** Moves to the next lead. */
  next(): void {
    this.kw *= this.lead < 4 ? this.early : this.lead < 16 ? this.middle : this.late;
    this.lead += 1;
  }
}

/** The share of the value that lies one of `LEADS` before. */
function earlierShare(numbers: Float32Array, which: number): number {
  const trust = Math.min(1, numbers[SEEN]! / (BLEND_DAYS * SLOTS));
  const share = blendShare(numbers, errorsAt(which));
  return trust * share + (1 - trust) * DEFAULT_SHARE[which]!;
}

/** The shares of earlier values in one forecast after another. */
const lastShares = [0, 0, 0, 0];
const dayShares = [0, 0];

/**
 * Load in kW for `count` quarter-hours from `startMs`, `ahead` quarter-hours after the last trained
 * one. The method is the typical load at that time of the local day plus the remaining part of the
 * last difference from it; the remainder after 15 minutes, 1 hour and 4 hours is trained per site
 * (least squares). It is blended with the last value, and from 4 hours ahead with the value of the
 * day before, using the shares with the smallest absolute error so far. A quarter of the day
 * without data uses the mean of the others; without any data the load is 0. Never negative.
 */
export function forecastLoad(
  numbers: Float32Array,
  startMs: number,
  count: number,
  ahead: number,
  floats = newFloats,
): Float32Array {
  const loadKw = floats(count);
  const lead = ahead + numbers[AGE]! + 1;
  const left = new Remainder(numbers, lead);
  const lastKw = numbers[LAST_KW]!;
  for (let which = 0; which < RING_LEADS.length; which++)
    lastShares[which] = earlierShare(numbers, which);
  dayShares[1] = earlierShare(numbers, DAY_AHEAD);
  let overallKw = NaN;
  // The clock changes twice a year: the same offset at both ends is that of all between.
  const isOneOffset = offsetAt(startMs) === offsetAt(startMs + count * QUARTER_MS);
  let slot = wallQuarter(startMs);
  let yesterdayAt = valueAt(startMs / QUARTER_MS);
  for (let index = 0; index < count; index++) {
    if (!isOneOffset) slot = wallQuarter(startMs + index * QUARTER_MS);
    let mean = numbers[TYPICAL_LOAD + slot]!;
    if (mean !== mean) {
      if (overallKw !== overallKw) overallKw = meanOfFinite(numbers);
      mean = overallKw;
    }
    const method = Math.max(0, mean + left.kw);
    const at = lead + index;
    let kw = method;
    if (at < LAST_VALUE_LEAD) kw += LAST_VALUE_SCALE.shareAt(at, lastShares) * (lastKw - method);
    if (at > YESTERDAY_LEAD) {
      const yesterday = numbers[yesterdayAt]!;
      if (yesterday === yesterday)
        kw += YESTERDAY_SCALE.shareAt(at, dayShares) * (yesterday - method);
    }
    loadKw[index] = Math.max(0, kw);
    left.next();
    slot = slot === SLOTS - 1 ? 0 : slot + 1;
    yesterdayAt = yesterdayAt === VALUES + DAY - 1 ? VALUES : yesterdayAt + 1;
  }
  return loadKw;
}

/** The band around a load forecast of `forecastLoad`, in kW; `ahead` has the same meaning. */
export function loadBand(
  numbers: Float32Array,
  forecastKw: Float32Array,
  ahead: number,
  floats = newFloats,
): Band {
  const meanKw = meanOfFinite(numbers);
  const lead = ahead + numbers[AGE]! + 1;
  const quantiles = quantilesOf(numbers);
  const band = toBand(forecastKw, floats);
  const scaled = { kw: 0, typicalKw: meanKw, scaleKw: 0 };
  for (let index = 0; index < forecastKw.length; index++) {
    scaled.kw = forecastKw[index]!;
    scaled.scaleKw = (scaled.kw + meanKw) / 2;
    widenBand(band, index, quantiles, lead + index, scaled);
  }
  return band;
}
