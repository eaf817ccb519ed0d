import type { BatteryReading, InverterReading, UnitReading } from "../adapter/adapter.ts";
import type { ActiveSetpoint } from "./setpoints.ts";

const FULL = 0.995;

/** W, `null` for normal operation, or `hold` for a battery that stores surplus and is not discharged. */
export type CommandValue = number | null | "hold";

/** What one unit must do. An absent part gets nothing. */
export interface UnitCommand {
  limitW?: number | null;
  charge?: CommandValue;
}

/** The commands of all units, in their order, or why the setpoint cannot be followed. */
export type Decision = { commands: UnitCommand[] } | { impossible: string };

/** Units with a device that does not do what it is commanded to, so that what it measures counts. */
export interface Doubts {
  /** The inverter gives what it gives now, whatever its limit. */
  inverters: ReadonlySet<number>;
  /** The battery takes what it takes now for zero export, and no more. */
  batteries: ReadonlySet<number>;
}

const NO_DOUBTS: Doubts = { inverters: new Set(), batteries: new Set() };

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** What all batteries of one kind give and can do, in W. */
interface Storage {
  powerW: number;
  chargeableW: number;
  dischargeableW: number;
}

/** Batteries behind an inverter are in its power and limit; separate ones are measured on their own. */
interface Totals {
  inverterW: number;
  /** Of the inverters with a battery behind them. What their panels give is unknown. */
  hybridW: number;
  ratedW: number;
  /** Of the inverters that do not follow their limit. */
  unlimited: { powerW: number; ratedW: number };
  separate: Storage;
  behind: Storage;
  meterW: number | undefined;
}

type SetpointRule = Pick<ActiveSetpoint, "type" | "limitKw" | "batteryReserve">;

const isFull = ({ stateOfCharge }: BatteryReading) => (stateOfCharge ?? 0) >= FULL;

/** A battery of unknown charge is not discharged below a reserve that it cannot be held to. */
export function mayDischarge(
  { stateOfCharge }: BatteryReading,
  reserve: number | undefined,
): boolean {
  if (stateOfCharge === null) return (reserve ?? 0) === 0;
  return stateOfCharge > (reserve ?? 0);
}

/** The command of a battery that must not be discharged any more. */
export const withoutDischarge = (value: CommandValue): CommandValue =>
  typeof value === "number" ? Math.max(0, value) : "hold";

const chargeable = (battery: BatteryReading) => (isFull(battery) ? 0 : battery.maxChargeW);
const dischargeable = (battery: BatteryReading, { batteryReserve }: SetpointRule) =>
  mayDischarge(battery, batteryReserve) ? battery.maxDischargeW : 0;

function totalStorage(batteries: readonly BatteryReading[], rule: SetpointRule): Storage {
  return {
    powerW: sum(batteries.map(({ powerW }) => powerW ?? 0)),
    chargeableW: sum(batteries.map(chargeable)),
    dischargeableW: sum(batteries.map((battery) => dischargeable(battery, rule))),
  };
}

const powerOf = ({ inverter }: UnitReading) => inverter?.powerW ?? 0;

const ratedOf = ({ inverter }: UnitReading) => inverter?.ratedW ?? 0;

function total(readings: readonly UnitReading[], rule: SetpointRule, doubts: Doubts): Totals {
  const unlimited = readings.filter((_, index) => doubts.inverters.has(index));
  const batteries = readings.flatMap(({ battery }) => battery ?? []);
  const meters = readings.flatMap(({ meterW }) => meterW ?? []);
  const isBehind = (battery: BatteryReading | undefined) => battery?.isBehindInverter === true;
  return {
    inverterW: sum(readings.map(powerOf)),
    hybridW: sum(readings.filter(({ battery }) => isBehind(battery)).map(powerOf)),
    ratedW: sum(readings.map(ratedOf)),
    unlimited: { powerW: sum(unlimited.map(powerOf)), ratedW: sum(unlimited.map(ratedOf)) },
    separate: totalStorage(
      batteries.filter((battery) => !isBehind(battery)),
      rule,
    ),
    behind: totalStorage(batteries.filter(isBehind), rule),
    meterW: meters.length > 0 ? sum(meters) : undefined,
  };
}

/** Limit of all inverters and charge of all batteries of each kind, in W. */
interface SiteCommand {
  limitW: number | null;
  separateW: number;
  /** `null`: each inverter stores its surplus in its own battery by itself. */
  behindW: number | null;
}

/**
 * No net injection above `upperW`. The batteries take the surplus, then the inverters follow the load:
 * load = production − net injection. The load does not change when the limit does, so each step is
 * the final one, however slowly the inverter ramps: there is nothing to swing.
 */
function zeroExport(site: Totals, loadW: number, upperW: number): SiteCommand {
  const { chargeableW, dischargeableW } = site.separate;
  const surplusW = site.inverterW - loadW - upperW;
  return {
    limitW: Math.max(0, loadW + upperW + chargeableW),
    separateW: clamp(surplusW, -dischargeableW, chargeableW),
    behindW: null,
  };
}

/**
 * As much injection as possible, up to `upperW`: no limit, and batteries discharge. Those behind an
 * inverter get all of the room that other inverters leave, as its limit bounds panels and battery
 * together. What it already gives is not subtracted: that would contain the discharge itself.
 */
function maxProduction(
  { separate, behind, ...site }: Totals,
  loadW: number,
  upperW: number,
): SiteCommand {
  if (upperW === Infinity)
    return {
      limitW: null,
      separateW: -separate.dischargeableW,
      behindW: -behind.dischargeableW,
    };
  const roomW = loadW + upperW - (site.inverterW - site.hybridW);
  const behindW = clamp(roomW, 0, behind.dischargeableW);
  const hybridW = Math.max(site.hybridW, behindW);
  return {
    limitW: Math.max(0, loadW + upperW),
    separateW: -clamp(roomW - hybridW, 0, separate.dischargeableW),
    behindW: -behindW,
  };
}

/**
 * As little injection as possible, not below `lowerW`: inverters at 0, batteries charge. Those behind
 * an inverter are taken to charge from the grid alone, as its power contains the charge.
 */
function maxConsumption(
  { separate, behind, ...site }: Totals,
  loadW: number,
  lowerW: number,
): SiteCommand {
  if (lowerW === -Infinity)
    return { limitW: 0, separateW: separate.chargeableW, behindW: behind.chargeableW };
  const limitW = Math.max(0, loadW + lowerW);
  const roomW = Math.min(site.inverterW - site.hybridW, limitW) - loadW - lowerW;
  const behindW = clamp(roomW, 0, behind.chargeableW);
  const hybridW = Math.min(site.hybridW, limitW, -behindW);
  return { limitW, separateW: clamp(roomW + hybridW, 0, separate.chargeableW), behindW };
}

function decideSite(site: Totals, rule: SetpointRule): SiteCommand | undefined {
  const boundW = rule.limitKw === null ? null : rule.limitKw * 1000;
  const loadW = site.inverterW + site.separate.powerW - (site.meterW ?? NaN);
  const isMetered = site.meterW !== undefined;
  switch (rule.type) {
    case "ZERO_EXPORT":
      return isMetered ? zeroExport(site, loadW, boundW ?? 0) : undefined;
    case "MAX_PRODUCTION":
      if (boundW !== null && !isMetered) return undefined;
      return maxProduction(site, loadW, boundW ?? Infinity);
    case "MAX_CONSUMPTION":
      if (boundW !== null && !isMetered) return undefined;
      return maxConsumption(site, loadW, boundW ?? -Infinity);
  }
}

/** A reading with a battery that takes no more than now. */
function withoutRoom(reading: UnitReading): UnitReading {
  const { battery } = reading;
  if (!battery || battery.isBehindInverter) return reading;
  const maxChargeW = clamp(-(battery.powerW ?? 0), 0, battery.maxChargeW);
  return { ...reading, battery: { ...battery, maxChargeW } };
}

/**
 * What the units of a site must do to follow a setpoint, from one set of readings in W. Inverters share
 * a limit by their ratings, batteries a charge by what each can take or give.
 */
export function decide(
  measured: readonly UnitReading[],
  rule: SetpointRule,
  doubts: Doubts = NO_DOUBTS,
): Decision {
  const isDoubted = (index: number) => rule.type === "ZERO_EXPORT" && doubts.batteries.has(index);
  const readings = measured.map((one, index) => (isDoubted(index) ? withoutRoom(one) : one));
  const site = total(readings, rule, doubts);
  const command = decideSite(site, rule);
  if (!command) return { impossible: "there is no meter at the connection point" };
  return {
    commands: readings.map(({ inverter, battery }, index) => ({
      ...(inverter && {
        limitW: shareLimit(command, inverter, site, doubts.inverters.has(index)),
      }),
      ...(battery && { charge: shareCharge(command, battery, site, rule) }),
    })),
  };
}

function shareLimit(
  { limitW }: SiteCommand,
  { ratedW, powerW }: InverterReading,
  { ratedW: allW, unlimited }: Totals,
  isUnlimited: boolean,
) {
  // A share of an unknown rating is unknown: its adapter says that it cannot follow (yet).
  if (ratedW === 0 || limitW === null) return limitW;
  const own = isUnlimited ? { powerW, ratedW } : { powerW: 0, ratedW: 0 };
  // What the others leave that do not follow. One that may not follow is tried on.
  const leftW = Math.max(0, limitW - unlimited.powerW + own.powerW) * ratedW;
  const shareW = leftW / (allW - unlimited.ratedW + own.ratedW);
  const ownW = isUnlimited ? Math.min(shareW, (limitW * ratedW) / allW) : shareW;
  return ownW >= ratedW ? null : ownW;
}

function shareCharge(
  { separateW, behindW }: SiteCommand,
  battery: BatteryReading,
  { separate, behind }: Totals,
  rule: SetpointRule,
): CommandValue {
  const isLeftAlone = rule.type === "ZERO_EXPORT" && battery.isAllOrNothing;
  const chargeW = isLeftAlone ? null : battery.isBehindInverter ? behindW : separateW;
  const storage = battery.isBehindInverter ? behind : separate;
  if (chargeW === null) return mayDischarge(battery, rule.batteryReserve) ? null : "hold";
  if (chargeW === 0) return 0;
  const isCharging = chargeW > 0;
  const ownW = isCharging ? chargeable(battery) : dischargeable(battery, rule);
  const allW = isCharging ? storage.chargeableW : storage.dischargeableW;
  // Rounding may exceed the rating by the last bit, and adapters refuse that.
  return clamp((chargeW * ownW) / allW, -ownW, ownW);
}
