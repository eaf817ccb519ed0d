import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import type { MeasuredMinutes } from "../engine/minute-balance.ts";
import { getDischargedKwh } from "../engine/site-model.ts";
import {
  MINUTES,
  newMinuteRows,
  putMinutes,
  type MinuteRows,
  type MinuteSpan,
} from "../store/minute-rows.ts";
import { listDeviceIds, type StoredSite } from "../store/sites.ts";

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
/** Devices of a location with their ids. */
export type WithDevices = Pick<StoredSite, "devices" | "deviceIds">;

/** A measurement by the minutes of its quarter-hour and the positions of devices, without unknown ones. */
export function toMinuteSpan(
  site: WithDevices,
  quarterMs: number,
  { fromMs, toMs, injectionKw, devices: measured }: MeasuredSpan,
): MinuteSpan {
  const ids = measured.length === 0 ? [] : listDeviceIds(site);
  const found = measured.map(({ deviceId, powerKw, stateOfCharge, availableKw }) => ({
    at: ids.indexOf(deviceId),
    powerKw,
    charge: stateOfCharge ?? NaN,
    availableKw: availableKw ?? NaN,
  }));
  return {
    from: (fromMs - quarterMs) / MINUTE_MS,
    to: (toMs - quarterMs) / MINUTE_MS,
    injectionKw: injectionKw ?? NaN,
    devices: found.filter(({ at }) => at >= 0),
  };
}

/** The minutes of a location with its measurements over the stored ones. */
export function addSpans(
  site: WithDevices,
  quarterMs: number,
  spans: readonly MeasuredSpan[],
  stored?: MinuteRows,
): MinuteRows {
  const rows = newMinuteRows(site.devices.length, stored);
  for (const span of spans) putSpan(rows, site, quarterMs, span);
  return rows;
}

/** Writes a measurement to its minutes; later values of a minute replace earlier ones. */
export const putSpan = (
  rows: MinuteRows,
  site: WithDevices,
  quarterMs: number,
  span: MeasuredSpan,
): void => putMinutes(rows, toMinuteSpan(site, quarterMs, span));

/**
 * Powers in kW of the connection point and then of each device, `stride` numbers each; NaN if unknown.
 */
interface Powers {
  power: Float32Array;
  stride: number;
}

/**
 * Sum over the devices of a kind; NaN if one of them is unknown, `none` if there are no such
 * devices.
 */
function sumDevices(
  { power, stride }: Powers,
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
    sum += power[(1 + at) * stride + minute]!;
  }
  return found ? sum : none;
}

/** The injection of one minute as reported, else the sum of the meters; NaN if unknown. */
export function getInjectionKw(powers: Powers, devices: Devices, minute: number): number {
  const reportedKw = powers.power[minute]!;
  return Number.isNaN(reportedKw) ? sumDevices(powers, devices, "METER", minute, NaN) : reportedKw;
}

/**
 * The totals of one minute: the injection, panels and batteries if all of them are known, 0 if there
 * are none.
 */
function sumSite(powers: Powers, devices: Devices, minute: number): SiteKw {
  return {
    injectionKw: getInjectionKw(powers, devices, minute),
    pvKw: sumDevices(powers, devices, "SOLAR_INVERTER", minute, 0),
    batteryKw: sumDevices(powers, devices, "BATTERY", minute, 0),
  };
}

/** The totals of a minute of a quarter-hour. */
export const siteAt = ({ power }: MinuteRows, devices: Devices, minute: number): SiteKw =>
  sumSite({ power, stride: MINUTES }, devices, minute);

/** The totals of a location in a minute of a measurement, by everything that was measured in it. */
export type KwAt = (span: MeasuredSpan, minuteMs: number) => SiteKw;

/** The totals of the minutes of a quarter-hour. */
export const getKwIn =
  (rows: MinuteRows, devices: Devices, quarterMs: number): KwAt =>
  (_, minuteMs) =>
    siteAt(rows, devices, (minuteMs - quarterMs) / MINUTE_MS);

/** The totals of each minute of a measurement, if nothing else was measured in them. */
export function getKwDuring(site: WithDevices): KwAt {
  const { devices } = site;
  const ids = listDeviceIds(site);
  return ({ injectionKw, devices: measured }) => {
    const power = new Float32Array(1 + devices.length).fill(NaN);
    power[0] = injectionKw ?? NaN;
    for (const { deviceId, powerKw } of measured) {
      const at = ids.indexOf(deviceId);
      if (at >= 0) power[1 + at] = powerKw;
    }
    return sumSite({ power, stride: 1 }, devices, 0);
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

/** The mean of the known minutes in kW; NaN if there are too few. */
export class MinuteMean {
  private sum = 0;
  private count = 0;

  add(kw: number): void {
    if (kw !== kw) return;
    this.sum += kw;
    this.count += 1;
  }

  get kw(): number {
    return this.count < MIN_MINUTES ? NaN : this.sum / this.count;
  }
}

/** The averages of a quarter-hour, each over its known minutes. */
export function quarterValues({ power }: MinuteRows, devices: Devices): QuarterValues {
  const powers = { power, stride: MINUTES };
  const [actual, pv, load, battery] = [
    new MinuteMean(),
    new MinuteMean(),
    new MinuteMean(),
    new MinuteMean(),
  ];
  for (let minute = 0; minute < MINUTES; minute++) {
    const injectionKw = getInjectionKw(powers, devices, minute);
    const pvKw = sumDevices(powers, devices, "SOLAR_INVERTER", minute, 0);
    const batteryKw = sumDevices(powers, devices, "BATTERY", minute, 0);
    actual.add(injectionKw);
    pv.add(pvKw);
    load.add(pvKw + batteryKw - injectionKw);
    battery.add(batteryKw);
  }
  const values: QuarterValues = {};
  const put = (name: "actual" | "load" | "battery" | "pv", { kw }: MinuteMean) => {
    if (kw === kw) values[name] = kw;
  };
  const has = (kind: string) => devices.some((device) => device.deviceType === kind);
  put("actual", actual);
  put("load", load);
  if (has("BATTERY")) put("battery", battery);
  const hasPanels = has("SOLAR_INVERTER");
  if (hasPanels || "actual" in values) put("pv", pv);
  if (hasPanels && "pv" in values) values.panels = true;
  return values;
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
