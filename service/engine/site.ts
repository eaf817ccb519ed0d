/**
 * The average share of the way to a new setpoint that a device has covered in the first and in the
 * second minute after it; after that all of it.
 */
export type Ramp = readonly [first: number, second: number];

/** Panels behind one inverter. Azimuth in degrees clockwise from north, tilt from horizontal. */
export interface Panels {
  peakKw: number;
  inverterKw: number;
  tiltDeg: number;
  azimuthDeg: number;
  controllable: boolean;
  /** Absent: it changes at once. */
  ramp?: Ramp;
}

/** A battery; power on the AC side, energy inside the battery, efficiency one way (0–1]. */
export interface Battery {
  capacityKwh: number;
  powerKw: number;
  efficiency: number;
  floorKwh: number;
  controllable: boolean;
  /** Absent: it changes at once. */
  ramp?: Ramp;
}

/**
 * The installation behind one connection point. A limit of `null` is unknown and does not apply.
 */
export interface Site {
  latitude: number;
  longitude: number;
  panels: Panels[];
  batteries: Battery[];
  connectionLimitKw: number | null;
}

/**
 * A quarter-hourly series: value `i` is the average over `[startMs + i × 15 min, startMs + (i + 1)
 * × 15 min)`. NaN means unknown.
 */
export interface Series {
  startMs: number;
  pvKw: Float32Array;
  loadKw: Float32Array;
}

/** Energy in each battery of a site, in kWh, in the order of `Site.batteries`. */
export type StoredKwh = readonly number[];
