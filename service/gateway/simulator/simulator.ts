import { setImmediate } from "node:timers/promises";
import { MINUTE_MS, QUARTER_MS } from "../../../lib/time/amsterdam.ts";
import type { Acknowledgement, Gateway, Reports, Setpoint } from "../gateway.ts";
import type { PlantSetup } from "./site-simulator.ts";
import { RunningPlant, type PlantQuarter } from "./running-site.ts";

/** One location over the quarter-hour that starts at `quarterMs`. */
export interface SimulatedQuarter extends PlantQuarter {
  locationId: string;
  quarterMs: number;
}

/**
 * Demo plants driven by measured series. It has no clock: time is what it is asked for, and only
 * goes forward, so that the energy in batteries carries on from one question to the next.
 */
export class Simulator implements Gateway {
  private readonly plants = new Map<string, RunningPlant>();
  private readonly outages: boolean;
  /** Not persisted yet; a repeated answer replaces the pending one. */
  private readonly answers = new Map<string, Acknowledgement>();

  /** Without `outages` every plant is always online. */
  constructor(setups: readonly PlantSetup[] = [], { outages = true } = {}) {
    this.outages = outages;
    for (const setup of setups) this.put(setup);
  }

  /**
   * Puts a plant at its location, in place of the one there; the others are left as they are. It
   * is following `active` already, until that lapses.
   */
  put(setup: PlantSetup, active?: Setpoint): void {
    this.plants.set(setup.locationId, new RunningPlant(setup, this.outages, active));
  }

  /** Takes the plant of a location away, if it has one. */
  remove(locationId: string): void {
    this.plants.delete(locationId);
  }

  /**
   * Plants that are online in the minute of `nowMs` follow their setpoint from that minute, or the
   * first one not gone through yet, and answer; the others hear nothing. Returns every location
   * that has a plant, as a broker would that took the message.
   */
  async dispatch(setpoints: readonly Setpoint[], nowMs: number): Promise<ReadonlySet<string>> {
    const taken = new Set<string>();
    for (const setpoint of setpoints) {
      const plant = this.plants.get(setpoint.locationId);
      if (!plant) continue;
      taken.add(setpoint.locationId);
      const answer = plant.tell(setpoint, nowMs);
      if (answer) this.answers.set(toKey(answer), answer);
    }
    return taken;
  }

  /**
   * What was heard in `[fromMs, toMs)`, a quarter-hour of all plants at a time, a reading for each
   * minute; answers come with the first portion. The last three hours may be asked for again and
   * give the same; minutes left out are run through unseen, at most a day of them.
   * @throws RangeError when the range is not whole minutes, or was left behind longer ago.
   */
  async collect(
    fromMs: number,
    toMs: number,
    keep: (reports: Reports) => Promise<void>,
  ): Promise<void> {
    wholeSteps(toMs, MINUTE_MS);
    wholeSteps(fromMs, MINUTE_MS);
    let startMs = fromMs;
    do {
      const endMs = Math.min(toMs, nextQuarter(startMs));
      const reports = this.heard(startMs, endMs);
      if (Object.values(reports).some(({ length }) => length > 0)) await keep(reports);
      this.letGo(reports.acknowledgements);
      await setImmediate();
      startMs = endMs;
    } while (startMs < toMs);
  }

  /**
   * The same plants in quarter-hour averages, for filling history: quarter by quarter, oldest
   * first, each location once. A following `collect` carries on where this ends.
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

  async close(): Promise<void> {}

  private letGo(kept: readonly Acknowledgement[]): void {
    for (const answer of kept) {
      const key = toKey(answer);
      if (this.answers.get(key) === answer) this.answers.delete(key);
    }
  }

  private heard(fromMs: number, toMs: number): Reports {
    const reports: Reports = {
      acknowledgements: [...this.answers.values()],
      readings: [],
      presence: [],
    };
    for (let minute = fromMs / MINUTE_MS; minute < toMs / MINUTE_MS; minute++) {
      for (const plant of this.plants.values()) {
        const { reading, presence } = plant.minuteAt(minute);
        if (reading) reports.readings.push(reading);
        if (presence) reports.presence.push(presence);
      }
    }
    return reports;
  }
}

const toKey = ({ locationId, controlId }: Acknowledgement) => `${locationId} ${controlId}`;
const nextQuarter = (ms: number) => (Math.floor(ms / QUARTER_MS) + 1) * QUARTER_MS;

function wholeSteps(ms: number, stepMs: number): number {
  if (ms % stepMs !== 0) throw new RangeError(`${ms} is not a whole step of ${stepMs} ms`);
  return ms / stepMs;
}
