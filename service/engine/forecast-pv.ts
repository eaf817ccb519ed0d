import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { pvRatingKw } from "./site-model.ts";
import type { Site } from "./site.ts";
import { newFloats, reuseFloats } from "./float-arrays.ts";
import { createClearSkyModel, fillClearSky } from "./clear-sky.ts";
import { LEADS, PENDING, pendingSlot } from "./forecast-blending.ts";
import { initQuantiles, QUANTILE_PARAMETERS, type Tracking } from "./forecast-quantiles.ts";
import { PARAMETERS, SLOTS } from "./model-numbers.ts";

/** Weights of the last quarter-hour, the last hour and the last day at one lead. */
interface Weights {
  now: number;
  hour: number;
  day: number;
}

/** Decay of each sum per quarter-hour of daylight: 1/e after 6 minutes, 30 minutes, 8 hours. */
const DECAY_FACTORS = [Math.exp(-1 / 0.4), Math.exp(-1 / 2), Math.exp(-1 / 32)] as const;

/**
 * Weights by lead in quarter-hours: between the least-squares and the least-absolute fit over six
 * series, two of them Dutch substations, rounded. Fitted on the other four series only, the error on
 * the substations grows by at most 0.3 % of peak; see `npm run backtest`.
 */
const FITTED: readonly [lead: number, ...Weights[keyof Weights][]][] = [
  [1, 0.77, 0.18, 0.04],
  [2, 0.56, 0.36, 0.06],
  [4, 0.43, 0.44, 0.1],
  [8, 0.32, 0.47, 0.14],
  [16, 0.28, 0.4, 0.18],
  [64, 0.08, 0.16, 0.25],
  [96, 0.08, 0.12, 0.25],
  [192, 0.06, 0.1, 0.09],
  [672, 0, 0, 0],
];

/** From this lead on all weights are 0. */
const LAST = FITTED[FITTED.length - 1]![0];

function between(lead: number): Weights {
  const after = FITTED.findIndex(([fitted]) => fitted >= lead);
  const [to, ...end] = FITTED[after]!;
  const [from, ...begin] = FITTED[Math.max(0, after - 1)]!;
  const share = to === from ? 1 : (lead - from) / (to - from);
  const at = (which: number) => begin[which]! + share * (end[which]! - begin[which]!);
  return { now: at(0), hour: at(1), day: at(2) };
}

/** By number of quarter-hours after the last one trained in daylight. */
const byLead = Array.from({ length: LAST + 1 }, (_, lead) => between(Math.max(1, lead)));
const NOW_WEIGHT = Float64Array.from(byLead, ({ now }) => now);
const HOUR_WEIGHT = Float64Array.from(byLead, ({ hour }) => hour);
const DAY_WEIGHT = Float64Array.from(byLead, ({ day }) => day);

/** For each decay: decaying sums of the measured and of the typical output at that time, kW. */
const MEASURED = PARAMETERS;
const TYPICAL = MEASURED + DECAY_FACTORS.length;
/**
 * Quarter-hours since the last training in daylight, and the number of trained ones, both capped.
 */
const AGE = TYPICAL + DECAY_FACTORS.length;
const SEEN = AGE + 1;
/** Forecasts in kW that are not scored yet; 0 for none. */
const EXPECTED = SEEN + 1;
/** The quantiles of the error as a share of the typical output. */
const QUANTILES = EXPECTED + PENDING;
/** Where the parameters of PV end. */
export const PV_END = QUANTILES + QUANTILE_PARAMETERS;
/**
 * By lead. Far ahead few forecasts are scored and the season changes meanwhile, so the tails are
 * smaller.
 */
export const PV_TRACKING: readonly Tracking[] = [
  { step: 0.02, tail: 0.11 },
  { step: 0.03, tail: 0.1 },
  { step: 0.03, tail: 0.085 },
  { step: 0.05, tail: 0.085 },
];
/** Initial half widths of the band by lead; about those of the substations. */
const DEFAULT_BAND = [0.3, 0.5, 0.8, 0.9];

const DAY_MS = SLOTS * QUARTER_MS;
const TYPICAL_DAYS = 30;
/** The typical share of a slot is the mean over this many slots on either side. */
const NEIGHBOURS = 4;
/** Yearly irradiation of De Bilt (about 1,030 kWh/m²) over its clear-sky value (1,726). */
const TYPICAL_CLEARNESS = 0.6;
/** Below this share of the rating the clear sky is too weak for training. */
const DAYLIGHT_SHARE = 0.02;
const MIN_CLEARNESS = 0.02;
const MAX_CLEARNESS = 4;
const MAX_RATIO = 20;
const MAX_AGE = 10_000;

/** Quarter of the UTC day, 0 to 95: the sun does not observe clock changes. */
const utcQuarter = (ms: number) => Math.floor((ms - Math.floor(ms / DAY_MS) * DAY_MS) / QUARTER_MS);

/** The typical output at successive slots in kW, 0 without data, and how many before have data. */
const wrappedKw = new Float64Array(SLOTS + 2 * NEIGHBOURS);
const wrappedCount = new Int32Array(wrappedKw.length + 1);
/** The sums of three of them each, of which that of a slot and its neighbours consists. */
const threeKw = new Float64Array(wrappedKw.length);

/** Prepares `clearnessOf` for `count` slots from `slot` on, with their neighbours. */
function wrapTypical(numbers: Float32Array, slot: number, count: number): void {
  let from = slot < NEIGHBOURS ? slot - NEIGHBOURS + SLOTS : slot - NEIGHBOURS;
  const length = count + 2 * NEIGHBOURS;
  for (let at = 0; at < length; at++) {
    const kw = numbers[from]!;
    const hasData = kw === kw;
    wrappedKw[at] = hasData ? kw : 0;
    wrappedCount[at + 1] = wrappedCount[at]! + Number(hasData);
    from = from === SLOTS - 1 ? 0 : from + 1;
  }
  for (let at = 0; at < length - 2; at++)
    threeKw[at] = wrappedKw[at]! + wrappedKw[at + 1]! + wrappedKw[at + 2]!;
}

/** Typical share of the clear sky, averaged with its neighbours, `at` slots after the first. */
function clearnessOf(at: number, ratingKw: number): number {
  const count = wrappedCount[at + 2 * NEIGHBOURS + 1]! - wrappedCount[at]!;
  const sum = threeKw[at]! + threeKw[at + 3]! + threeKw[at + 6]!;
  return count === 0 ? TYPICAL_CLEARNESS : sum / count / ratingKw;
}

/** Typical share of the clear sky at a quarter of the day, averaged with its neighbours. */
function clearnessAt(numbers: Float32Array, slot: number, ratingKw: number): number {
  wrapTypical(numbers, slot, 1);
  return clearnessOf(0, ratingKw);
}

function updateSums(numbers: Float32Array, measuredKw: number, expectedKw: number): void {
  for (let which = 0; which < DECAY_FACTORS.length; which++) {
    const decay = DECAY_FACTORS[which]!;
    numbers[MEASURED + which] = numbers[MEASURED + which]! * decay + measuredKw;
    numbers[TYPICAL + which] = numbers[TYPICAL + which]! * decay + expectedKw;
  }
  numbers[AGE] = 0;
}

/** Trains on the output of one quarter-hour; `passed` quarter-hours have ended since the last. */
export function trainPv(
  site: Site,
  numbers: Float32Array,
  quarterMs: number,
  kw: number,
  passed: number,
): void {
  const ratingKw = pvRatingKw(site);
  numbers[AGE] = Math.min(MAX_AGE, numbers[AGE]! + passed);
  if (Number.isNaN(kw) || ratingKw === 0) return;
  numbers[SEEN] = Math.min(TYPICAL_DAYS * SLOTS, numbers[SEEN]! + 1);
  const clearKw = createClearSkyModel(site)(quarterMs + QUARTER_MS / 2);
  if (clearKw < DAYLIGHT_SHARE * ratingKw) return;
  const slot = utcQuarter(quarterMs);
  const typical = clearnessAt(numbers, slot, ratingKw);
  const outputKw = Math.min(MAX_CLEARNESS * clearKw, Math.max(0, kw));
  updateSums(numbers, outputKw, typical * clearKw);
  const before = numbers[slot]!;
  const from = Number.isNaN(before) ? typical : before / ratingKw;
  const share = Number.isNaN(before)
    ? 1 / 2
    : 1 / Math.min(TYPICAL_DAYS, numbers[SEEN]! / SLOTS + 2);
  const clearness = from + share * (outputKw / clearKw - from);
  numbers[slot] = Math.max(MIN_CLEARNESS, clearness) * ratingKw;
}

/** Recent output over typical output, from one decaying sum; 1 if unknown. */
function ratioAt(numbers: Float32Array, which: number): number {
  const typicalKw = numbers[TYPICAL + which]!;
  return typicalKw > 0 ? Math.min(MAX_RATIO, numbers[MEASURED + which]! / typicalKw) : 1;
}

/** Quarter-hours since the last training on the panels in daylight. */
export const pvAge = (numbers: Float32Array): number => numbers[AGE]!;

/**
 * The stored forecasts for a quarter-hour at each lead of `LEADS`, in kW; 0 if there is none. Frees
 * their slots.
 */
export function takeExpectedPv(numbers: Float32Array, quarter: number): number[] {
  const expectedKw: number[] = [];
  for (let which = 0; which < LEADS.length; which++) {
    const slot = pendingSlot(which, quarter);
    expectedKw.push(slot < 0 ? 0 : numbers[EXPECTED + slot]!);
    if (slot >= 0) numbers[EXPECTED + slot] = 0;
  }
  return expectedKw;
}

/** The quantiles of the PV forecast's error; see `forecast-quantiles.ts`. */
export const pvQuantiles = (numbers: Float32Array): Float32Array =>
  numbers.subarray(QUANTILES, QUANTILES + QUANTILE_PARAMETERS);

/** Initialises the typical output and the parameters of PV in the numbers of a model. */
export function initPv(numbers: Float32Array): void {
  numbers.fill(NaN, 0, SLOTS);
  initQuantiles(pvQuantiles(numbers), DEFAULT_BAND);
}

/** Typical output in kW by the start of a quarter-hour; 0 when the sun is down. */
export function typicalPvAt(site: Site, numbers: Float32Array): (quarterMs: number) => number {
  const ratingKw = pvRatingKw(site);
  const clearSky = createClearSkyModel(site);
  return (quarterMs) =>
    ratingKw === 0
      ? 0
      : clearnessAt(numbers, utcQuarter(quarterMs), ratingKw) *
        clearSky(quarterMs + QUARTER_MS / 2);
}

/**
 * Fills an array with the typical output in kW of the quarter-hours from `startMs` on; see
 * `typicalPvAt`.
 */
export function fillTypicalPv(
  site: Site,
  numbers: Float32Array,
  startMs: number,
  outputKw: Float64Array,
): void {
  const ratingKw = pvRatingKw(site);
  if (ratingKw === 0) {
    outputKw.fill(0);
    return;
  }
  fillClearSky(site, outputKw, outputKw.length, startMs + QUARTER_MS / 2);
  const slots = Math.min(SLOTS, outputKw.length);
  wrapTypical(numbers, utcQuarter(startMs), slots);
  for (let first = 0; first < slots; first++) {
    const isDark = outputKw[first] === 0 && outputKw.length <= SLOTS;
    if (isDark) continue;
    const clearness = clearnessOf(first, ratingKw);
    for (let index = first; index < outputKw.length; index += SLOTS) outputKw[index]! *= clearness;
  }
}

/** The typical output and the forecast of one quarter-hour: each training makes four of them. */
const oneTypicalKw = new Float64Array(1);
const onePvKw = reuseFloats(1, 1);

/** Stores the forecast at each lead after the quarter-hour just trained, to be scored later. */
export function storeExpectedPv(site: Site, numbers: Float32Array, quarterMs: number): void {
  for (let which = 0; which < LEADS.length; which++) {
    const lead = LEADS[which]!;
    const thenMs = quarterMs + lead * QUARTER_MS;
    const slot = pendingSlot(which, thenMs / QUARTER_MS);
    if (slot < 0) continue;
    fillTypicalPv(site, numbers, thenMs, oneTypicalKw);
    const kw = forecastPv(site, numbers, oneTypicalKw, lead - 1, onePvKw);
    numbers[EXPECTED + slot] = kw[0]!;
  }
}

/**
 * Output of a site's panels in kW in successive quarter-hours, the first of which starts `ahead`
 * quarter-hours after the last learned one, from their typical output; see `fillTypicalPv`:
 *
 * `typical(t) · (1 + Σ weight(lead) · (ratio − 1))`, where `typical(t)` is the clear sky times the
 * typical share of it at that quarter of the day, the ratios compare the last quarter-hour, the
 * last hour and the last day with what was typical then, and the weights fade with the lead.
 * 0 when the sun is down, never above the rating.
 */
export function forecastPv(
  site: Site,
  numbers: Float32Array,
  typicalKw: Float64Array,
  ahead: number,
  floats = newFloats,
): Float32Array {
  const count = typicalKw.length;
  const pvKw = floats(count);
  const ratingKw = pvRatingKw(site);
  const nowChange = ratioAt(numbers, 0) - 1;
  const hourChange = ratioAt(numbers, 1) - 1;
  const dayChange = ratioAt(numbers, 2) - 1;
  const firstLead = ahead + numbers[AGE]! + 1;
  for (let index = 0; index < count; index++) {
    const kw = typicalKw[index]!;
    if (kw === 0) continue;
    const lead = Math.min(LAST, firstLead + index);
    const change =
      NOW_WEIGHT[lead]! * nowChange +
      HOUR_WEIGHT[lead]! * hourChange +
      DAY_WEIGHT[lead]! * dayChange;
    pvKw[index] = Math.min(ratingKw, Math.max(0, kw * (1 + change)));
  }
  return pvKw;
}
