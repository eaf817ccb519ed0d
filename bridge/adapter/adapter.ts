/** An inverter of a unit: AC power in W, production positive. */
export interface InverterReading {
  powerW: number;
  ratedW: number;
  /** What its panels could give, where the device reports that. */
  availableW?: number;
}

/** A battery of a unit. `powerW` is positive when discharging, null where the device does not report it. */
export interface BatteryReading {
  powerW: number | null;
  /** 0 to 1; null where the device does not report it. */
  stateOfCharge: number | null;
  maxChargeW: number;
  maxDischargeW: number;
  /** Whether it is behind the inverter of the same unit, whose AC power and limit include it. */
  isBehindInverter: boolean;
  /**
   * It charges with full power or not at all, from the grid if need be. In normal operation it stores
   * surplus by itself.
   */
  isAllOrNothing?: boolean;
}

/** What a unit measures now. A part that it does not have is absent. */
export interface UnitReading {
  inverter?: InverterReading;
  battery?: BatteryReading;
  /** Net injection at the connection point in W, production positive. */
  meterW?: number;
}

/** The parts of a unit that follow setpoints. */
export type Part = "inverter" | "battery";

/**
 * A unit of devices behind one address. The functions either resolve or throw a `DeviceError`.
 * `true` means that the device itself reports the requested state; `false` that it does not (yet).
 * All of them may be repeated, and are repeated about each second while a setpoint is in force.
 */
export interface Adapter {
  /** Reads the measurements; writes nothing. */
  read(): Promise<UnitReading>;
  /**
   * Limits the AC power of the inverter to `watts` for `seconds`, after which the device lifts the
   * limit by itself. Never exceeds a fixed limit of the site.
   */
  limit(watts: number, seconds: number): Promise<boolean>;
  /** Charges the battery with `watts`, or discharges it when negative, for `seconds`. */
  charge(watts: number, seconds: number): Promise<boolean>;
  /**
   * Does not discharge the battery for `seconds`. It may go on to store surplus by itself; a device that
   * cannot tell the two apart does neither.
   */
  hold(seconds: number): Promise<boolean>;
  /** Returns a part to the state it had before the first `limit`, `charge` or `hold`, exactly. */
  release(part: Part): Promise<boolean>;
}

/**
 * - `silent`: no answer, or no connection
 * - `busy`: the device asks to try again
 * - `refused`: the device rejected the request
 * - `mismatch`: the device accepted a value and reports another one
 * - `unsupported`: the device can never do this
 */
export type DeviceFault = "silent" | "busy" | "refused" | "mismatch" | "unsupported";

/** Why a device did not do what was requested. The message is for the log and for acknowledgements. */
export class DeviceError extends Error {
  constructor(
    readonly fault: DeviceFault,
    message: string,
    readonly exceptionCode?: number,
  ) {
    super(message);
  }
}

/** The fault and message of anything thrown by an adapter. */
export const toDeviceError = (thrown: unknown): DeviceError =>
  thrown instanceof DeviceError ? thrown : new DeviceError("silent", (thrown as Error).message);
