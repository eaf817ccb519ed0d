import type { DeviceType } from "../../../lib/contract/index.ts";
import type { Site } from "../../engine/site.ts";
import type { GatewayDevice, Setpoint } from "../gateway.ts";
import { Load } from "./load.ts";
import { getLoadProfile } from "./load-shapes.ts";
import { hashed, hashSeed } from "./noise.ts";
import {
  type Instruction,
  inverterOutputs,
  type Moment,
  NORMAL,
  operate,
  storedAfter,
} from "./site-operation.ts";
import { PvArray } from "./pv-array.ts";
import { MINUTE_MS } from "../../../lib/time/amsterdam.ts";

interface ReceivedSetpoint {
  fromMinute: number;
  setpoint: Setpoint;
}

/** The setpoints a site received, with their times; a new setpoint replaces the previous one. */
class Instructions {
  private received: ReceivedSetpoint[] = [];

  /** Applies this setpoint from the minute that starts `fromMinute` minutes after 1970. */
  receive(setpoint: Setpoint, fromMinute: number): void {
    this.received.push({ fromMinute, setpoint });
  }

  /** The instruction in force in this minute; minutes are requested in order. */
  at(minute: number): Instruction {
    if (this.received.length === 0) return NORMAL;
    const newest = this.received.findLastIndex(({ fromMinute }) => fromMinute <= minute);
    if (newest < 0) return NORMAL;
    if (newest > 0) this.received.splice(0, newest);
    const { type, limitKw, validUntilMs } = this.received[0]!.setpoint;
    if (type === "RELEASE" || minute * MINUTE_MS >= validUntilMs) return NORMAL;
    return { mode: type, limitKw };
  }
}

/**
 * The share of a change that devices reach in its first and second minute; after that all of it.
 */
const RAMP = [0.35, 0.85];
/** Maximum relative error of the meter. */
const METER_ERROR = 0.003;

/**
 * A plant to simulate; `devices` are those at its location. `profile` names a `LoadProfile`;
 * batteries start half full, or held `storedKwh` at `storedAtMs`. See `Simulation` for `lostAtMs`,
 * `broken` and `reportsAvailable`.
 */
export interface PlantSetup {
  locationId: string;
  site: Site;
  devices: readonly GatewayDevice[];
  seed: string;
  loadKwhPerDay: number;
  profile: string;
  storedKwh?: readonly number[];
  storedAtMs?: number;
  lostAtMs?: number;
  broken?: DeviceType;
  reportsAvailable?: boolean;
}

/**
 * The state of a plant in a minute: powers in kW, energy at its end in kWh. `injectionKw` includes
 * the meter error; all other values are exact.
 */
export interface PlantMinute {
  injectionKw: number;
  pvKw: number;
  loadKw: number;
  /** Available solar power behind each inverter. */
  availableKw: number[];
  /** Of all batteries, and per battery. */
  batteryKw: number;
  batteriesKw: number[];
  storedKwh: number[];
}

/**
 * A simulated site in normal operation, or under a setpoint until it expires. A setpoint from
 * before its first minute is in full effect, without a ramp.
 */
export class Plant {
  private readonly site: Site;
  private readonly pvArray: PvArray;
  private readonly load: Load;
  private storedKwh: number[];
  private readonly meterSeed: number;
  private readonly instructions = new Instructions();
  private now: Instruction | undefined;
  private before: Instruction | undefined;
  private minutesSince = 0;

  constructor({ site, seed, loadKwhPerDay, profile, storedKwh, broken }: PlantSetup) {
    this.site = broken === undefined ? site : withBroken(site, broken);
    this.pvArray = new PvArray(site, seed);
    this.meterSeed = hashSeed(`meter ${seed}`);
    this.load = new Load(seed, getLoadProfile(profile), loadKwhPerDay);
    this.storedKwh = site.batteries.map(
      ({ floorKwh, capacityKwh }, i) => storedKwh?.[i] ?? (floorKwh + capacityKwh) / 2,
    );
  }

  /** Applies this setpoint from this minute on and replaces the previous one. */
  obey(setpoint: Setpoint, fromMinute: number): void {
    this.instructions.receive(setpoint, fromMinute);
  }

  /** Simulates the minute that starts `minute` minutes after 1970. */
  step(minute: number): PlantMinute {
    const instruction = this.instructionIn(minute);
    this.pvArray.simulateMinute(minute);
    const loadKw = this.load.at(minute);
    const moment: Moment = {
      potentialKw: this.pvArray.potentialKw,
      loadKw,
      storedKwh: this.storedKwh,
    };
    const { pvKw, batteryKw: batteriesKw } = this.ramped(instruction, moment);
    let batteryKw = 0;
    this.storedKwh = batteriesKw.map((outputKw, i) => {
      batteryKw += outputKw;
      return storedAfter(this.site.batteries[i]!, this.storedKwh[i]!, outputKw);
    });
    const error = 1 + METER_ERROR * (2 * hashed(this.meterSeed, minute) - 1);
    const injectionKw = (pvKw - loadKw + batteryKw) * error;
    const availableKw = [...this.pvArray.potentialKw];
    const { storedKwh } = this;
    return { injectionKw, pvKw, loadKw, availableKw, batteryKw, batteriesKw, storedKwh };
  }

  /** The output of each inverter in the last simulated minute, given the total `pvKw`, in kW. */
  inverterOutputs(pvKw: number): number[] {
    return inverterOutputs(this.site, this.pvArray.potentialKw, pvKw);
  }

  private instructionIn(minute: number): Instruction {
    const current = this.instructions.at(minute);
    if (sameInstruction(current, this.now)) {
      this.minutesSince += 1;
      return current;
    }
    this.before = this.now ?? current;
    this.now = current;
    this.minutesSince = 0;
    return current;
  }

  /** Devices ramp between the previous and the new instruction. */
  private ramped(instruction: Instruction, moment: Moment) {
    const now = operate(this.site, instruction, moment);
    const share = RAMP[this.minutesSince];
    if (share === undefined) return now;
    const before = operate(this.site, this.before ?? instruction, moment);
    const between = (from: number, to: number) => from + (to - from) * share;
    return {
      pvKw: between(before.pvKw, now.pvKw),
      batteryKw: now.batteryKw.map((kw, i) => between(before.batteryKw[i]!, kw)),
    };
  }
}

const sameInstruction = (current: Instruction, now: Instruction | undefined): boolean =>
  current === now || (current.mode === now?.mode && current.limitKw === now.limitKw);

/** A site whose devices of one kind ignore setpoints. */
function withBroken(site: Site, broken: DeviceType): Site {
  const stuck = <T extends { controllable: boolean }>(devices: readonly T[], kind: DeviceType) =>
    devices.map((device) => (kind === broken ? { ...device, controllable: false } : device));
  return {
    ...site,
    panels: stuck(site.panels, "SOLAR_INVERTER"),
    batteries: stuck(site.batteries, "BATTERY"),
  };
}
