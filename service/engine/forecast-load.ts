import { QUARTER_MS, wallQuarter } from "../../lib/time/amsterdam.ts";

/** What the load taught: typical kW by quarter of the clock on the wall, and traits. */
export interface LoadModel {
  typicalKw: Float32Array;
  traits: Float32Array;
}

/** Lags in quarter-hours at which it is learned how much of a difference from typical remains. */
const LAGS = [1, 4, 16] as const;
const RING = 16;
/** For each lag: sums of difference × earlier difference, and of earlier difference², fading. */
const PRODUCT = 0;
const SQUARE = LAGS.length;
/** Quarter-hours since the last known difference, that difference in kW, quarter-hours learned. */
const AGE = 2 * LAGS.length;
const LAST_KW = AGE + 1;
const SEEN = LAST_KW + 1;
/** The differences of the last quarter-hours in kW, by number of the quarter-hour; NaN not known. */
const DIFFERENCES = SEEN + 1;
/** Numbers the load's method keeps in `Learned.traits`. */
export const LOAD_PARAMETERS = DIFFERENCES + RING;

const SLOTS = 96;
const TYPICAL_DAYS = 7;
const KEPT = Math.exp(-1 / (14 * SLOTS));
/** Before anything is learned a difference is taken to fade as exp(−age / 1 h). */
const USUAL_REST = LAGS.map((lag) => Math.exp(-lag / 4));
const MOST_REST = 0.99;
const LEAST_REST = 1e-3;
const LONGEST_AGE = 10_000;

const ringAt = (quarter: number) => DIFFERENCES + (quarter % RING);

function forgetSkipped(traits: Float32Array, quarter: number, passed: number): void {
  const skipped = Math.min(RING, passed);
  for (let back = 0; back < skipped; back++) traits[ringAt(quarter - back)] = NaN;
  traits[AGE] = Math.min(LONGEST_AGE, traits[AGE]! + passed);
}

/** Before the ring takes the new difference in, its place holds the one of `RING` earlier. */
function learnRests(traits: Float32Array, quarter: number, differenceKw: number): void {
  for (let which = 0; which < LAGS.length; which++) {
    const before = traits[ringAt(quarter - LAGS[which]!)]!;
    if (before !== before) continue;
    traits[PRODUCT + which] = traits[PRODUCT + which]! * KEPT + differenceKw * before;
    traits[SQUARE + which] = traits[SQUARE + which]! * KEPT + before * before;
  }
}

/** Takes the load of one quarter-hour in; `passed` quarter-hours ended since the last. */
export function trainLoad(
  { typicalKw, traits }: LoadModel,
  quarterMs: number,
  kw: number,
  passed: number,
): void {
  const quarter = quarterMs / QUARTER_MS;
  forgetSkipped(traits, quarter - 1, passed - 1);
  traits[AGE] = Math.min(LONGEST_AGE, traits[AGE]! + 1);
  const slot = wallQuarter(quarterMs);
  const before = typicalKw[slot]!;
  const drawnKw = Math.max(0, kw);
  const differenceKw = drawnKw - before;
  if (!Number.isNaN(differenceKw)) {
    learnRests(traits, quarter, differenceKw);
    traits[LAST_KW] = differenceKw;
    traits[AGE] = 0;
  }
  traits[ringAt(quarter)] = differenceKw;
  if (Number.isNaN(kw)) return;
  traits[SEEN] = Math.min(TYPICAL_DAYS * SLOTS, traits[SEEN]! + 1);
  const share = SLOTS / Math.max(SLOTS, traits[SEEN]!);
  typicalKw[slot] = Number.isNaN(before) ? drawnKw : before + share * differenceKw;
}

function meanOfKnown(typicalKw: Float32Array): number {
  let [sum, known] = [0, 0];
  for (let slot = 0; slot < SLOTS; slot++) {
    const kw = typicalKw[slot]!;
    if (kw !== kw) continue;
    sum += kw;
    known += 1;
  }
  return known === 0 ? 0 : sum / known;
}

/** The rest of a difference at a lag: its least-squares slope, pulled to the usual while young. */
function restAt(traits: Float32Array, which: number, most: number): number {
  const trust = traits[SEEN]! / (traits[SEEN]! + SLOTS);
  const square = traits[SQUARE + which]!;
  const slope = square > 0 ? traits[PRODUCT + which]! / square : USUAL_REST[which]!;
  const rest = trust * slope + (1 - trust) * USUAL_REST[which]!;
  return Math.max(LEAST_REST, Math.min(most, rest));
}

/** What remains of the last difference, kW, by lead: through the learned lags, geometric between. */
function remaining(traits: Float32Array, count: number, ahead: number): Float64Array {
  const first = restAt(traits, 0, MOST_REST);
  const hour = restAt(traits, 1, first);
  const fourHours = restAt(traits, 2, hour);
  const [early, middle, late] = [
    (hour / first) ** (1 / 3),
    (fourHours / hour) ** (1 / 12),
    fourHours ** (1 / 16),
  ];
  const lead = ahead + traits[AGE]! + 1;
  const [beforeHour, beforeFour] = [Math.min(lead, 4) - 1, Math.min(Math.max(lead, 4), 16) - 4];
  let kw = traits[LAST_KW]! * first * early ** beforeHour * middle ** beforeFour;
  kw *= late ** Math.max(0, lead - 16);
  const left = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    left[index] = kw;
    const at = lead + index;
    kw *= at < 4 ? early : at < 16 ? middle : late;
  }
  return left;
}

/**
 * Load in kW for `count` quarter-hours from `startMs`, `ahead` quarter-hours after the last learned
 * one: what is typical at that time of the local day, plus what remains of the last difference from
 * it. How much remains after 15 minutes, 1 hour and 4 hours is learned per site (least squares), so
 * a district goes on where a kettle is forgotten. A quarter never seen takes the mean of those seen;
 * with none seen, 0. Never negative.
 */
export function forecastLoad(
  { typicalKw, traits }: LoadModel,
  startMs: number,
  count: number,
  ahead: number,
): Float32Array {
  const loadKw = new Float32Array(count);
  const overallKw = meanOfKnown(typicalKw);
  const left = remaining(traits, count, ahead);
  for (let index = 0; index < count; index++) {
    const mean = typicalKw[wallQuarter(startMs + index * QUARTER_MS)]!;
    const kw = (mean !== mean ? overallKw : mean) + left[index]!;
    loadKw[index] = kw > 0 ? kw : 0;
  }
  return loadKw;
}
