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
import type { BlockContext, BlockShape } from "./control-block.ts";
import {
  LIMIT_123,
  LIMIT_704,
  LimitControl123,
  LimitControl704,
  STORAGE_124,
  STORAGE_704,
  StorageControl124,
  StorageControl704,
  UnscaledControl,
  type Control,
} from "./controls.ts";
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
      !parts.some((part) => !device[CONTROLS[part]] && this.isBorrowed(device, part))
    );
  }

  /** Whether the installer's settings of a part have still to be restored. */
  private isBorrowed(device: FoundDevice, part: Part): boolean {
    return this.options.fixed.get(this.keyOf(device, CONTROLS[part]))?.active === true;
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
    const { storage } = await this.find();
    if (!storage) throw new DeviceError("unsupported", "the battery has no model 124 or 704");
    return storage.set(watts, seconds);
  }

  async release(part: Part): Promise<boolean> {
    const device = await this.find();
    const control = device[CONTROLS[part]];
    if (control) return control.restore();
    // A device that starts may not show all of its models yet.
    const fault = this.isBorrowed(device, part) ? "silent" : "unsupported";
    throw new DeviceError(fault, `the ${part} cannot be controlled`);
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
    return { ...found, roles, ...ratings, ...(await this.openControls(found, roles, ratings)) };
  }

  private values<K extends string>(model: Model, points: Parameters<typeof readPoints<K>>[3]) {
    return readPoints(this.options.connection, this.options.unit, model, points);
  }

  private async openControls(
    found: FoundDevice,
    roles: UnitRoles,
    ratings: Ratings,
  ): Promise<Pick<SunSpecDevice, "limit" | "storage">> {
    const { ratedW, maxChargeW: charge, maxDischargeW: discharge } = ratings;
    const of = (id: number) => found.models.find((model) => model.id === id);
    const [der, immediate, storage] = [704, 123, 124].map(of);
    const maxW = charge && discharge ? { charge, discharge } : undefined;
    const scale = (model: Model, point: Parameters<typeof readScale>[1]) =>
      this.values(model, { point }).then(({ registers }) => readScale(registers, point));
    const limitOf = async (): Promise<Control | undefined> => {
      if (!roles.inverter) return undefined;
      const exponent = der && (await scale(der, models.DER_CONTROLS.WMaxLimPct));
      if (ratedW && der && exponent != null)
        return new LimitControl704(this.context(found, der, "limit"), ratedW, exponent);
      const older = immediate && (await scale(immediate, models.CONTROLS.WMaxLimPct));
      if (ratedW && immediate && older != null)
        return new LimitControl123(this.context(found, immediate, "limit"), ratedW, older);
      return this.openUnscaled(found, "limit", [der, LIMIT_704], [immediate, LIMIT_123]);
    };
    const storageOf = async (): Promise<Control | undefined> => {
      if (!roles.battery) return undefined;
      const older = storage && (await scale(storage, models.STORAGE.InWRte));
      if (maxW && storage && older != null)
        return new StorageControl124(this.context(found, storage, "storage"), maxW, older);
      const exponent = der && (await scale(der, models.DER_CONTROLS.WSet));
      if (maxW && der && exponent != null)
        return new StorageControl704(this.context(found, der, "storage"), maxW, exponent);
      return this.openUnscaled(found, "storage", [storage, STORAGE_124], [der, STORAGE_704]);
    };
    return { limit: await limitOf(), storage: await storageOf() };
  }

  /** Of two models of a control the one that was borrowed, else the first that there is. */
  private openUnscaled(
    found: FoundDevice,
    name: string,
    ...choices: [Model | undefined, BlockShape][]
  ): Control | undefined {
    const saved = this.options.fixed.get(this.keyOf(found, name));
    const controls = choices.flatMap(([model, shape]) => (model ? [{ model, shape }] : []));
    const borrowed = saved?.active
      ? controls.find(({ shape }) => shape.count === saved.registers.length)
      : undefined;
    const chosen = borrowed ?? controls[0];
    return chosen && new UnscaledControl(chosen.shape, this.context(found, chosen.model, name));
  }

  /** Names a control in the file of fixed limits. */
  private keyOf({ serial, manufacturer }: FoundDevice, control: string): string {
    const { unit, address } = this.options;
    const name = serial ? `${manufacturer} ${serial}/${unit}` : address;
    return `${name} ${control}`;
  }

  private context(found: FoundDevice, model: Model, control: string): BlockContext {
    const { connection, unit, fixed, clock, log, isDryRun, allowsNoTimer } = this.options;
    const key = this.keyOf(found, control);
    return {
      connection,
      unit,
      address: model.address,
      key,
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
