import type { BatteryReading, InverterReading, UnitReading } from "../adapter/adapter.ts";
import type { ActiveSetpoint } from "./setpoints.ts";

const FULL = 0.995;

/** What one unit must do. `null` is normal operation; an absent part gets nothing. */
export interface UnitCommand {
  limitW?: number | null;
  chargeW?: number | null;
}

/** The commands of all units, in their order, or why the setpoint cannot be followed. */
export type Decision = { commands: UnitCommand[] } | { impossible: string };

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface Totals {
  inverterW: number;
  ratedW: number;
  batteryW: number;
  chargeableW: number;
  dischargeableW: number;
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

const chargeable = (battery: BatteryReading) => (isFull(battery) ? 0 : battery.maxChargeW);
const dischargeable = (battery: BatteryReading, { batteryReserve }: SetpointRule) =>
  mayDischarge(battery, batteryReserve) ? battery.maxDischargeW : 0;

function total(readings: readonly UnitReading[], rule: SetpointRule): Totals {
  const inverters = readings.flatMap(({ inverter }) => inverter ?? []);
  const batteries = readings.flatMap(({ battery }) => battery ?? []);
  const meters = readings.flatMap(({ meterW }) => meterW ?? []);
  return {
    inverterW: sum(inverters.map(({ powerW }) => powerW)),
    ratedW: sum(inverters.map(({ ratedW }) => ratedW)),
    batteryW: sum(batteries.map(({ powerW }) => powerW ?? 0)),
    chargeableW: sum(batteries.map(chargeable)),
    dischargeableW: sum(batteries.map((battery) => dischargeable(battery, rule))),
    meterW: meters.length > 0 ? sum(meters) : undefined,
  };
}

/** Limit of all inverters and charge of all batteries, in W. */
interface SiteCommand {
  limitW: number | null;
  chargeW: number | null;
}

/**
 * No net injection above `upperW`. The batteries take the surplus, then the inverters follow the load:
 * load = production − net injection. The load does not change when the limit does, so each step is
 * the final one, however slowly the inverter ramps: there is nothing to swing.
 */
function zeroExport(site: Totals, loadW: number, upperW: number, roomW: number): SiteCommand {
  const surplusW = site.inverterW - loadW - upperW;
  return {
    limitW: Math.max(0, loadW + upperW + roomW),
    chargeW: clamp(surplusW, -site.dischargeableW, site.chargeableW),
  };
}

/** As much injection as possible, up to `upperW`: no limit, and batteries discharge. */
function maxProduction(site: Totals, loadW: number, upperW: number): SiteCommand {
  if (upperW === Infinity) return { limitW: null, chargeW: -site.dischargeableW };
  return {
    limitW: Math.max(0, loadW + upperW),
    chargeW: -clamp(loadW + upperW - site.inverterW, 0, site.dischargeableW),
  };
}

/** As little injection as possible, not below `lowerW`: inverters at 0, batteries charge. */
function maxConsumption(site: Totals, loadW: number, lowerW: number): SiteCommand {
  if (lowerW === -Infinity) return { limitW: 0, chargeW: site.chargeableW };
  const limitW = Math.max(0, loadW + lowerW);
  const producedW = Math.min(site.inverterW, limitW);
  return { limitW, chargeW: clamp(producedW - loadW - lowerW, 0, site.chargeableW) };
}

function decideSite(site: Totals, rule: SetpointRule, roomW: number): SiteCommand | undefined {
  const boundW = rule.limitKw === null ? null : rule.limitKw * 1000;
  const loadW = site.inverterW + site.batteryW - (site.meterW ?? NaN);
  const isMetered = site.meterW !== undefined;
  switch (rule.type) {
    case "ZERO_EXPORT":
      return isMetered ? zeroExport(site, loadW, boundW ?? 0, roomW) : undefined;
    case "MAX_PRODUCTION":
      if (boundW !== null && !isMetered) return undefined;
      return maxProduction(site, loadW, boundW ?? Infinity);
    case "MAX_CONSUMPTION":
      if (boundW !== null && !isMetered) return undefined;
      return maxConsumption(site, loadW, boundW ?? -Infinity);
  }
}

/**
 * What the units of a site must do to follow a setpoint, from one set of readings in W. Inverters share
 * a limit by their ratings, batteries a charge by what each can take or give.
 */
export function decide(readings: readonly UnitReading[], rule: SetpointRule): Decision {
  const site = total(readings, rule);
  const separate = readings.flatMap(({ battery }) =>
    battery && !battery.isBehindInverter ? battery : [],
  );
  const roomW = sum(separate.map(chargeable));
  const command = decideSite(site, rule, roomW);
  if (!command) return { impossible: "there is no meter at the connection point" };
  return {
    commands: readings.map(({ inverter, battery }) => ({
      ...(inverter && { limitW: shareLimit(command, inverter, site) }),
      ...(battery && { chargeW: shareCharge(command, battery, site, rule) }),
    })),
  };
}

function shareLimit({ limitW }: SiteCommand, { ratedW }: InverterReading, site: Totals) {
  // A share of an unknown rating is unknown: its adapter says that it cannot follow (yet).
  if (ratedW === 0) return limitW;
  if (limitW === null || limitW >= site.ratedW) return null;
  return (limitW * ratedW) / site.ratedW;
}

function shareCharge(
  { chargeW }: SiteCommand,
  battery: BatteryReading,
  site: Totals,
  rule: SetpointRule,
): number | null {
  // An inverter limited to the load stores its surplus in its own battery by itself.
  if (rule.type === "ZERO_EXPORT" && battery.isBehindInverter) return null;
  if (chargeW === null) return null;
  if (chargeW === 0) return 0;
  if (chargeW > 0) return (chargeW * chargeable(battery)) / site.chargeableW;
  return (chargeW * dischargeable(battery, rule)) / site.dischargeableW;
}
