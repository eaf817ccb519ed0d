import {
  toDeviceError,
  type Adapter,
  type DeviceError,
  type Part,
  type UnitReading,
} from "../adapter/adapter.ts";
import type { BridgeLog, Clock } from "../adapter/runtime.ts";
import type { Measurement } from "../../lib/contract/index.ts";
import { decide, type UnitCommand } from "./decide.ts";
import { MinuteAverages, type UnitIds } from "./minute-averages.ts";
import { Outcomes, type DeviceOutcome } from "./outcomes.ts";
import { Setpoints, type ActiveSetpoint, type IssuedMemory } from "./setpoints.ts";

/** A unit of the site: its adapter, and the ids of its devices at the service. */
export interface SiteUnit {
  name: string;
  adapter: Adapter;
  ids: UnitIds;
}

/** What a site needs besides its units. */
export interface SiteOptions {
  units: readonly SiteUnit[];
  clock: Clock;
  log: BridgeLog;
  memory: IssuedMemory;
  isDryRun: boolean;
  /** Until when the customer paused control, epoch milliseconds. */
  pausedUntilMs(): number;
  acknowledge(controlId: string, devices: DeviceOutcome[]): void;
  measured(measurement: Measurement): void;
}

/** What the site does now, for Home Assistant and the log. */
export interface SiteStatus {
  setpoint: ActiveSetpoint | undefined;
  isPaused: boolean;
  outcomes: DeviceOutcome[];
  injectionW: number | null;
}

interface Follower {
  id: string;
  unit: SiteUnit;
  index: number;
  part: Part;
  isReleased: boolean;
}

/**
 * The devices of one location. `tick` reads them, follows the setpoint in force, and reports outcomes
 * and measurements. It is called about each second and whenever a setpoint arrives.
 */
export class Site {
  private readonly setpoints: Setpoints;
  private readonly averages: MinuteAverages;
  private readonly followers: Follower[];
  private readonly outcomes: Outcomes;
  private readonly faults = new Map<string, string>();
  private last: { setpoint: ActiveSetpoint | undefined; injectionW: number | null } = {
    setpoint: undefined,
    injectionW: null,
  };
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: SiteOptions) {
    this.setpoints = new Setpoints(options.clock, options.memory);
    this.outcomes = new Outcomes(options.clock.monotonicMs);
    this.averages = new MinuteAverages(options.units.map(({ ids }) => ids));
    this.followers = options.units.flatMap((unit, index) =>
      (["inverter", "battery"] as const).flatMap((part) => {
        const id = unit.ids[part];
        return id === undefined ? [] : { id, unit, index, part, isReleased: false };
      }),
    );
  }

  /** Takes a message of the setpoint topic. */
  receive(payload: Uint8Array): void {
    const { log } = this.options;
    try {
      const ignored = this.setpoints.accept(payload);
      if (ignored) log.warn(`ignored a setpoint: ${ignored}`);
    } catch (error) {
      log.warn(`a setpoint could not be saved: ${(error as Error).message}`);
    }
  }

  get status(): SiteStatus {
    return { ...this.last, isPaused: this.isPaused, outcomes: this.outcomes.all };
  }

  /** One turn. Turns do not overlap; one requested while another runs follows it. */
  tick(): Promise<void> {
    const { log } = this.options;
    this.running = this.running
      .then(() => this.turn())
      .catch((error: Error) => log.warn(`a turn failed: ${error.message}`));
    return this.running;
  }

  /** Returns all devices to normal operation, as far as they answer, and follows nothing any more. */
  stop(): Promise<void> {
    this.running = this.running.then(() => this.releaseAll());
    const stopped = this.running;
    this.running = stopped.then(() => new Promise<void>(() => {}));
    return stopped;
  }

  private get isPaused(): boolean {
    return this.options.pausedUntilMs() > this.options.clock.nowMs();
  }

  private async turn(): Promise<void> {
    const readings = await this.readAll();
    const { clock, measured, isDryRun } = this.options;
    const meters = readings.flatMap((reading) => reading?.meterW ?? []);
    const injectionW = meters.length > 0 ? meters.reduce((total, watts) => total + watts, 0) : null;
    const setpoint = this.setpoints.active;
    if (setpoint?.controlId !== this.last.setpoint?.controlId) this.noteChange(setpoint);
    this.last = { setpoint, injectionW };
    const ended = this.averages.add(clock.nowMs(), readings);
    if (ended) measured(ended);
    if (!setpoint) await this.releaseAll();
    else if (this.isPaused) await this.pause(setpoint);
    else await this.follow(setpoint, readings);
    if (setpoint && !isDryRun) this.report(setpoint);
  }

  private noteChange(setpoint: ActiveSetpoint | undefined): void {
    const { log } = this.options;
    this.outcomes.clear();
    if (!setpoint) return log.info("normal operation: no setpoint is in force");
    const { type, controlId, limitKw, leftMs } = setpoint;
    const seconds = Math.round(leftMs / 1000);
    log.info(`follows ${type} of ${controlId}, limit ${limitKw ?? "none"} kW, ${seconds} s left`);
  }

  private async readAll(): Promise<(UnitReading | undefined)[]> {
    const readings: (UnitReading | undefined)[] = [];
    for (const { name, adapter } of this.options.units) {
      readings.push(
        await adapter.read().then(
          (reading) => {
            this.noteFault(name, undefined);
            return reading;
          },
          (error: unknown) => {
            this.noteFault(name, toDeviceError(error).message);
            return undefined;
          },
        ),
      );
    }
    return readings;
  }

  /** Logs a fault when it begins, changes or ends. */
  private noteFault(about: string, message: string | undefined): void {
    const { log } = this.options;
    if (this.faults.get(about) === message) return;
    if (message === undefined) {
      this.faults.delete(about);
      log.info(`${about}: works again`);
    } else {
      this.faults.set(about, message);
      log.warn(`${about}: ${message}`);
    }
  }

  private async follow(
    setpoint: ActiveSetpoint,
    readings: readonly (UnitReading | undefined)[],
  ): Promise<void> {
    const missing = readings.findIndex((reading) => reading === undefined);
    const needsAll = setpoint.type === "ZERO_EXPORT" || setpoint.limitKw !== null;
    if (missing >= 0 && needsAll)
      return this.cannotFollow(setpoint, "failed", this.silenceOf(missing));
    const decision = decide(
      readings.map((reading) => reading ?? {}),
      setpoint,
    );
    if ("impossible" in decision) {
      await this.releaseAll();
      return this.cannotFollow(setpoint, "unsupported", decision.impossible);
    }
    for (const follower of this.followers) {
      const command = decision.commands[follower.index] ?? {};
      if (readings[follower.index]) await this.apply(follower, setpoint, command);
      else this.outcomes.wait(follower.id, setpoint.controlId, this.silenceOf(follower.index));
    }
  }

  private silenceOf(index: number): string {
    const { name } = this.options.units[index]!;
    return `${name}: ${this.faults.get(name) ?? "silent"}`;
  }

  private async apply(follower: Follower, setpoint: ActiveSetpoint, command: UnitCommand) {
    const { adapter } = follower.unit;
    const { part } = follower;
    const value = part === "inverter" ? command.limitW : command.chargeW;
    const left = this.leftSeconds();
    if (value === undefined || left <= 0) return;
    follower.isReleased = false;
    try {
      const isConfirmed =
        value === null
          ? await adapter.release(part)
          : part === "inverter"
            ? await adapter.limit(value, left)
            : await adapter.charge(value, left);
      this.noteFault(`${follower.unit.name} ${part}`, undefined);
      if (isConfirmed)
        this.outcomes.settle(follower.id, setpoint.controlId, { outcome: "executed" });
      else this.outcomes.wait(follower.id, setpoint.controlId, "the device has not confirmed it");
    } catch (thrown) {
      this.fail(follower, setpoint, toDeviceError(thrown));
    }
  }

  /** What is left now: reading and writing the devices before took time. */
  private leftSeconds(): number {
    return (this.setpoints.active?.leftMs ?? 0) / 1000;
  }

  private fail(follower: Follower, setpoint: ActiveSetpoint, error: DeviceError): void {
    this.noteFault(`${follower.unit.name} ${follower.part}`, error.message);
    const { controlId } = setpoint;
    const detail = error.message;
    if (error.fault === "unsupported")
      this.outcomes.settle(follower.id, controlId, { outcome: "unsupported", detail });
    else this.outcomes.wait(follower.id, controlId, detail);
  }

  private cannotFollow(
    setpoint: ActiveSetpoint,
    outcome: "failed" | "unsupported",
    detail: string,
  ): void {
    for (const follower of this.followers) {
      if (outcome === "unsupported")
        this.outcomes.settle(follower.id, setpoint.controlId, { outcome, detail });
      else this.outcomes.wait(follower.id, setpoint.controlId, detail);
    }
  }

  private async pause(setpoint: ActiveSetpoint): Promise<void> {
    await this.releaseAll();
    const until = new Date(this.options.pausedUntilMs()).toISOString();
    for (const follower of this.followers)
      this.outcomes.settle(follower.id, setpoint.controlId, {
        outcome: "failed",
        detail: `paused by the customer until ${until}`,
      });
  }

  private async releaseAll(): Promise<void> {
    for (const follower of this.followers) {
      if (follower.isReleased) continue;
      try {
        follower.isReleased = await follower.unit.adapter.release(follower.part);
        this.noteFault(`${follower.unit.name} ${follower.part}`, undefined);
      } catch (thrown) {
        const error = toDeviceError(thrown);
        follower.isReleased = error.fault === "unsupported";
        if (!follower.isReleased)
          this.noteFault(
            `${follower.unit.name} ${follower.part}`,
            `not restored: ${error.message}`,
          );
      }
    }
  }

  private report({ controlId }: ActiveSetpoint): void {
    const devices = this.outcomes.takeChanged();
    if (devices.length === 0) return;
    for (const { device_id, outcome, detail } of devices)
      this.options.log.info(`${device_id}: ${outcome}${detail ? `, ${detail}` : ""}`);
    this.options.acknowledge(controlId, devices);
  }
}
