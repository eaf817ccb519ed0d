import { DeviceError } from "../adapter/adapter.ts";
import type { BridgeLog, Clock } from "../adapter/runtime.ts";
import type { FixedLimit, FixedLimits, LimitKeys } from "../files/fixed-limits.ts";
import type { ModbusConnection } from "../modbus/connection.ts";
import { toWords } from "./registers.ts";

const NOT_IMPLEMENTED = 0xffff;
const RENEW_MS = 5_000;
/** Changes by somebody else within a minute after which the bridge stops writing over them. */
const MAX_FOREIGN = 3;
const FOREIGN_MS = 60_000;

/** The registers of a control, relative to the first register after the model's length. */
export interface BlockShape {
  from: number;
  count: number;
  /** Index of the revert timer in the block, and its registers. */
  timer: { index: number; size: 1 | 2 };
  /** Contiguous writable registers as [index, count], in the order of writing a command. */
  segments: readonly (readonly [index: number, count: number])[];
  /** The order of single writes, for devices that refuse a segment as a whole. */
  order: readonly number[];
}

/** The context of a control block: its device and where the installer's settings are saved. */
export interface BlockContext extends LimitKeys {
  connection: ModbusConnection;
  unit: number;
  /** Address of the first register after the length of the model. */
  address: number;
  fixed: FixedLimits;
  clock: Clock;
  log: BridgeLog;
  isDryRun: boolean;
  /** Whether a device without a revert timer is controlled as well. */
  allowsNoTimer: boolean;
}

/**
 * A block of control registers that the bridge borrows: it saves the installer's settings, writes its
 * own with a revert time, reads them back, and restores the saved ones.
 */
export class ControlBlock {
  private written: { registers: number[]; expiresMs: number; isConfirmed: boolean } | undefined;
  private foreign: number[] = [];
  private announced = "";

  constructor(
    private readonly shape: BlockShape,
    private readonly context: BlockContext,
  ) {}

  /** The installer's registers: as saved while the bridge controls the block, else as they are. */
  async getFixed(): Promise<number[]> {
    return this.saved?.active ? this.saved.registers : this.read();
  }

  /**
   * Brings the block to these registers for some seconds. The timer's registers are set here.
   * @returns whether the device reports them @throws DeviceError
   */
  async command(registers: readonly number[], seconds: number): Promise<boolean> {
    const { clock, fixed, key, isDryRun } = this.context;
    const wanted = this.withTimer(registers, seconds);
    if (isDryRun) return this.announce(wanted);
    const current = await this.read();
    if (!this.saved?.active) {
      this.checkTimer(current);
      fixed.save(key, { registers: current, active: true });
    }
    const expiresMs = clock.monotonicMs() + seconds * 1000;
    if (this.isInForce(current, wanted, expiresMs)) return this.confirm();
    this.noteForeign(current);
    this.written = { registers: wanted, expiresMs, isConfirmed: false };
    await this.write(current, wanted, this.shape.segments);
    const after = await this.read();
    if (this.matches(after, wanted)) return this.confirm();
    throw new DeviceError(
      "mismatch",
      `${this.describe(after)} reads back instead of ${this.describe(wanted)}`,
    );
  }

  /** Restores the installer's registers. @returns whether the device reports them @throws DeviceError */
  async restore(): Promise<boolean> {
    const { fixed, key, isDryRun } = this.context;
    const { saved } = this;
    if (!saved?.active) return true;
    if (isDryRun) return this.announce(saved.registers);
    const current = await this.read();
    const segments = this.shape.segments.toReversed();
    if (!this.isRestored(current, saved.registers)) {
      await this.write(current, saved.registers, segments);
      const after = await this.read();
      if (!this.isRestored(after, saved.registers)) {
        throw new DeviceError(
          "mismatch",
          `${this.describe(after)} reads back instead of the restored ${this.describe(saved.registers)}`,
        );
      }
    }
    this.written = undefined;
    this.foreign = [];
    fixed.save(key, { ...saved, active: false });
    this.context.log.info(`restored ${this.describe(saved.registers)} of ${key}`);
    return true;
  }

  /** Whether the device has a revert timer. */
  hasTimer(registers: readonly number[]): boolean {
    const { index, size } = this.shape.timer;
    return registers.slice(index, index + size).some((word) => word !== NOT_IMPLEMENTED);
  }

  read(): Promise<number[]> {
    const { connection, unit, address } = this.context;
    return connection.read(unit, address + this.shape.from, this.shape.count);
  }

  private get saved(): FixedLimit | undefined {
    return this.context.fixed.find(this.context, this.shape.count);
  }

  private checkTimer(registers: readonly number[]): void {
    if (this.hasTimer(registers) || this.context.allowsNoTimer) return;
    throw new DeviceError(
      "unsupported",
      "the device has no revert timer; a limit would stay if the bridge died" +
        ' (set "allow_no_timer" to control it nevertheless)',
    );
  }

  private withTimer(registers: readonly number[], seconds: number): number[] {
    const { index, size } = this.shape.timer;
    const wanted = [...registers];
    const whole = Math.ceil(seconds);
    if (size === 2) wanted.splice(index, 2, ...toWords(whole));
    else if (wanted[index] !== NOT_IMPLEMENTED) wanted[index] = Math.min(whole, 0xfffe);
    return wanted;
  }

  /** The same values were written for the same end: nothing needs to be written. */
  private isInForce(current: number[], wanted: number[], expiresMs: number): boolean {
    const { written } = this;
    if (!written || Math.abs(written.expiresMs - expiresMs) >= RENEW_MS) return false;
    const isSame = this.writable.every(
      (i) => this.isTimer(i) || written.registers[i] === wanted[i],
    );
    return isSame && this.matches(current, written.registers);
  }

  private isTimer(i: number): boolean {
    const { index, size } = this.shape.timer;
    return i >= index && i < index + size;
  }

  private confirm(): true {
    this.written!.isConfirmed = true;
    return true;
  }

  /** Values equal what was written, and the timer runs: it may count down, but is not 0. */
  private matches(current: readonly number[], wanted: readonly number[]): boolean {
    const { index, size } = this.shape.timer;
    const isSame = this.writable.every((i) => this.isTimer(i) || current[i] === wanted[i]);
    if (!isSame || !this.hasTimer(current)) return isSame;
    const left = size === 2 ? current[index]! * 0x1_0000 + current[index + 1]! : current[index]!;
    const set = size === 2 ? wanted[index]! * 0x1_0000 + wanted[index + 1]! : wanted[index]!;
    return left > 0 && left <= set;
  }

  /** The timer of a disabled or permanent limit may read as anything. */
  private isRestored(current: readonly number[], saved: readonly number[]): boolean {
    return this.writable.every((i) => this.isTimer(i) || current[i] === saved[i]);
  }

  private get writable(): number[] {
    return this.shape.segments.flatMap(([index, count]) =>
      Array.from({ length: count }, (_, i) => index + i),
    );
  }

  /** Another controller changed what the device had confirmed: written over a few times, not for ever. */
  private noteForeign(current: readonly number[]): void {
    const { clock, log, key } = this.context;
    const { written } = this;
    const nowMs = clock.monotonicMs();
    if (!written?.isConfirmed || nowMs >= written.expiresMs) return;
    if (this.matches(current, written.registers)) return;
    this.foreign = [...this.foreign.filter((ms) => nowMs - ms < FOREIGN_MS), nowMs];
    log.warn(`${key} was changed by somebody else to ${this.describe(current)}`);
    if (this.foreign.length <= MAX_FOREIGN) return;
    throw new DeviceError("mismatch", "another controller keeps changing the same registers");
  }

  private async write(
    current: readonly number[],
    wanted: readonly number[],
    segments: BlockShape["segments"],
  ): Promise<void> {
    for (const [index, count] of segments) {
      const values = wanted.slice(index, index + count);
      const isChanged = values.some((value, i) => value !== current[index + i]);
      if (!isChanged && count === 1) continue;
      try {
        await this.writeAt(index, values);
      } catch (error) {
        if ((error as DeviceError).fault !== "refused" || count === 1) throw error;
        await this.writeSingly(current, wanted, index, count);
      }
    }
  }

  private async writeSingly(
    current: readonly number[],
    wanted: readonly number[],
    index: number,
    count: number,
  ): Promise<void> {
    const { timer, order } = this.shape;
    for (const i of order.filter((one) => one >= index && one < index + count)) {
      if (i === timer.index) await this.writeAt(i, wanted.slice(i, i + timer.size));
      else if (wanted[i] !== current[i]) await this.writeAt(i, [wanted[i]!]);
    }
  }

  private writeAt(index: number, values: readonly number[]): Promise<void> {
    const { connection, unit, address } = this.context;
    return connection.write(unit, address + this.shape.from + index, values);
  }

  private announce(wanted: readonly number[]): false {
    const { key, log, address } = this.context;
    const values = wanted.filter((_, i) => !this.isTimer(i)).join(" ");
    if (values !== this.announced)
      log.info(
        `dry run: would write ${this.describe(wanted)} from register ${address + this.shape.from} of ${key}`,
      );
    this.announced = values;
    return false;
  }

  private describe(registers: readonly number[]): string {
    return `[${registers.map((word) => (word === NOT_IMPLEMENTED ? "n/a" : word)).join(" ")}]`;
  }
}
