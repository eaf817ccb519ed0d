import type { Setpoint } from "../gateway.ts";
import { Plant, type PlantMinute, type PlantSetup } from "./plant.ts";

const REMEMBERED_MINUTES = 180;
/** After a day nothing is left of what a battery held before. */
const CATCH_UP_MINUTES = 24 * 60;
const QUARTER = 15;

/**
 * A plant on its way through time. It goes through each minute once; minutes left out are run
 * through unseen, at most a day of them. Its first minute is the first one asked for.
 */
export class RunningPlant {
  private readonly plant: Plant;
  private readonly recent = new Map<number, PlantMinute>();
  private nextMinute: number | undefined;

  constructor(setup: PlantSetup) {
    this.plant = new Plant(setup);
  }

  /** Follows this setpoint from the first minute not gone through yet. */
  obey(setpoint: Setpoint): void {
    this.plant.obey(setpoint);
  }

  /**
   * What it did in this minute since 1970. The last three hours may be asked for again.
   * @throws RangeError when the minute was left behind longer ago.
   */
  minuteAt(minute: number): PlantMinute {
    const known = this.recent.get(minute);
    if (known) return known;
    this.moveTo(minute);
    const did = this.plant.step(minute);
    this.nextMinute = minute + 1;
    this.remember(minute, did);
    return did;
  }

  /**
   * Averages over this quarter-hour since 1970; energy at its end.
   * @throws RangeError when the quarter-hour lies behind.
   */
  quarterAt(quarter: number): PlantMinute {
    const first = quarter * QUARTER;
    this.moveTo(first);
    const mean: PlantMinute = { injectionKw: 0, pvKw: 0, loadKw: 0, batteryKw: 0, storedKwh: [] };
    for (let minute = first; minute < first + QUARTER; minute++) {
      const did = this.plant.step(minute);
      mean.injectionKw += did.injectionKw / QUARTER;
      mean.pvKw += did.pvKw / QUARTER;
      mean.loadKw += did.loadKw / QUARTER;
      mean.batteryKw += did.batteryKw / QUARTER;
      mean.storedKwh = did.storedKwh;
    }
    this.nextMinute = first + QUARTER;
    return mean;
  }

  private moveTo(minute: number): void {
    const next = this.nextMinute ?? minute;
    if (minute < next) throw new RangeError("the simulator has left this minute behind");
    for (let m = Math.max(next, minute - CATCH_UP_MINUTES); m < minute; m++) this.plant.step(m);
  }

  private remember(minute: number, did: PlantMinute): void {
    this.recent.set(minute, did);
    for (const old of this.recent.keys()) {
      if (old > minute - REMEMBERED_MINUTES) break;
      this.recent.delete(old);
    }
  }
}
