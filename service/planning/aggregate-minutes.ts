import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { MeasuredMinutes } from "../engine/counterfactual.ts";
import { getDischargedKwh } from "../engine/site-model.ts";
import type { MinuteRows } from "../store/minute-measurements.ts";
import type { StoredSite } from "../store/sites.ts";

/** Minutes of a quarter-hour. */
export const MINUTES = QUARTER_MS / MINUTE_MS;
/** A quarter of which fewer minutes were measured is not known. */
const MIN_MINUTES = 8;

/** What a location measured over whole minutes of one quarter-hour; kW, see the gateway's Reading. */
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

/** Whether something is known of every minute. */
export function isFull({ power }: MinuteRows): boolean {
  for (let minute = 0; minute < MINUTES; minute++) {
    let known = false;
    for (let at = minute; at < power.length; at += MINUTES) known ||= !Number.isNaN(power[at]!);
    if (!known) return false;
  }
  return true;
}

/** A location as a whole, in kW; NaN is not known. */
export interface SiteKw {
  injectionKw: number;
  pvKw: number;
  batteryKw: number;
}

type Devices = StoredSite["devices"];

/** Rows for this number of devices with the stored values; devices are only ever added. */
export function rowsFor(devices: Devices, kept: MinuteRows | undefined): MinuteRows {
  const power = new Float32Array((1 + devices.length) * MINUTES).fill(NaN);
  const charge = new Float32Array(devices.length).fill(NaN);
  const available = new Float32Array(devices.length * MINUTES).fill(NaN);
  if (kept) {
    power.set(kept.power.subarray(0, power.length));
    charge.set(kept.charge.subarray(0, charge.length));
    available.set(kept.available.subarray(0, available.length));
  }
  return { power, charge, available };
}

/** Writes a measurement into its minutes; later values of a minute replace earlier ones. */
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

/** Sum over the devices of a kind, NaN when one of them is not known; `none` where there are none. */
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
 * What the location did in one minute: injection as told, else what its meters say together; panels
 * and batteries where all of them are known, 0 where there are none.
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
 * Averages over a quarter-hour in kW, left out where not known; `load` is what is left to explain.
 * `panels` says that `pv` was measured at panels: a place without any has a `pv` of 0.
 */
interface QuarterValues {
  actual?: number;
  pv?: number;
  load?: number;
  battery?: number;
  panels?: true;
}

/** The averages of a quarter-hour, each over the minutes of which it is known. */
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
  const known: QuarterValues = {
    ...mean("actual"),
    ...mean("load"),
    ...(has("BATTERY") && mean("battery")),
  };
  const pv = mean("pv");
  if (has("SOLAR_INVERTER")) return "pv" in pv ? { ...known, ...pv, panels: true } : known;
  return "actual" in known ? { ...known, ...pv } : known;
}

/** An injection this near to what the connection carries may have held panels back. */
const AT_LIMIT_SHARE = 0.98;

/** Whether the connection may have held panels back at this injection; a limit of null does not bind. */
export const isAtLimit = (injectionKw: number, connectionLimitKw: number | null): boolean =>
  connectionLimitKw !== null && injectionKw >= AT_LIMIT_SHARE * connectionLimitKw;

/**
 * Average output of a site's panels over a quarter-hour as far as nothing held them back: as
 * available where they report that, else as measured, unless a control may have changed it
 * (`affected`) or the connection was full. NaN where that is not known.
 */
export function freePvKw(
  rows: MinuteRows,
  devices: Devices,
  connectionLimitKw: number | null,
  affected: boolean,
): number {
  let [sum, known] = [0, 0];
  for (let minute = 0; minute < MINUTES; minute++) {
    const { injectionKw } = siteAt(rows, devices, minute);
    const held = affected || isAtLimit(injectionKw, connectionLimitKw);
    const kw = freeMinuteKw(rows, devices, minute, !held);
    if (Number.isNaN(kw)) continue;
    sum += kw;
    known += 1;
  }
  return known >= MIN_MINUTES ? sum / known : NaN;
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

/** Measured minutes of a site as the engine's counterfactual takes them. */
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
 * Energy in each battery at a moment within the quarter-hour, in kWh: what it held at the end less
 * what it took since. NaN where its charge or its power is not known.
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
