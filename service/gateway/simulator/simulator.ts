import { MINUTE_MS, QUARTER_MS } from "../../engine/calendar.ts";
import type { Gateway, Measurement, Setpoint } from "../gateway.ts";
import { Plant, type PlantMinute, type PlantSetup } from "./plant.ts";

const REMEMBERED_MINUTES = 180;
/** After a day nothing is left of what a battery held before. */
const CATCH_UP_MINUTES = 24 * 60;

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
  private readonly plants: Plant[];
  private readonly byLocation: Map<string, Plant>;
  private readonly recent = new Map<number, Measurement[]>();
  private nextMinute: number | undefined;

  constructor(plants: readonly PlantSetup[]) {
    this.plants = plants.map((setup) => new Plant(setup));
    this.byLocation = new Map(this.plants.map((plant) => [plant.locationId, plant]));
  }

  /** Holds from the first minute not measured yet. A location that is not simulated is passed by. */
  async dispatch(setpoints: readonly Setpoint[]): Promise<void> {
    for (const setpoint of setpoints) this.byLocation.get(setpoint.locationId)?.obey(setpoint);
  }

  /**
   * Measurements of all plants, minute by minute. The last three hours may be asked for again and
   * give the same; minutes left out are run through unseen, at most a day of them.
   * @throws RangeError when the range is not whole minutes, or was left behind longer ago.
   */
  *measure(fromMs: number, toMs: number): Generator<Measurement> {
    const toMinute = wholeSteps(toMs, MINUTE_MS);
    for (let minute = wholeSteps(fromMs, MINUTE_MS); minute < toMinute; minute++) {
      yield* this.recent.get(minute) ?? this.measureNext(minute);
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
      this.moveTo(quarter * 15);
      this.nextMinute = quarter * 15 + 15;
      yield* this.plants.map((plant) => averageQuarter(plant, quarter));
    }
  }

  private measureNext(minute: number): Measurement[] {
    this.moveTo(minute);
    this.nextMinute = minute + 1;
    const measured = this.plants.map((plant) => asMeasurement(plant, minute, plant.step(minute)));
    this.recent.set(minute, measured);
    for (const old of this.recent.keys()) {
      if (old > minute - REMEMBERED_MINUTES) break;
      this.recent.delete(old);
    }
    return measured;
  }

  private moveTo(minute: number): void {
    const next = this.nextMinute ?? minute;
    if (minute < next) throw new RangeError("the simulator has left this minute behind");
    for (let m = Math.max(next, minute - CATCH_UP_MINUTES); m < minute; m++) {
      for (const plant of this.plants) plant.step(m);
    }
  }
}

function wholeSteps(ms: number, stepMs: number): number {
  if (ms % stepMs !== 0) throw new RangeError(`${ms} is not a whole step of ${stepMs} ms`);
  return ms / stepMs;
}

function asMeasurement(plant: Plant, minute: number, did: PlantMinute): Measurement {
  const { injectionKw, pvKw, batteryKw, storedKwh } = did;
  const minuteMs = minute * MINUTE_MS;
  return { locationId: plant.locationId, minuteMs, injectionKw, pvKw, batteryKw, storedKwh };
}

function averageQuarter(plant: Plant, quarter: number): SimulatedQuarter {
  const sum = { injectionKw: 0, pvKw: 0, loadKw: 0, batteryKw: 0 };
  let storedKwh: number[] = [];
  for (let minute = quarter * 15; minute < quarter * 15 + 15; minute++) {
    const did = plant.step(minute);
    sum.injectionKw += did.injectionKw / 15;
    sum.pvKw += did.pvKw / 15;
    sum.loadKw += did.loadKw / 15;
    sum.batteryKw += did.batteryKw / 15;
    storedKwh = did.storedKwh;
  }
  return { locationId: plant.locationId, quarterMs: quarter * QUARTER_MS, ...sum, storedKwh };
}
