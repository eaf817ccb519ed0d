import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import type {
  Acknowledgement,
  Gateway,
  Outcome,
  Reading,
  Reports,
  Setpoint,
} from "../../service/gateway/gateway.ts";
import { World } from "./service.ts";
import type { PriceSource } from "../../service/prices/price-source.ts";

/** The outcome of each setpoint at a location; by device if they differ. */
export type Manner = Outcome | "silent" | Record<string, Outcome>;

/** A setpoint with the moment it was handed over. */
export interface DispatchedSetpoint extends Setpoint {
  atMs: number;
}

const nothing = (): Reports => ({ acknowledgements: [], readings: [], presence: [] });

/**
 * A way to devices that keeps what it was given to carry, whose devices answer as the test says, and
 * which brings back what the test puts in.
 */
export class ScriptedGateway implements Gateway {
  /** Everything that was carried, oldest first. */
  readonly told: DispatchedSetpoint[] = [];
  /** Dispatch fails, as with an unreachable broker; optionally for some locations only. */
  away: boolean | ReadonlySet<string> = false;
  /** How often its reports were collected. */
  asked = 0;
  /** Called after everything was handed over, before the service is notified. */
  beforeNoted: () => Promise<void> = async () => {};
  /** Handing over throws. */
  broken = false;
  private readonly manners = new Map<string, { deviceIds: readonly string[]; manner: Manner }>();
  private waiting = nothing();

  /** Sets how a location's devices acknowledge. Without it they are silent. */
  answers(locationId: string, deviceIds: readonly string[], manner: Manner = "executed"): void {
    this.manners.set(locationId, { deviceIds, manner });
  }

  /** Adds device reports, returned by the next collection. */
  report(reports: Partial<Reports>): void {
    for (const name of ["acknowledgements", "readings", "presence", "pauses"] as const)
      ((this.waiting[name] ??= []) as unknown[]).push(...(reports[name] ?? []));
  }

  /** Adds the same reading for each minute of `[from, to)`, as ISO times. */
  reportMinutes(
    [from, to]: readonly [from: string, to: string],
    reading: Omit<Reading, "fromMs" | "toMs" | "devices"> & Partial<Pick<Reading, "devices">>,
  ): void {
    for (let fromMs = Date.parse(from); fromMs < Date.parse(to); fromMs += MINUTE_MS)
      this.report({
        readings: [{ devices: [], ...reading, fromMs, toMs: fromMs + MINUTE_MS }],
      });
  }

  /** The setpoints sent to a location. */
  toldTo(locationId: string): DispatchedSetpoint[] {
    return this.told.filter((one) => one.locationId === locationId);
  }

  async dispatch(setpoints: readonly Setpoint[], nowMs: number): Promise<ReadonlySet<string>> {
    if (this.broken) throw new Error("the line is broken");
    const carried = setpoints.filter(({ locationId }) => !this.isAway(locationId));
    for (const setpoint of carried) {
      this.told.push({ ...setpoint, atMs: nowMs });
      const answer = this.answerTo(setpoint);
      if (answer) this.waiting.acknowledgements.push(answer);
    }
    await this.beforeNoted();
    return new Set(carried.map(({ locationId }) => locationId));
  }

  async collect(_fromMs: number, toMs: number, keep: (reports: Reports) => Promise<void>) {
    this.asked += 1;
    const given = this.waiting;
    const early = given.readings.filter((reading) => reading.toMs > toMs);
    const reports = { ...given, readings: given.readings.filter((one) => one.toMs <= toMs) };
    this.waiting = { ...nothing(), readings: early };
    if (Object.values(reports).some(({ length }) => length > 0)) await keep(reports);
  }

  async close(): Promise<void> {}

  private isAway(locationId: string): boolean {
    return typeof this.away === "boolean" ? this.away : this.away.has(locationId);
  }

  private answerTo({ locationId, controlId, type }: Setpoint): Acknowledgement | null {
    const { deviceIds = [], manner = "silent" } = this.manners.get(locationId) ?? {};
    if (type === "RELEASE" || manner === "silent") return null;
    const devices = deviceIds.flatMap((deviceId) => {
      const outcome = typeof manner === "string" ? manner : manner[deviceId];
      return outcome ? [{ deviceId, outcome }] : [];
    });
    return { locationId, controlId, devices };
  }
}

/** A service on an empty database whose devices are reached over a scripted gateway. */
export async function openScripted(
  at: string,
  options: { settings?: Record<string, string>; priceSources?: PriceSource[] } = {},
) {
  const gateway = new ScriptedGateway();
  let onReport = async () => {};
  const world = await World.open(at, {
    ...options,
    field: async (heard) => {
      onReport = heard;
      return gateway;
    },
  });
  return { world, gateway, onReport: () => onReport() };
}
