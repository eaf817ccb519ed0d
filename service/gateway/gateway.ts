import type { ControlType } from "../../lib/contract/index.ts";

/** What a location is told to do, and until when; it falls back by itself at that moment. */
export interface Setpoint {
  locationId: string;
  type: ControlType;
  validUntilMs: number;
}

/**
 * One minute of one location, `[minuteMs, minuteMs + 60 s)`. Powers in kW, averaged over the
 * minute; injection and battery output positive, `pvKw` ≥ 0. `storedKwh` is the energy in each
 * battery at the end of the minute, in the order of `Site.batteries`.
 */
export interface Measurement {
  locationId: string;
  minuteMs: number;
  injectionKw: number;
  pvKw: number;
  batteryKw: number;
  storedKwh: number[];
}

/** How setpoints reach devices and measurements come back. */
export interface Gateway {
  /** Hands setpoints to the locations' devices; a later one for a location replaces the earlier. */
  dispatch(setpoints: readonly Setpoint[]): Promise<void>;
  /** What was measured in `[fromMs, toMs)`, whole minutes, oldest first. */
  measure(fromMs: number, toMs: number): Iterable<Measurement>;
}
