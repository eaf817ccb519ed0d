import type { DeviceClass, DeviceHistoricalItem } from "../../lib/contract/index.ts";
import { roundToWatt } from "../engine/control.ts";
import { PANELS, type AreaDeviceDay, type LocationDay } from "../store/location-days.ts";
import { toIntervals, MIN_REPORTING_SHARE } from "./history.ts";

/**
 * The measurements of a device class at a location in an interval (from 0), in kW; NaN if unknown.
 */
const measuredAt: Record<DeviceClass, (day: LocationDay, index: number) => number> = {
  SOLAR_INVERTER: ({ pv, flags }, i) => (flags[i]! & PANELS ? pv[i]! : NaN),
  BATTERY: ({ battery }, i) => battery[i]!,
};

/**
 * The intervals of a location's day that start in `[fromMs, toMs)` with the measurements of a
 * device class: those that have a forecast or a measurement.
 */
export const locationDeviceItems = (
  deviceClass: DeviceClass,
  day: LocationDay,
  fromMs: number,
  toMs: number,
): DeviceHistoricalItem[] =>
  toIntervals(day, fromMs, toMs, (i) => {
    const kw = measuredAt[deviceClass](day, i);
    if (!Number.isNaN(kw)) return { actual: roundToWatt(kw) };
    return Number.isNaN(day.forecast[i]!) ? null : {};
  });

/**
 * The same for the day of a zone or group: the sum of the measurements, omitted if too many of the
 * locations that measured recently do not report. Missing values are not estimated.
 */
export const areaDeviceItems = (
  day: AreaDeviceDay,
  fromMs: number,
  toMs: number,
): DeviceHistoricalItem[] =>
  toIntervals(day, fromMs, toMs, (i) => {
    if (day.locations[i] === 0) return null;
    const [reporting, expected] = [day.reporting[i]!, day.recent[i]!];
    const known = reporting > 0 && reporting >= MIN_REPORTING_SHARE * expected;
    return { ...(known && { actual: roundToWatt(day.measured[i]!) }), reporting, expected };
  });
