import { DeviceError } from "../adapter/adapter.ts";
import { ControlBlock, type BlockContext, type BlockShape } from "./control-block.ts";
import { CONTROLS, DER_CONTROLS, STORAGE } from "./models.ts";
import { toRegister, toWords } from "./registers.ts";

/** A power limit or a storage command as registers of one model. */
export interface Control {
  /** @throws DeviceError */
  set(watts: number, seconds: number): Promise<boolean>;
  /** Limits the discharging of a battery to 0; without it the battery can only rest. @throws DeviceError */
  hold?(seconds: number): Promise<boolean>;
  restore(): Promise<boolean>;
  /** What `bridge check` shows: the installer's setting, and whether a revert timer exists. */
  describe(): Promise<{ setting: string; hasTimer: boolean }>;
}

const toSteps = (watts: number, ofWatts: number, exponent: number) => {
  if (!Number.isFinite(watts) || Math.abs(watts) > ofWatts) {
    throw new DeviceError("refused", `${watts} W is outside the rating of ${ofWatts} W`);
  }
  // Towards zero: a limit is never above what was requested.
  const percent = (Math.abs(watts) / ofWatts) * 100;
  return Math.sign(watts) * Math.floor(percent * 10 ** -exponent + 1e-9);
};

/** A control whose device reports no rating or no scale factor of it (yet): it can only be restored. */
export class UnscaledControl implements Control {
  private readonly block: ControlBlock;

  constructor(shape: BlockShape, context: BlockContext) {
    this.block = new ControlBlock(shape, context);
  }

  set(): Promise<boolean> {
    const message = "the device reports no rating or no scale factor of its control";
    return Promise.reject(new DeviceError("silent", message));
  }

  restore(): Promise<boolean> {
    return this.block.restore();
  }

  async describe() {
    const setting = "no rating or no scale factor";
    return { setting, hasTimer: this.block.hasTimer(await this.block.read()) };
  }
}

export const LIMIT_123: BlockShape = {
  from: CONTROLS.WMaxLimPct.offset,
  count: 5,
  timer: { index: 2, size: 1 },
  segments: [[0, 5]],
  order: [2, 0, 4],
};

/** `WMaxLimPct` of model 123. After its time the device has no limit at all. */
export class LimitControl123 implements Control {
  private readonly block: ControlBlock;

  constructor(
    context: BlockContext,
    private readonly ratedW: number,
    private readonly exponent: number,
  ) {
    this.block = new ControlBlock(LIMIT_123, context);
  }

  async set(watts: number, seconds: number): Promise<boolean> {
    const fixed = await this.block.getFixed();
    const [fixedPercent = 0, win = 0, timer = 0, ramp = 0, isFixed] = fixed;
    const percent = toSteps(watts, this.ratedW, this.exponent);
    const lowest = isFixed === 1 ? Math.min(percent, fixedPercent) : percent;
    return this.block.command([lowest, win, timer, ramp, 1], seconds);
  }

  restore(): Promise<boolean> {
    return this.block.restore();
  }

  async describe() {
    const [percent = 0, , , , isOn] = await this.block.getFixed();
    const value = `${(percent * 10 ** this.exponent).toFixed(1)} %`;
    const setting = isOn === 1 ? `fixed limit ${value}` : "no fixed limit";
    return { setting, hasTimer: this.block.hasTimer(await this.block.read()) };
  }
}

export const LIMIT_704: BlockShape = {
  from: DER_CONTROLS.WMaxLimPctEna.offset,
  count: 6,
  timer: { index: 4, size: 2 },
  segments: [[0, 6]],
  order: [4, 2, 3, 1, 0],
};

/** `WMaxLimPct` of model 704. After its time the device returns to the installer's limit by itself. */
export class LimitControl704 implements Control {
  private readonly block: ControlBlock;

  constructor(
    context: BlockContext,
    private readonly ratedW: number,
    private readonly exponent: number,
  ) {
    this.block = new ControlBlock(LIMIT_704, context);
  }

  async set(watts: number, seconds: number): Promise<boolean> {
    const [isFixed = 0, fixedPercent = 0] = await this.block.getFixed();
    const percent = toSteps(watts, this.ratedW, this.exponent);
    const lowest = isFixed === 1 ? Math.min(percent, fixedPercent) : percent;
    return this.block.command([1, lowest, fixedPercent, isFixed, 0, 0], seconds);
  }

  restore(): Promise<boolean> {
    return this.block.restore();
  }

  async describe() {
    const [isOn, percent = 0] = await this.block.getFixed();
    const value = `${(percent * 10 ** this.exponent).toFixed(1)} %`;
    const setting = isOn === 1 ? `fixed limit ${value}` : "no fixed limit";
    return { setting, hasTimer: this.block.hasTimer(await this.block.read()) };
  }
}

export const STORAGE_124: BlockShape = {
  from: STORAGE.StorCtl_Mod.offset,
  count: 13,
  timer: { index: 10, size: 1 },
  segments: [
    [12, 1],
    [7, 5],
    [0, 1],
  ],
  order: [12, 10, 7, 8, 0],
};
const [MODE, OUT, IN, GRID] = [0, 7, 8, 12];
const [CHARGE, DISCHARGE] = [1, 2];

/**
 * Model 124. Charge and discharge rates are limits; a negative rate forces the other direction, as
 * Fronius and others implement it. A device that refuses negative values gets one rate as a setpoint.
 */
export class StorageControl124 implements Control {
  private readonly block: ControlBlock;
  private takesNegative = true;

  constructor(
    context: BlockContext,
    private readonly maxW: { charge: number; discharge: number },
    private readonly exponent: number,
  ) {
    this.block = new ControlBlock(STORAGE_124, context);
  }

  async set(watts: number, seconds: number): Promise<boolean> {
    try {
      return await this.write(watts, seconds);
    } catch (error) {
      if ((error as DeviceError).exceptionCode !== 3 || !this.takesNegative) throw error;
      this.takesNegative = false;
      return this.write(watts, seconds);
    }
  }

  async hold(seconds: number): Promise<boolean> {
    const registers = [...(await this.block.getFixed())];
    registers[OUT] = 0;
    registers[MODE] = (registers[MODE] ?? 0) | DISCHARGE;
    return this.block.command(registers, seconds);
  }

  restore(): Promise<boolean> {
    return this.block.restore();
  }

  async describe() {
    const fixed = await this.block.getFixed();
    const setting = fixed[MODE] === 0 ? "storage in its own mode" : `storage mode ${fixed[MODE]}`;
    return { setting, hasTimer: this.block.hasTimer(fixed) };
  }

  private async write(watts: number, seconds: number): Promise<boolean> {
    const registers = [...(await this.block.getFixed())];
    const isCharging = watts > 0;
    const { charge, discharge } = this.maxW;
    const [maxW, oppositeW] = isCharging ? [charge, discharge] : [discharge, charge];
    const rate = watts === 0 ? 0 : Math.abs(toSteps(watts, maxW, this.exponent));
    // Each rate is a percentage of the maximum of its own direction.
    const forcedW = Math.min((rate * 10 ** this.exponent * maxW) / 100, oppositeW);
    const forced = toSteps(forcedW, oppositeW, this.exponent);
    const other = this.takesNegative ? toRegister(-forced) : 0;
    registers[IN] = isCharging ? rate : other;
    registers[OUT] = isCharging ? other : rate;
    registers[MODE] =
      this.takesNegative || rate === 0 ? CHARGE | DISCHARGE : isCharging ? CHARGE : DISCHARGE;
    if (isCharging && registers[GRID] !== 0xffff) registers[GRID] = 1;
    return this.block.command(registers, seconds);
  }
}

export const STORAGE_704: BlockShape = {
  from: DER_CONTROLS.WSetEna.offset,
  count: 11,
  timer: { index: 9, size: 2 },
  segments: [[0, 11]],
  order: [9, 4, 5, 8, 1, 2, 3, 0],
};
const WATTS_MODE = 1;

/** `WSet` of model 704, in W: negative charges. It reverts to the installer's setting by itself. */
export class StorageControl704 implements Control {
  private readonly block: ControlBlock;

  constructor(
    context: BlockContext,
    private readonly maxW: { charge: number; discharge: number },
    private readonly exponent: number,
  ) {
    this.block = new ControlBlock(STORAGE_704, context);
  }

  async set(watts: number, seconds: number): Promise<boolean> {
    const max = watts > 0 ? this.maxW.charge : this.maxW.discharge;
    if (!Number.isFinite(watts) || Math.abs(watts) > max) {
      throw new DeviceError("refused", `${watts} W is outside the rating of ${max} W`);
    }
    const fixed = await this.block.getFixed();
    const raw = Math.trunc(-watts / 10 ** this.exponent);
    const set = toWords(raw < 0 ? raw + 2 ** 32 : raw);
    const [ena = 0, , high = 0, low = 0, , , percent = 0, percentRevert = 0] = fixed;
    return this.block.command(
      [1, WATTS_MODE, ...set, high, low, percent, percentRevert, ena, 0, 0],
      seconds,
    );
  }

  restore(): Promise<boolean> {
    return this.block.restore();
  }

  async describe() {
    const fixed = await this.block.getFixed();
    const setting = fixed[0] === 0 ? "storage in its own mode" : "storage follows a fixed power";
    return { setting, hasTimer: this.block.hasTimer(fixed) };
  }
}
