import { MINUTE_MS } from "../../engine/calendar.ts";
import type { Site } from "../../engine/site.ts";
import type { Setpoint } from "../gateway.ts";
import { Load } from "./load.ts";
import { loadProfileOf } from "./load-shapes.ts";
import { operate, storedAfter, type Mode, type Moment } from "./operation.ts";
import { Roof } from "./roof.ts";

/** How far devices have moved in the first and second minute after a change; then wholly. */
const RAMP = [0.35, 0.85];

/** A plant to simulate. `profile` names a `LoadProfile`; batteries start half full. */
export interface PlantSetup {
  locationId: string;
  site: Site;
  seed: string;
  loadKwhPerDay: number;
  profile: string;
  storedKwh?: readonly number[];
}

/** What a plant did in the minute last stepped through, in kW; energy at its end, in kWh. */
export interface PlantMinute {
  injectionKw: number;
  pvKw: number;
  loadKw: number;
  batteryKw: number;
  storedKwh: number[];
}

/**
 * A simulated site that runs by itself or obeys a setpoint until it lapses. It ran before it was
 * built: what it is told before its first minute it is doing already, without a ramp.
 */
export class Plant {
  private readonly site: Site;
  private readonly roof: Roof;
  private readonly load: Load;
  private storedKwh: number[];
  private setpoint: Setpoint | undefined;
  private mode: Mode | undefined;
  private modeBefore: Mode = "NORMAL";
  private minutesInMode = 0;

  constructor({ site, seed, loadKwhPerDay, profile, storedKwh }: PlantSetup) {
    this.site = site;
    this.roof = new Roof(site, seed);
    this.load = new Load(seed, loadProfileOf(profile), loadKwhPerDay);
    this.storedKwh = site.batteries.map(
      ({ floorKwh, capacityKwh }, i) => storedKwh?.[i] ?? (floorKwh + capacityKwh) / 2,
    );
  }

  /** Follows this setpoint from the next minute on, in place of the one before. */
  obey(setpoint: Setpoint): void {
    this.setpoint = setpoint;
  }

  /** Runs through the minute that starts `minute` minutes after 1970. */
  step(minute: number): PlantMinute {
    const mode = this.modeIn(minute);
    this.roof.shine(minute);
    const moment: Moment = {
      potentialKw: this.roof.potentialKw,
      loadKw: this.load.at(minute),
      storedKwh: this.storedKwh,
    };
    const { pvKw, batteryKw } = this.ramped(mode, moment);
    let batteriesKw = 0;
    this.storedKwh = batteryKw.map((outputKw, i) => {
      batteriesKw += outputKw;
      return storedAfter(this.site.batteries[i]!, this.storedKwh[i]!, outputKw);
    });
    return {
      injectionKw: pvKw - moment.loadKw + batteriesKw,
      pvKw,
      loadKw: moment.loadKw,
      batteryKw: batteriesKw,
      storedKwh: this.storedKwh,
    };
  }

  private modeIn(minute: number): Mode {
    const { setpoint } = this;
    const mode = setpoint && minute * MINUTE_MS < setpoint.validUntilMs ? setpoint.type : "NORMAL";
    if (mode === this.mode) {
      this.minutesInMode += 1;
      return mode;
    }
    this.modeBefore = this.mode ?? mode;
    this.mode = mode;
    this.minutesInMode = 0;
    return mode;
  }

  /** On the way from one mode to the next, devices stand in between the two. */
  private ramped(mode: Mode, moment: Moment) {
    const now = operate(this.site, mode, moment);
    const share = RAMP[this.minutesInMode];
    if (share === undefined) return now;
    const before = operate(this.site, this.modeBefore, moment);
    const between = (from: number, to: number) => from + (to - from) * share;
    return {
      pvKw: between(before.pvKw, now.pvKw),
      batteryKw: now.batteryKw.map((kw, i) => between(before.batteryKw[i]!, kw)),
    };
  }
}
