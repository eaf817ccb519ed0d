import { MINUTE_MS, QUARTER_MS } from "../../engine/calendar.ts";
import type { Gateway, Measurement, Setpoint } from "../gateway.ts";
import type { PlantSetup } from "./plant.ts";
import { RunningPlant } from "./running-plant.ts";

/** Averages of one location over the quarter-hour that starts at `quarterMs`, in kW. */
export interface SimulatedQuarter {
  locationId: string;
  quarterMs: number;
  injectionKw: number;
  pvKw: number;
  loadKw: number;
  batteryKw: number;
  /** Energy in each battery at the end of the quarter, in kWh. */
  storedKwh: number[];
}

/**
 * Demo plants driven by measured series. It has no clock: time is what it is asked for, and only
 * goes forward, so that the energy in batteries carries on from one question to the next.
 */
export class Simulator implements Gateway {
  private readonly plants = new Map<string, RunningPlant>();

  constructor(setups: readonly PlantSetup[] = []) {
    for (const setup of setups) this.put(setup);
  }

  /** Puts a plant at its location, in place of the one there; the others are left as they are. */
  put(setup: PlantSetup): void {
    this.plants.set(setup.locationId, new RunningPlant(setup));
  }

  /** Takes the plant of a location away, if it has one. */
  remove(locationId: string): void {
    this.plants.delete(locationId);
  }

  /** Holds from the first minute not measured yet. A location that is not simulated is passed by. */
  async dispatch(setpoints: readonly Setpoint[]): Promise<void> {
    for (const setpoint of setpoints) this.plants.get(setpoint.locationId)?.obey(setpoint);
  }

  /**
   * Measurements of all plants, minute by minute. The last three hours may be asked for again and
   * give the same; minutes left out are run through unseen, at most a day of them.
   * @throws RangeError when the range is not whole minutes, or was left behind longer ago.
   */
  *measure(fromMs: number, toMs: number): Generator<Measurement> {
    const toMinute = wholeSteps(toMs, MINUTE_MS);
    for (let minute = wholeSteps(fromMs, MINUTE_MS); minute < toMinute; minute++) {
      for (const [locationId, plant] of this.plants) {
        const { injectionKw, pvKw, batteryKw, storedKwh } = plant.minuteAt(minute);
        const minuteMs = minute * MINUTE_MS;
        yield { locationId, minuteMs, injectionKw, pvKw, batteryKw, storedKwh };
      }
    }
  }

  /**
   * The same plants in quarter-hour averages, for filling history: quarter by quarter, oldest
   * first, each location once. A following `measure` carries on where this ends.
   * @throws RangeError when the range is not whole quarter-hours, or lies behind.
   */
  *quarters(fromMs: number, toMs: number): Generator<SimulatedQuarter> {
    const toQuarter = wholeSteps(toMs, QUARTER_MS);
    for (let quarter = wholeSteps(fromMs, QUARTER_MS); quarter < toQuarter; quarter++) {
      for (const [locationId, plant] of this.plants) {
        yield { locationId, quarterMs: quarter * QUARTER_MS, ...plant.quarterAt(quarter) };
      }
    }
  }
}

function wholeSteps(ms: number, stepMs: number): number {
  if (ms % stepMs !== 0) throw new RangeError(`${ms} is not a whole step of ${stepMs} ms`);
  return ms / stepMs;
}
