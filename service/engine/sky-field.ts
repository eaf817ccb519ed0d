import type { OutputUnderSky } from "./clear-sky.ts";

/** An observed clear-sky index at a place, with its weight, such as the panels' kW. */
export interface SkyObservation {
  latitude: number;
  longitude: number;
  index: number;
  weight: number;
}

/** The clear-sky index expected at a place. */
export interface SkyEstimate {
  index: number;
  /** Weighted standard deviation of the observations around it. */
  spread: number;
  /** Effective number of observations, `(Σ weight)² / Σ weight²`. */
  support: number;
}

const MAX_INDEX = 1.15;
const MIN_INDEX = 0.01;
const BISECTIONS = 24;
/** Kilometres over which an observation's weight falls to 1/e. */
const REACH_KM = 10;
const KM_PER_DEGREE = 111.2;
/** Edge of a cell in degrees of latitude, and of longitude at the latitude of the Netherlands. */
const CELL_LATITUDE = 0.05;
const CELL_LONGITUDE = 0.08;
/** Cells farther away than this count only if none is nearer. */
const NEAR_KM = 60;
const RADIANS = Math.PI / 180;

/**
 * The clear-sky index at which panels produce `kw` at a moment, by bisection; `gain` is the ratio
 * of their measured to their expected output. 0.01 to 1.15.
 */
export function skyIndex(output: OutputUnderSky, ms: number, kw: number, gain: number): number {
  let [low, high] = [MIN_INDEX, MAX_INDEX];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    if (output(ms, middle) * gain < kw) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The numbers of a cell, in the order in which they are stored: its place, the weighted mean of its observations, and sums over these. */
const LATITUDE = 0;
const LONGITUDE = 1;
const WEIGHT = 2;
const SUM = 3;
const SQUARES = 4;
const WEIGHT_SQUARES = 5;
const NUMBERS_PER_CELL = 6;

const FIRST_CELLS = 64;

/**
 * The clear-sky index over an area in one quarter-hour, from uncurtailed panels. Observations are
 * weighted by their weight and by distance, `exp(−km / 10)`. They are summed in cells of about 5
 * km, so that a lookup takes the same time for any number of observations.
 */
export class SkyField {
  /** Where a cell begins in `numbers`, by its key. */
  private readonly offsets = new Map<number, number>();
  private numbers = new Float64Array(FIRST_CELLS * NUMBERS_PER_CELL);
  private used = 0;

  add(observation: SkyObservation): void {
    this.addNumbers(toNumbers(observation, 1), 0);
  }

  /** The index at a place, without one observation made there; null without observations. */
  at(latitude: number, longitude: number, without?: SkyObservation): SkyEstimate | null {
    const left = this.leaveOut(without);
    return (
      this.estimate(latitude, longitude, NEAR_KM, left) ??
      this.estimate(latitude, longitude, Infinity, left)
    );
  }

  /** The cells as numbers, for persistence; see `fromCells`. */
  toCells(): Float64Array {
    return this.numbers.slice(0, this.used);
  }

  /** Restores a field from the persisted numbers of its parts, which are added up. */
  static fromCells(parts: readonly Float64Array[]): SkyField {
    const field = new SkyField();
    for (const numbers of parts)
      for (let at = 0; at < numbers.length; at += NUMBERS_PER_CELL) field.addNumbers(numbers, at);
    return field;
  }

  private addNumbers(added: Float64Array, from: number): void {
    const key = cellKey(added[from + LATITUDE]!, added[from + LONGITUDE]!);
    const offset = this.offsets.get(key);
    if (offset !== undefined) return addTo(this.numbers, offset, added, from);
    if (this.used === this.numbers.length) {
      const larger = new Float64Array(2 * this.used);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    for (let i = 0; i < NUMBERS_PER_CELL; i++) this.numbers[this.used + i] = added[from + i]!;
    this.offsets.set(key, this.used);
    this.used += NUMBERS_PER_CELL;
  }

  /** The cell of an observation, and its numbers without that. */
  private leaveOut(observation: SkyObservation | undefined): Changed | null {
    if (!observation) return null;
    const offset = this.offsets.get(cellKey(observation.latitude, observation.longitude));
    if (offset === undefined) return null;
    for (let i = 0; i < NUMBERS_PER_CELL; i++) changedNumbers[i] = this.numbers[offset + i]!;
    addTo(changedNumbers, 0, toNumbers(observation, -1), 0);
    return { offset, numbers: changedNumbers };
  }

  private estimate(
    latitude: number,
    longitude: number,
    withinKm: number,
    changed: Changed | null,
  ): SkyEstimate | null {
    const kmPerLongitude = KM_PER_DEGREE * Math.cos(latitude * RADIANS);
    let [weight, sum, squares, weightSquares] = [0, 0, 0, 0];
    for (let offset = 0; offset < this.used; offset += NUMBERS_PER_CELL) {
      const isChanged = changed !== null && changed.offset === offset;
      const numbers = isChanged ? changed.numbers : this.numbers;
      const at = isChanged ? 0 : offset;
      const north = (numbers[at + LATITUDE]! - latitude) * KM_PER_DEGREE;
      const east = (numbers[at + LONGITUDE]! - longitude) * kmPerLongitude;
      if (Math.abs(north) > withinKm || Math.abs(east) > withinKm) continue;
      const km = Math.sqrt(north * north + east * east);
      if (km > withinKm) continue;
      const share = Math.exp(-km / REACH_KM);
      weight += share * numbers[at + WEIGHT]!;
      sum += share * numbers[at + SUM]!;
      squares += share * numbers[at + SQUARES]!;
      weightSquares += share * share * numbers[at + WEIGHT_SQUARES]!;
    }
    if (weight <= 1e-12) return null;
    const index = sum / weight;
    const spread = Math.sqrt(Math.max(0, squares / weight - index * index));
    return { index, spread, support: (weight * weight) / weightSquares };
  }
}

/** A cell with other numbers. */
interface Changed {
  offset: number;
  numbers: Float64Array;
}
/** Memory of `Changed` and of `toNumbers`: each site of a fleet needs them. */
const changedNumbers = new Float64Array(NUMBERS_PER_CELL);
const ownNumbers = new Float64Array(NUMBERS_PER_CELL);

/**
 * An observation as the numbers of a cell, to be added or, with a `sign` of -1, left out. They are valid until the
 * next call.
 */
function toNumbers(
  { latitude, longitude, index, weight }: SkyObservation,
  sign: 1 | -1,
): Float64Array {
  ownNumbers[LATITUDE] = latitude;
  ownNumbers[LONGITUDE] = longitude;
  ownNumbers[WEIGHT] = sign * weight;
  ownNumbers[SUM] = sign * weight * index;
  ownNumbers[SQUARES] = sign * weight * index * index;
  ownNumbers[WEIGHT_SQUARES] = sign * weight * weight;
  return ownNumbers;
}

/** Adds numbers to those of a cell; the order of additions makes no difference. */
function addTo(numbers: Float64Array, at: number, added: Float64Array, from: number): void {
  for (let i = WEIGHT; i < NUMBERS_PER_CELL; i++) numbers[at + i]! += added[from + i]!;
  const weight = numbers[at + WEIGHT]!;
  if (Math.abs(weight) < 1e-9) return;
  const share = added[from + WEIGHT]! / weight;
  for (const i of [LATITUDE, LONGITUDE])
    numbers[at + i]! += share * (added[from + i]! - numbers[at + i]!);
}

/** Columns of cells are fewer. */
const CELLS_PER_ROW = 10_000;

const cellKey = (latitude: number, longitude: number): number =>
  Math.floor(latitude / CELL_LATITUDE) * CELLS_PER_ROW + Math.floor(longitude / CELL_LONGITUDE);

/**
 * Decaying sums of a site's measured panel output and of the output expected from rating and sky,
 * in kW.
 */
export interface PanelGain {
  measuredKw: number;
  modelledKw: number;
}

/** Quarter-hours of full sun over which a gain is trained. */
const GAIN_QUARTERS = 400;
const PRIOR_QUARTERS = 4;
const MIN_GAIN = 0.3;
const MAX_GAIN = 1.5;
/** Output above this share of the rating may have been clipped by the inverter. */
const CLIPPED_SHARE = 0.95;
/** Below this share of the rating, output does not show the sky reliably. */
const DAYLIGHT_SHARE = 0.05;

/** Panels without training data. */
export const newPanelGain = (): PanelGain => ({ measuredKw: 0, modelledKw: 0 });

/** The ratio of the panels' measured to their expected output; 1 without training data. */
export function getGain({ measuredKw, modelledKw }: PanelGain, ratingKw: number): number {
  const prior = PRIOR_QUARTERS * ratingKw;
  const gain = (measuredKw + prior) / (modelledKw + prior);
  return Math.min(MAX_GAIN, Math.max(MIN_GAIN, gain));
}

/** Whether uncurtailed output in a quarter-hour shows the sky: in daylight and not clipped. */
export const showsSky = (kw: number, clearSkyKw: number, ratingKw: number): boolean =>
  clearSkyKw >= DAYLIGHT_SHARE * ratingKw && kw <= CLIPPED_SHARE * ratingKw;

/** Adds uncurtailed output of one quarter-hour, and the model's output under the observed sky. */
export function trainGain(
  gain: PanelGain,
  measuredKw: number,
  modelledKw: number,
  ratingKw: number,
): PanelGain {
  const decay = Math.exp(-modelledKw / ratingKw / GAIN_QUARTERS);
  return {
    measuredKw: gain.measuredKw * decay + measuredKw,
    modelledKw: gain.modelledKw * decay + modelledKw,
  };
}
