import {
  DeviceError,
  type Adapter,
  type BatteryReading,
  type Part,
  type UnitReading,
} from "../adapter/adapter.ts";
import type { BridgeLog, Clock } from "../adapter/runtime.ts";
import type { FixedLimits } from "../files/fixed-limits.ts";
import type { ModbusConnection } from "../modbus/connection.ts";
import type { BlockContext } from "./control-block.ts";
import { CONTROL_MODELS, type ControlModel } from "./control-models.ts";
import { UnscaledControl, type Control } from "./controls.ts";
import { discover, readPoints, type FoundDevice, type Model } from "./discover.ts";
import * as models from "./models.ts";
import { readRatings, type Ratings } from "./ratings.ts";
import { readScale } from "./registers.ts";

/** What a unit is used for. */
export interface UnitRoles {
  inverter: boolean;
  battery: boolean;
  meter: boolean;
}

/** The settings and surroundings of a SunSpec unit. */
export interface SunSpecOptions {
  connection: ModbusConnection;
  unit: number;
  /** Host, port and unit, for logs and for devices without a serial number. */
  address: string;
  /** Absent: every part that the device has. */
  roles: UnitRoles | undefined;
  /** Whether the meter counts import as positive. */
  importIsPositive: boolean;
  allowsNoTimer: boolean;
  isDryRun: boolean;
  fixed: FixedLimits;
  clock: Clock;
  log: BridgeLog;
}

/** A device as discovered, with its ratings and its controls. */
export interface SunSpecDevice extends FoundDevice, Ratings {
  roles: UnitRoles;
  limit: Control | undefined;
  storage: Control | undefined;
}

/** How long a device that did not report all that its controls need is used before it is discovered again. */
const INCOMPLETE_MS = 5_000;
const CONTROLS = { inverter: "limit", battery: "storage" } as const;

/** A SunSpec device behind Modbus TCP. It is discovered when first needed on each connection. */
export class SunSpecAdapter implements Adapter {
  private device: SunSpecDevice | undefined;
  private untilMs = Infinity;
  private opening = 0;

  constructor(private readonly options: SunSpecOptions) {}

  /** The device; discovered until it reports all that its controls need. @throws DeviceError */
  async find(): Promise<SunSpecDevice> {
    const nowMs = this.options.clock.monotonicMs();
    const opening = await this.options.connection.open();
    if (this.device && nowMs < this.untilMs && opening === this.opening) return this.device;
    const device = await this.describe();
    this.opening = opening;
    this.untilMs = this.isComplete(device) ? Infinity : nowMs + INCOMPLETE_MS;
    this.device = device;
    return device;
  }

  private isComplete(device: SunSpecDevice): boolean {
    const controls = [device.limit, device.storage];
    const parts = (["inverter", "battery"] as const).filter((part) => device.roles[part]);
    return (
      !controls.some((control) => control instanceof UnscaledControl) &&
      !parts.some((part) => this.hasLost(device, part))
    );
  }

  /** Whether the installer's settings have still to be restored in this model. */
  private isBorrowed(device: FoundDevice, part: Part, { id, shape }: ControlModel): boolean {
    return this.options.fixed.find(this.keysOf(device, part, id), shape.count)?.active === true;
  }

  /** Whether such a model of a part is missing: a device that starts may not show all of them yet. */
  private hasLost(device: FoundDevice, part: Part): boolean {
    return CONTROL_MODELS[part].some(
      (one) => !device.models.some(({ id }) => id === one.id) && this.isBorrowed(device, part, one),
    );
  }

  async read(): Promise<UnitReading> {
    const device = await this.find();
    const { roles } = device;
    try {
      return {
        ...(roles.inverter && { inverter: await this.readInverter(device) }),
        ...(roles.battery && { battery: await this.readBattery(device) }),
        ...(roles.meter && (await this.readMeter(device))),
      };
    } catch (error) {
      // A map that moved, after a change of the device or its firmware, is discovered again.
      if ((error as DeviceError).exceptionCode === 2) this.device = undefined;
      throw error;
    }
  }

  async limit(watts: number, seconds: number): Promise<boolean> {
    const { limit } = await this.find();
    if (!limit) throw new DeviceError("unsupported", "the inverter has no model 123 or 704");
    return limit.set(watts, seconds);
  }

  async charge(watts: number, seconds: number): Promise<boolean> {
    return (await this.findStorage()).set(watts, seconds);
  }

  async hold(seconds: number): Promise<boolean> {
    const storage = await this.findStorage();
    return storage.hold ? storage.hold(seconds) : storage.set(0, seconds);
  }

  async release(part: Part): Promise<boolean> {
    const device = await this.find();
    const control = device[CONTROLS[part]];
    const isRestored = await control?.restore();
    if (this.hasLost(device, part))
      throw new DeviceError("silent", `the ${part} does not show the model to restore (yet)`);
    if (isRestored !== undefined) return isRestored;
    throw new DeviceError("unsupported", `the ${part} cannot be controlled`);
  }

  private async findStorage(): Promise<Control> {
    const { storage } = await this.find();
    if (storage) return storage;
    throw new DeviceError("unsupported", "the battery has no model 124 or 704");
  }

  private async describe(): Promise<SunSpecDevice> {
    const { connection, unit } = this.options;
    const found = await discover(connection, unit);
    const has = (ids: readonly number[]) => found.models.some((model) => ids.includes(model.id));
    const roles = this.options.roles ?? {
      inverter: has(Object.keys(models.INVERTER_POWER).map(Number)),
      battery: has([124, 713, 802]),
      meter: has(Object.keys(models.METER_POWER).map(Number)),
    };
    const ratings = await readRatings(this.options.connection, found);
    const controls = {
      limit: roles.inverter ? await this.openControl(found, "inverter", ratings) : undefined,
      storage: roles.battery ? await this.openControl(found, "battery", ratings) : undefined,
    };
    return { ...found, roles, ...ratings, ...controls };
  }

  private values<K extends string>(model: Model, points: Parameters<typeof readPoints<K>>[3]) {
    return readPoints(this.options.connection, this.options.unit, model, points);
  }

  /** By the model that was borrowed, else by the first that can be used. */
  private async openControl(
    found: FoundDevice,
    part: Part,
    ratings: Ratings,
  ): Promise<Control | undefined> {
    const present = CONTROL_MODELS[part].flatMap((choice) => {
      const model = found.models.find(({ id }) => id === choice.id);
      return model ? { ...choice, context: this.context(found, part, model), model } : [];
    });
    const borrowed = present.filter((choice) => this.isBorrowed(found, part, choice));
    const choices = borrowed.length > 0 ? borrowed : present;
    for (const { model, scaled, context, open } of choices) {
      const exponent = readScale((await this.values(model, { scaled })).registers, scaled);
      const control = exponent === null ? undefined : open(context, ratings, exponent);
      if (control) return control;
    }
    return choices[0] && new UnscaledControl(choices[0].shape, choices[0].context);
  }

  /** Names of a control in the file of fixed limits: as it is saved, and as it was once. */
  private keysOf({ serial, manufacturer }: FoundDevice, part: Part, id: number) {
    const { unit, address } = this.options;
    const name = serial ? `${manufacturer} ${serial}/${unit}` : address;
    const olderKey = `${name} ${CONTROLS[part]}`;
    return { key: `${olderKey} ${id}`, olderKey };
  }

  private context(found: FoundDevice, part: Part, model: Model): BlockContext {
    const { connection, unit, fixed, clock, log, isDryRun, allowsNoTimer } = this.options;
    const keys = this.keysOf(found, part, model.id);
    return {
      connection,
      unit,
      address: model.address,
      ...keys,
      fixed,
      clock,
      log,
      isDryRun,
      allowsNoTimer,
    };
  }

  private async readPower(device: SunSpecDevice, points: typeof models.INVERTER_POWER) {
    const model = device.models.find(({ id }) => points[id]);
    if (!model) throw new DeviceError("unsupported", "no model with a power was found");
    const { values } = await this.values(model, { W: points[model.id]! });
    return values.W;
  }

  private async readInverter(device: SunSpecDevice) {
    const measuredW = await this.readPower(device, models.INVERTER_POWER);
    const powerW = measuredW ?? ((await this.isOff(device)) ? 0 : null);
    if (powerW === null) throw new DeviceError("silent", "the inverter reports no power");
    const status = device.models.find(({ id }) => id === 122);
    const availableW = status && (await this.values(status, models.STATUS)).values.WAval;
    const ratedW = device.ratedW ?? 0;
    return { powerW, ratedW, ...(availableW != null && { availableW }) };
  }

  /** Whether an inverter is off, asleep or on standby, as at night. Many report no power then. */
  private async isOff(device: SunSpecDevice): Promise<boolean> {
    const model = device.models.find(({ id }) => models.INVERTER_STATE[id]);
    if (!model) return false;
    const { point, off } = models.INVERTER_STATE[model.id]!;
    const state = (await this.values(model, { point })).values.point;
    return state !== null && off.includes(state);
  }

  private async readBattery(device: SunSpecDevice): Promise<BatteryReading> {
    const isBehindInverter = device.roles.inverter;
    const powerW = isBehindInverter ? null : await this.readPower(device, models.INVERTER_POWER);
    const percent = await this.readChargePercent(device);
    return {
      powerW,
      stateOfCharge: percent === null ? null : Math.min(1, Math.max(0, percent / 100)),
      maxChargeW: device.maxChargeW ?? 0,
      maxDischargeW: device.maxDischargeW ?? 0,
      isBehindInverter,
    };
  }

  private async readChargePercent(device: SunSpecDevice): Promise<number | null> {
    const { SoC } = models.BATTERY;
    const sources = [
      { id: 713, point: models.DER_STORAGE.SoC },
      { id: 802, point: SoC },
      { id: 124, point: models.STORAGE.ChaState },
    ];
    for (const { id, point } of sources) {
      const model = device.models.find((one) => one.id === id);
      const percent = model && (await this.values(model, { point })).values.point;
      if (percent != null) return percent;
    }
    return null;
  }

  private async readMeter(device: SunSpecDevice): Promise<{ meterW?: number }> {
    const powerW = await this.readPower(device, models.METER_POWER);
    if (powerW === null) throw new DeviceError("silent", "the meter reports no power");
    return { meterW: this.options.importIsPositive ? -powerW : powerW };
  }
}
