import type { ControlType, DeviceType } from "../../lib/contract/index.ts";

/**
 * A device as a gateway knows it. Of a location's devices in order, the n-th inverter is
 * `Site.panels[n]` and the n-th battery `Site.batteries[n]`.
 */
export interface GatewayDevice {
  id: string;
  deviceType: DeviceType;
  controllable: boolean;
}

/**
 * What a location is told. `type` is the direction; net injection is not to go past `limitKw` in
 * that direction (null: as far as it goes). It lapses by itself at `validUntilMs`: devices then run
 * as they would without it. `RELEASE` ends it at once.
 *
 * The same control at the same location is the same instruction, however often it is told: later
 * tellings only move `validUntilMs`.
 */
export interface Setpoint {
  locationId: string;
  controlId: string;
  type: ControlType | "RELEASE";
  limitKw: number | null;
  validUntilMs: number;
}

/** What a device did with a setpoint. */
export type Outcome = "executed" | "failed" | "unsupported";

/** A location's answer to a setpoint, for the devices it speaks of. */
export interface Acknowledgement {
  locationId: string;
  controlId: string;
  devices: { deviceId: string; outcome: Outcome; detail?: string }[];
}

/**
 * What a location measured over `[fromMs, toMs)`: whole minutes of one quarter-hour. Powers in kW,
 * averages: net injection production positive, inverters what they gave, batteries discharging
 * positive, meters net injection. State of charge 0 to 1, at the end.
 */
export interface Reading {
  locationId: string;
  fromMs: number;
  toMs: number;
  injectionKw: number | null;
  devices: { deviceId: string; powerKw: number; stateOfCharge: number | null }[];
}

/** Whether a location's devices are connected. */
export interface Presence {
  locationId: string;
  online: boolean;
  atMs: number;
}

/** Reports of devices, in order of arrival. */
export interface Reports {
  acknowledgements: Acknowledgement[];
  readings: Reading[];
  presence: Presence[];
}

/** How setpoints reach devices and reports come back. */
export interface Gateway {
  /**
   * Hands setpoints over to be carried to their locations; one for a location replaces the one
   * before. Returns the locations whose setpoint is on its way; for the others it may be repeated.
   */
  dispatch(setpoints: readonly Setpoint[], nowMs: number): Promise<ReadonlySet<string>>;
  /**
   * Gives what came back until `toMs` to `keep`, in one or more portions, and lets go of each
   * portion once kept: what could not be kept is given again. Readings of plants that can be asked
   * again start at `fromMs`.
   */
  collect(fromMs: number, toMs: number, keep: (reports: Reports) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
