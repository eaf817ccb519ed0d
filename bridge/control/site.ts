import { toDeviceError, type DeviceError, type UnitReading } from "../adapter/adapter.ts";
import type { BridgeLog, Clock } from "../adapter/runtime.ts";
import type { Measurement } from "../../lib/contract/index.ts";
import { decide, mayDischarge, withoutDischarge, type UnitCommand } from "./decide.ts";
import { ExportGuard } from "./export-guard.ts";
import { Follower, type SiteUnit } from "./follower.ts";
import { MinuteAverages } from "./minute-averages.ts";
import { Outcomes, type DeviceOutcome } from "./outcomes.ts";
import { Setpoints, type ActiveSetpoint, type IssuedMemory } from "./setpoints.ts";

export type { SiteUnit };

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

/**
 * The devices of one location. `tick` reads them, follows the setpoint in force, and reports outcomes
 * and measurements. It is called about each second and whenever a setpoint arrives.
 */
export class Site {
  private readonly setpoints: Setpoints;
  private readonly averages: MinuteAverages;
  private readonly followers: Follower[];
  private readonly outcomes: Outcomes;
  private readonly guard: ExportGuard;
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
        return id === undefined ? [] : new Follower(id, unit, index, part);
      }),
    );
    this.guard = new ExportGuard(this.followers, options.clock.monotonicMs, options.log);
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
    this.guard.interrupt();
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
    if (missing >= 0 && needsAll) {
      this.guard.interrupt();
      for (const follower of this.followers)
        await this.hold(follower, setpoint, readings[follower.index], this.silenceOf(missing));
      return;
    }
    if (!this.options.isDryRun) this.guard.check(readings, setpoint);
    const decision = decide(
      readings.map((reading) => reading ?? {}),
      setpoint,
      this.guard.doubts,
    );
    if ("impossible" in decision) {
      await this.releaseAll();
      return this.cannotFollow(setpoint, decision.impossible);
    }
    for (const follower of this.followers) {
      const { index } = follower;
      const command = decision.commands[index] ?? {};
      if (readings[index]) await this.apply(follower, setpoint, command);
      else await this.hold(follower, setpoint, undefined, this.silenceOf(index));
    }
  }

  private silenceOf(index: number): string {
    const { name } = this.options.units[index]!;
    return `${name}: ${this.faults.get(name) ?? "silent"}`;
  }

  private async apply(follower: Follower, setpoint: ActiveSetpoint, command: UnitCommand) {
    const value = follower.part === "inverter" ? command.limitW : command.charge;
    const left = this.leftSeconds();
    if (value === undefined || left <= 0) return;
    try {
      const isConfirmed = await follower.command({ type: setpoint.type, value }, left);
      this.noteFault(follower.name, undefined);
      const { failure } = this.guard;
      if (isConfirmed)
        this.outcomes.settle(
          follower.id,
          setpoint.controlId,
          failure ? { outcome: "failed", detail: failure } : { outcome: "executed" },
        );
      else this.outcomes.wait(follower.id, setpoint.controlId, "the device has not confirmed it");
    } catch (thrown) {
      this.fail(follower, setpoint, toDeviceError(thrown));
    }
  }

  /**
   * Renews the last command of a part, as not all that decides it was measured. Its timer would end
   * meanwhile, on model 123 without the installer's limit. Without such a command it is released.
   */
  private async hold(
    follower: Follower,
    setpoint: ActiveSetpoint,
    reading: UnitReading | undefined,
    silence: string,
  ): Promise<void> {
    const { last } = follower;
    const left = this.leftSeconds();
    if (last?.type !== setpoint.type) await this.release(follower);
    else if (left > 0) {
      const battery = follower.part === "battery" ? reading?.battery : undefined;
      const isEmpty = battery && !mayDischarge(battery, setpoint.batteryReserve);
      const value = isEmpty ? withoutDischarge(last.value) : last.value;
      try {
        await follower.command({ ...last, value }, left);
        this.noteFault(follower.name, undefined);
      } catch (thrown) {
        this.noteFault(follower.name, toDeviceError(thrown).message);
      }
    }
    this.outcomes.wait(follower.id, setpoint.controlId, silence);
  }

  /** What is left now: reading and writing the devices before took time. */
  private leftSeconds(): number {
    return (this.setpoints.active?.leftMs ?? 0) / 1000;
  }

  private fail(follower: Follower, setpoint: ActiveSetpoint, error: DeviceError): void {
    this.noteFault(follower.name, error.message);
    const { controlId } = setpoint;
    const detail = error.message;
    if (error.fault === "unsupported")
      this.outcomes.settle(follower.id, controlId, { outcome: "unsupported", detail });
    else this.outcomes.wait(follower.id, controlId, detail);
  }

  private cannotFollow(setpoint: ActiveSetpoint, detail: string): void {
    for (const { id } of this.followers)
      this.outcomes.settle(id, setpoint.controlId, { outcome: "unsupported", detail });
  }

  private async pause(setpoint: ActiveSetpoint): Promise<void> {
    this.guard.interrupt();
    await this.releaseAll();
    const until = new Date(this.options.pausedUntilMs()).toISOString();
    for (const follower of this.followers)
      this.outcomes.settle(follower.id, setpoint.controlId, {
        outcome: "failed",
        detail: `paused by the customer until ${until}`,
      });
  }

  private async releaseAll(): Promise<void> {
    for (const follower of this.followers) await this.release(follower);
  }

  private async release(follower: Follower): Promise<void> {
    if (follower.isReleased) return;
    try {
      await follower.release();
      this.noteFault(follower.name, undefined);
    } catch (thrown) {
      const error = toDeviceError(thrown);
      follower.isReleased = error.fault === "unsupported";
      if (!follower.isReleased) this.noteFault(follower.name, `not restored: ${error.message}`);
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
