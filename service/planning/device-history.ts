import type { DeviceClass, DeviceHistoricalItem } from "../../lib/contract/index.ts";
import { roundToWatt } from "../engine/control.ts";
import { PANELS, type AreaDeviceDay, type LocationDay } from "../store/location-days.ts";
import { toIntervals, MIN_REPORTING_SHARE } from "./history.ts";

/** What a class of devices measured at a location in an interval (from 0), in kW; NaN is unknown. */
const measuredAt: Record<DeviceClass, (day: LocationDay, index: number) => number> = {
  SOLAR_INVERTER: ({ pv, flags }, i) => (flags[i]! & PANELS ? pv[i]! : NaN),
  BATTERY: ({ battery }, i) => battery[i]!,
};

/**
 * What a class of devices measured in the intervals of a location's day that start in
 * `[fromMs, toMs)`: those that have a forecast or something measured.
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
 * The same of a zone's or group's day: the sum of what was measured, left out when too many of those
 * that measured it lately are silent. Nothing stands in for them.
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
