import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { MeasuredMinutes } from "../engine/minute-balance.ts";
import { getDischargedKwh } from "../engine/site-model.ts";
import type { MinuteRows } from "../store/minute-measurements.ts";
import type { StoredSite } from "../store/sites.ts";

/** Minutes of a quarter-hour. */
export const MINUTES = QUARTER_MS / MINUTE_MS;
/** A quarter-hour with fewer measured minutes is unknown. */
const MIN_MINUTES = 8;

/**
 * The measurements of a location over whole minutes of one quarter-hour, in kW; see the gateway's
 * Reading.
 */
export interface MeasuredSpan {
  fromMs: number;
  toMs: number;
  injectionKw: number | null;
  devices: readonly {
    deviceId: string;
    powerKw: number;
    stateOfCharge: number | null;
    availableKw?: number;
  }[];
}

/** Whether every minute has some measurement. */
export function isFull({ power }: MinuteRows): boolean {
  for (let minute = 0; minute < MINUTES; minute++) {
    let isMeasured = false;
    for (let at = minute; at < power.length; at += MINUTES)
      isMeasured ||= !Number.isNaN(power[at]!);
    if (!isMeasured) return false;
  }
  return true;
}

/** The totals of a location in kW; NaN if unknown. */
export interface SiteKw {
  injectionKw: number;
  pvKw: number;
  batteryKw: number;
}

type Devices = StoredSite["devices"];

/** Rows for this number of devices with the stored values; devices are only ever added. */
export function rowsFor(devices: Devices, stored: MinuteRows | undefined): MinuteRows {
  const power = new Float32Array((1 + devices.length) * MINUTES).fill(NaN);
  const charge = new Float32Array(devices.length).fill(NaN);
  const available = new Float32Array(devices.length * MINUTES).fill(NaN);
  if (stored) {
    power.set(stored.power.subarray(0, power.length));
    charge.set(stored.charge.subarray(0, charge.length));
    available.set(stored.available.subarray(0, available.length));
  }
  return { power, charge, available };
}

/** Writes a measurement to its minutes; later values of a minute replace earlier ones. */
export function putSpan(
  rows: MinuteRows,
  devices: Devices,
  quarterMs: number,
  span: MeasuredSpan,
): void {
  const from = (span.fromMs - quarterMs) / MINUTE_MS;
  const to = (span.toMs - quarterMs) / MINUTE_MS;
  const fill = (row: number, kw: number) =>
    rows.power.fill(kw, row * MINUTES + from, row * MINUTES + to);
  if (span.injectionKw !== null) fill(0, span.injectionKw);
  for (const { deviceId, powerKw, stateOfCharge, availableKw } of span.devices) {
    const at = devices.findIndex((device) => device.id === deviceId);
    if (at < 0) continue;
    fill(1 + at, powerKw);
    if (stateOfCharge !== null) rows.charge[at] = stateOfCharge;
    rows.available.fill(availableKw ?? NaN, at * MINUTES + from, at * MINUTES + to);
  }
}

/**
 * Sum over the devices of a kind; NaN if one of them is unknown, `none` if there are no such
 * devices.
 */
function sumDevices(
  rows: MinuteRows,
  devices: Devices,
  kind: string,
  minute: number,
  none: number,
) {
  let sum = 0;
  let found = false;
  for (let at = 0; at < devices.length; at++) {
    if (devices[at]!.deviceType !== kind) continue;
    found = true;
    sum += rows.power[(1 + at) * MINUTES + minute]!;
  }
  return found ? sum : none;
}

/**
 * The totals of one minute: injection as reported, else the sum of the meters; panels and batteries
 * if all of them are known, 0 if there are none.
 */
export function siteAt(rows: MinuteRows, devices: Devices, minute: number): SiteKw {
  const meteredKw = rows.power[minute]!;
  return {
    injectionKw: Number.isNaN(meteredKw)
      ? sumDevices(rows, devices, "METER", minute, NaN)
      : meteredKw,
    pvKw: sumDevices(rows, devices, "SOLAR_INVERTER", minute, 0),
    batteryKw: sumDevices(rows, devices, "BATTERY", minute, 0),
  };
}

/**
 * Averages over a quarter-hour in kW, omitted if unknown; `load` is the remainder. `panels` says
 * whether `pv` was measured at panels: without panels `pv` is 0.
 */
interface QuarterValues {
  actual?: number;
  pv?: number;
  load?: number;
  battery?: number;
  panels?: true;
}

/** The averages of a quarter-hour, each over its known minutes. */
export function quarterValues(rows: MinuteRows, devices: Devices): QuarterValues {
  const sums = { actual: 0, pv: 0, load: 0, battery: 0 };
  const counts = { actual: 0, pv: 0, load: 0, battery: 0 };
  const add = (name: keyof typeof sums, kw: number) => {
    if (Number.isNaN(kw)) return;
    sums[name] += kw;
    counts[name] += 1;
  };
  for (let minute = 0; minute < MINUTES; minute++) {
    const { injectionKw, pvKw, batteryKw } = siteAt(rows, devices, minute);
    add("actual", injectionKw);
    add("pv", pvKw);
    add("load", pvKw + batteryKw - injectionKw);
    add("battery", batteryKw);
  }
  const mean = (name: keyof typeof sums) =>
    counts[name] < MIN_MINUTES ? {} : { [name]: sums[name] / counts[name] };
  const has = (kind: string) => devices.some((device) => device.deviceType === kind);
  const values: QuarterValues = {
    ...mean("actual"),
    ...mean("load"),
    ...(has("BATTERY") && mean("battery")),
  };
  const pv = mean("pv");
  if (has("SOLAR_INVERTER")) return "pv" in pv ? { ...values, ...pv, panels: true } : values;
  return "actual" in values ? { ...values, ...pv } : values;
}

/** An injection this close to the connection limit may have curtailed panels. */
const AT_LIMIT_SHARE = 0.98;

/** Whether the connection may have curtailed panels at this injection; a null limit never does. */
export const isAtLimit = (injectionKw: number, connectionLimitKw: number | null): boolean =>
  connectionLimitKw !== null && injectionKw >= AT_LIMIT_SHARE * connectionLimitKw;

/**
 * Average uncurtailed output of a site's panels over a quarter-hour: the reported possible output,
 * else the measured one, unless a control may have changed it (`affected`) or the connection limit
 * was reached. NaN if unknown.
 */
export function freePvKw(
  rows: MinuteRows,
  devices: Devices,
  connectionLimitKw: number | null,
  affected: boolean,
): number {
  let [sum, count] = [0, 0];
  for (let minute = 0; minute < MINUTES; minute++) {
    const { injectionKw } = siteAt(rows, devices, minute);
    const held = affected || isAtLimit(injectionKw, connectionLimitKw);
    const kw = freeMinuteKw(rows, devices, minute, !held);
    if (Number.isNaN(kw)) continue;
    sum += kw;
    count += 1;
  }
  return count >= MIN_MINUTES ? sum / count : NaN;
}

function freeMinuteKw(rows: MinuteRows, devices: Devices, minute: number, free: boolean): number {
  let sum = 0;
  for (const [at, { deviceType, controllable }] of devices.entries()) {
    if (deviceType !== "SOLAR_INVERTER") continue;
    const measured = rows.power[(1 + at) * MINUTES + minute]!;
    const available = rows.available[at * MINUTES + minute]!;
    if (!Number.isNaN(available)) sum += Math.max(measured, available);
    else if (free || !controllable) sum += measured;
    else return NaN;
  }
  return sum;
}

/** Measured minutes of a site in the form of the engine's counterfactual. */
export function toMeasuredMinutes(
  rows: MinuteRows,
  devices: Devices,
  quarterMs: number,
): MeasuredMinutes {
  const row = () => new Float32Array(MINUTES);
  const measured: MeasuredMinutes = {
    startMs: quarterMs,
    injectionKw: row(),
    fixedPvKw: row(),
    followingPvKw: row(),
    availableKw: row(),
    batteryKw: row(),
  };
  for (let minute = 0; minute < MINUTES; minute++) {
    const site = siteAt(rows, devices, minute);
    measured.injectionKw[minute] = site.injectionKw;
    measured.batteryKw[minute] = site.batteryKw;
    for (const [at, { deviceType, controllable }] of devices.entries()) {
      if (deviceType !== "SOLAR_INVERTER") continue;
      const kw = rows.power[(1 + at) * MINUTES + minute]!;
      const available = rows.available[at * MINUTES + minute]!;
      if (controllable) measured.followingPvKw[minute]! += kw;
      else measured.fixedPvKw[minute]! += kw;
      if (controllable) measured.availableKw[minute]! += available;
    }
  }
  return measured;
}

/**
 * Energy in each battery at a moment within the quarter-hour in kWh: the energy at its end less
 * what it charged since. NaN if its charge or its power is unknown.
 */
export function storedKwhAt(
  rows: MinuteRows,
  { site, devices }: Pick<StoredSite, "site" | "devices">,
  minute: number,
): number[] {
  const batteries = devices.flatMap(({ deviceType }, at) => (deviceType === "BATTERY" ? [at] : []));
  return batteries.map((at, i) => {
    const battery = site.batteries[i]!;
    let kwh = rows.charge[at]! * battery.capacityKwh;
    for (let later = minute; later < MINUTES; later++)
      kwh += getDischargedKwh(battery, rows.power[(1 + at) * MINUTES + later]!, 1);
    return Math.min(battery.capacityKwh, Math.max(0, kwh));
  });
}
