import { setImmediate } from "node:timers/promises";
import { MINUTE_MS, QUARTER_MS } from "../../../lib/time/amsterdam.ts";
import type { Acknowledgement, Gateway, Reports, Setpoint } from "../gateway.ts";
import type { PlantSetup } from "./site-simulator.ts";
import {
  REMEMBERED_MINUTES,
  RunningPlant,
  type PlantOptions,
  type PlantQuarter,
} from "./running-site.ts";

/** One location over the quarter-hour that starts at `quarterMs`. */
export interface SimulatedQuarter extends PlantQuarter {
  locationId: string;
  quarterMs: number;
}

/**
 * Demo plants driven by measured series. It has no clock: requests pass the time, which only moves
 * forward, so that the energy in batteries carries over between requests.
 */
export class Simulator implements Gateway {
  private readonly plants = new Map<string, RunningPlant>();
  private readonly options: PlantOptions;
  /** Not persisted yet; a repeated acknowledgement replaces the pending one. */
  private readonly answers = new Map<string, Acknowledgement>();

  /**
   * Without `outages` every plant is always online. Reports of the last `rememberedMinutes`, three hours
   * without it, may be requested again.
   */
  constructor(
    setups: readonly PlantSetup[] = [],
    { outages = true, rememberedMinutes = REMEMBERED_MINUTES }: Partial<PlantOptions> = {},
  ) {
    this.options = { outages, rememberedMinutes };
    for (const setup of setups) this.put(setup);
  }

  /**
   * Adds or replaces the plant of a location. `active` is the setpoint in force there, until it
   * expires.
   */
  put(setup: PlantSetup, active?: Setpoint): void {
    this.plants.set(setup.locationId, new RunningPlant(setup, this.options, active));
  }

  /** Removes the plant of a location, if there is one. */
  remove(locationId: string): void {
    this.plants.delete(locationId);
  }

  /**
   * Plants that are online in the minute of `nowMs` apply their setpoint from that minute, or from
   * the first one not simulated yet, and acknowledge it. Returns every location with a plant, like
   * a broker that accepted the message.
   */
  async dispatch(setpoints: readonly Setpoint[], nowMs: number): Promise<ReadonlySet<string>> {
    const taken = new Set<string>();
    for (const setpoint of setpoints) {
      const plant = this.plants.get(setpoint.locationId);
      if (!plant) continue;
      taken.add(setpoint.locationId);
      const answer = plant.apply(setpoint, nowMs);
      if (answer) this.answers.set(toKey(answer), answer);
    }
    return taken;
  }

  /**
   * Applies the setpoints in force, which another instance sent, to all plants; those without one
   * return to normal operation.
   */
  follow(inForce: ReadonlyMap<string, Setpoint>, nowMs: number): void {
    for (const [locationId, plant] of this.plants) {
      const release = { locationId, controlId: "", type: "RELEASE", limitKw: null } as const;
      const setpoint = inForce.get(locationId) ?? { ...release, validUntilMs: nowMs };
      const answer = plant.apply(setpoint, nowMs);
      if (answer) this.answers.set(toKey(answer), answer);
    }
  }

  /**
   * The reports of `[fromMs, toMs)`, one quarter-hour of all plants at a time, with a reading for
   * each minute; acknowledgements come with the first batch. The last minutes may be requested
   * again with the same result; skipped minutes are simulated without reports, at most a day of
   * them.
   * @throws RangeError when the range is not whole minutes, or is older
   */
  collect(fromMs: number, toMs: number, store: (reports: Reports) => Promise<void>): Promise<void> {
    return this.pass(fromMs, toMs, async (reports) => {
      const acknowledgements = [...this.answers.values()];
      const all = { ...reports, acknowledgements };
      if (Object.values(all).some(({ length }) => length > 0)) await store(all);
      this.letGo(acknowledgements);
    });
  }

  /** Like `collect` without acknowledgements, so that a failed transaction loses nothing. */
  repeat(fromMs: number, toMs: number, store: (reports: Reports) => Promise<void>): Promise<void> {
    return this.pass(fromMs, toMs, store);
  }

  private async pass(
    fromMs: number,
    toMs: number,
    store: (reports: Reports) => Promise<void>,
  ): Promise<void> {
    wholeSteps(toMs, MINUTE_MS);
    wholeSteps(fromMs, MINUTE_MS);
    let startMs = fromMs;
    do {
      const endMs = Math.min(toMs, nextQuarter(startMs));
      await store(this.takeReports(startMs, endMs));
      await setImmediate();
      startMs = endMs;
    } while (startMs < toMs);
  }

  /**
   * The plants in quarter-hour averages, to fill the history: oldest quarter-hour first, each
   * location once. A following `collect` continues from there.
   * @throws RangeError when the range is not whole quarter-hours, or was simulated already
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

  private letGo(acknowledgements: readonly Acknowledgement[]): void {
    for (const answer of acknowledgements) {
      const key = toKey(answer);
      if (this.answers.get(key) === answer) this.answers.delete(key);
    }
  }

  private takeReports(fromMs: number, toMs: number): Reports {
    const reports: Reports = { acknowledgements: [], readings: [], presence: [] };
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
