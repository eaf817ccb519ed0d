import type { ControlType, DeviceType } from "../../lib/contract/index.ts";

/**
 * A device in a gateway. Of a location's devices in order, the n-th inverter is
 * `Site.panels[n]` and the n-th battery `Site.batteries[n]`.
 */
export interface GatewayDevice {
  id: string;
  deviceType: DeviceType;
  controllable: boolean;
}

/**
 * Setpoint of a location. `type` is the direction; `limitKw` limits net injection in that direction
 * (null: as far as possible). It expires at `validUntilMs`: devices then return to normal operation.
 * `RELEASE` ends it at once.
 *
 * Setpoints are idempotent per control and location: a repeated one only extends `validUntilMs`.
 */
export interface Setpoint {
  locationId: string;
  controlId: string;
  type: ControlType | "RELEASE";
  limitKw: number | null;
  validUntilMs: number;
  /** The share of each controllable battery's capacity below which it is not discharged; absent: 0. */
  batteryReserve?: number;
}

/** The outcome of a setpoint at a device. */
export type Outcome = "executed" | "failed" | "unsupported";

/**
 * A location's acknowledgement of a setpoint, with the outcome of each device in it. `atMs` is when the location
 * made it, by its own clock; absent: when it arrives.
 */
export interface Acknowledgement {
  locationId: string;
  controlId: string;
  atMs?: number;
  devices: { deviceId: string; outcome: Outcome; detail?: string }[];
}

/**
 * The measurements of a location over `[fromMs, toMs)`: whole minutes of one quarter-hour. Powers
 * are averages in kW: net injection production positive, inverters their output, batteries
 * discharging positive, meters net injection. State of charge is 0 to 1, at the end. `availableKw`
 * is the possible output of an inverter, if it reports that.
 */
export interface Reading {
  locationId: string;
  fromMs: number;
  toMs: number;
  injectionKw: number | null;
  devices: {
    deviceId: string;
    powerKw: number;
    stateOfCharge: number | null;
    availableKw?: number;
  }[];
}

/** Whether a location's devices are connected. */
export interface Presence {
  locationId: string;
  online: boolean;
  atMs: number;
}

/** Until when the customer wants no controls at a location; null: controls are wanted again. */
export interface Pause {
  locationId: string;
  untilMs: number | null;
}

/** Reports of devices, in order of arrival. */
export interface Reports {
  acknowledgements: Acknowledgement[];
  readings: Reading[];
  presence: Presence[];
  pauses?: Pause[];
}

/** Carries setpoints to devices and reports back. */
export interface Gateway {
  /**
   * Sends setpoints to their locations; a later one replaces an earlier one. Returns the locations
   * whose setpoint was sent; for the others the call may be repeated. Once `mayDispatch` returns
   * false no further setpoint is sent: another instance dispatches.
   */
  dispatch(
    setpoints: readonly Setpoint[],
    nowMs: number,
    mayDispatch?: () => boolean,
  ): Promise<ReadonlySet<string>>;
  /**
   * Passes the reports received until `toMs` to `store`, in one or more batches. A stored batch is
   * deleted; a failed one is passed again. Readings of simulated sites start at `fromMs`.
   */
  collect(fromMs: number, toMs: number, store: (reports: Reports) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
