import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";

/** Minutes of a quarter-hour. */
export const MINUTES = QUARTER_MS / MINUTE_MS;

/** The minutes of a quarter-hour at one location; see the table `minutes`. */
export interface MinuteRows {
  power: Float32Array;
  charge: Float32Array;
  available: Float32Array;
}

/** A measurement over minutes of a quarter-hour: from minute `from` to before minute `to`. */
export interface MinuteSpan {
  from: number;
  to: number;
  /** At the connection point in kW; NaN if not measured. */
  injectionKw: number;
  devices: readonly DeviceSpan[];
}

/** What a device measured over minutes of a quarter-hour. */
export interface DeviceSpan {
  /** The position among the devices of the location. */
  at: number;
  powerKw: number;
  /** State of charge at the end, 0 to 1; NaN if not measured. */
  charge: number;
  /** Possible output in kW; NaN if not measured. */
  availableKw: number;
}

/** Makes empty rows for each of these numbers of devices in one array, which takes less than many. */
export function shareMinuteRows(devicesOfEach: readonly number[]): (devices: number) => MinuteRows {
  const length = devicesOfEach.reduce(
    (sum, devices) => sum + MINUTES + devices * (2 * MINUTES + 1),
    0,
  );
  const all = new Float32Array(length).fill(NaN);
  let at = 0;
  const take = (count: number) => all.subarray(at, (at += count));
  return (devices) => ({
    power: take((1 + devices) * MINUTES),
    charge: take(devices),
    available: take(devices * MINUTES),
  });
}

/** Rows for this number of devices with the stored values; devices are only ever added. */
export function newMinuteRows(devices: number, stored?: MinuteRows): MinuteRows {
  const rows = shareMinuteRows([devices])(devices);
  if (stored) {
    rows.power.set(stored.power.subarray(0, rows.power.length));
    rows.charge.set(stored.charge.subarray(0, rows.charge.length));
    rows.available.set(stored.available.subarray(0, rows.available.length));
  }
  return rows;
}

/** Writes a measurement to its minutes; later values of a minute replace earlier ones. */
export function putMinutes(rows: MinuteRows, { from, to, injectionKw, devices }: MinuteSpan): void {
  if (!Number.isNaN(injectionKw)) rows.power.fill(injectionKw, from, to);
  for (const device of devices) putDevice(rows, from, to, device);
}

/** Writes what a device measured to its minutes. */
export function putDevice(
  { power, charge: charges, available }: MinuteRows,
  from: number,
  to: number,
  { at, powerKw, charge, availableKw }: DeviceSpan,
): void {
  for (let minute = from; minute < to; minute++) {
    power[(1 + at) * MINUTES + minute] = powerKw;
    available[at * MINUTES + minute] = availableKw;
  }
  if (!Number.isNaN(charge)) charges[at] = charge;
}

/** Writes the measured minutes of a location over others; `later` may have fewer devices. */
export function putRows(rows: MinuteRows, later: MinuteRows): void {
  for (const [i, kw] of later.power.entries()) {
    if (Number.isNaN(kw)) continue;
    rows.power[i] = kw;
    if (i >= MINUTES) rows.available[i - MINUTES] = later.available[i - MINUTES] ?? NaN;
  }
  for (const [at, charge] of later.charge.entries())
    if (!Number.isNaN(charge)) rows.charge[at] = charge;
}
