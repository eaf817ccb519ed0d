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

/** Sums over the observations of a cell; its place is their weighted mean. */
interface Cell {
  latitude: number;
  longitude: number;
  weight: number;
  sum: number;
  squares: number;
  weightSquares: number;
}

/**
 * The clear-sky index over an area in one quarter-hour, from uncurtailed panels. Observations are
 * weighted by their weight and by distance, `exp(−km / 10)`. They are summed in cells of about 5
 * km, so that a lookup reads the cells nearby, whatever the size of the fleet.
 */
export class SkyField {
  private readonly cells = new Map<string, Cell>();

  add(observation: SkyObservation, sign: 1 | -1 = 1): void {
    const { latitude, longitude, index } = observation;
    const weight = sign * observation.weight;
    const key = cellKey(latitude, longitude);
    const cell = this.cells.get(key) ?? emptyCell(latitude, longitude);
    addTo(cell, {
      latitude,
      longitude,
      weight,
      sum: weight * index,
      squares: weight * index * index,
      weightSquares: weight * observation.weight,
    });
    this.cells.set(key, cell);
  }

  /** The index at a place, without one observation made there; null without observations. */
  at(latitude: number, longitude: number, without?: SkyObservation): SkyEstimate | null {
    if (without) this.add(without, -1);
    const found =
      this.estimateNear(latitude, longitude, NEAR_KM) ?? this.estimateNear(latitude, longitude);
    if (without) this.add(without);
    return found;
  }

  /** The cells as numbers, for persistence; see `fromCells`. */
  toCells(): Float64Array {
    return Float64Array.from(
      [...this.cells.values()].flatMap((cell) => CELL_FIELDS.map((field) => cell[field])),
    );
  }

  /** Restores a field from the persisted numbers of its parts, which are added up. */
  static fromCells(parts: readonly Float64Array[]): SkyField {
    const field = new SkyField();
    for (const numbers of parts)
      for (let at = 0; at < numbers.length; at += CELL_FIELDS.length)
        field.addCell(numbers.subarray(at, at + CELL_FIELDS.length));
    return field;
  }

  private addCell(numbers: Float64Array): void {
    const added = emptyCell(0, 0);
    CELL_FIELDS.forEach((name, i) => (added[name] = numbers[i]!));
    const key = cellKey(added.latitude, added.longitude);
    const cell = this.cells.get(key);
    if (cell) addTo(cell, added);
    else this.cells.set(key, added);
  }

  private estimateNear(
    latitude: number,
    longitude: number,
    withinKm = Infinity,
  ): SkyEstimate | null {
    const kmPerLongitude = KM_PER_DEGREE * Math.cos(latitude * RADIANS);
    let [weight, sum, squares, weightSquares] = [0, 0, 0, 0];
    for (const cell of this.cells.values()) {
      const north = (cell.latitude - latitude) * KM_PER_DEGREE;
      const east = (cell.longitude - longitude) * kmPerLongitude;
      const km = Math.sqrt(north * north + east * east);
      if (km > withinKm) continue;
      const share = Math.exp(-km / REACH_KM);
      weight += share * cell.weight;
      sum += share * cell.sum;
      squares += share * cell.squares;
      weightSquares += share * share * cell.weightSquares;
    }
    if (weight <= 1e-12) return null;
    const index = sum / weight;
    const spread = Math.sqrt(Math.max(0, squares / weight - index * index));
    return { index, spread, support: (weight * weight) / weightSquares };
  }
}

const SUMS = ["weight", "sum", "squares", "weightSquares"] as const satisfies (keyof Cell)[];
const CELL_FIELDS = ["latitude", "longitude", ...SUMS] as const satisfies (keyof Cell)[];

/** Adds sums to a cell; the order of additions makes no difference. */
function addTo(cell: Cell, added: Cell): void {
  for (const name of SUMS) cell[name] += added[name];
  if (Math.abs(cell.weight) < 1e-9) return;
  const share = added.weight / cell.weight;
  cell.latitude += share * (added.latitude - cell.latitude);
  cell.longitude += share * (added.longitude - cell.longitude);
}

const cellKey = (latitude: number, longitude: number): string =>
  `${Math.floor(latitude / CELL_LATITUDE)} ${Math.floor(longitude / CELL_LONGITUDE)}`;

const emptyCell = (latitude: number, longitude: number): Cell => ({
  latitude,
  longitude,
  weight: 0,
  sum: 0,
  squares: 0,
  weightSquares: 0,
});

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
