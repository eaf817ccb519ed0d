import type { Adapter, Part } from "../adapter/adapter.ts";
import type { CommandValue } from "./decide.ts";
import type { UnitIds } from "./minute-averages.ts";
import type { ActiveSetpoint } from "./setpoints.ts";

/** A unit of the site: its adapter, and the ids of its devices at the service. */
export interface SiteUnit {
  name: string;
  adapter: Adapter;
  ids: UnitIds;
}

/** What a part was last told, and for which type of setpoint. */
export interface LastCommand {
  type: ActiveSetpoint["type"];
  value: CommandValue;
}

/** An inverter or a battery that follows setpoints. */
export class Follower {
  /** Whether it is in normal operation. */
  isReleased = false;
  last: LastCommand | undefined;
  /** Whether it took its last command without a fault. */
  accepts = true;

  constructor(
    readonly id: string,
    readonly unit: SiteUnit,
    readonly index: number,
    readonly part: Part,
  ) {}

  /** Its last command in W; undefined if that was no power. */
  get lastW(): number | undefined {
    return typeof this.last?.value === "number" ? this.last.value : undefined;
  }

  /** Name in the log. */
  get name(): string {
    return `${this.unit.name} ${this.part}`;
  }

  /** Commands the part for some seconds. @returns whether it confirmed @throws DeviceError */
  async command(command: LastCommand, seconds: number): Promise<boolean> {
    this.isReleased = false;
    this.last = command;
    this.accepts = false;
    const isConfirmed = await this.send(command.value, seconds);
    this.accepts = true;
    return isConfirmed;
  }

  private send(value: CommandValue, seconds: number): Promise<boolean> {
    const { adapter } = this.unit;
    if (value === null) return adapter.release(this.part);
    if (value === "hold") return adapter.hold(seconds);
    return this.part === "inverter"
      ? adapter.limit(value, seconds)
      : adapter.charge(value, seconds);
  }

  /** Returns the part to normal operation. @throws DeviceError */
  async release(): Promise<void> {
    this.last = undefined;
    this.isReleased = await this.unit.adapter.release(this.part);
  }
}
