import type {
  ForecastItem,
  HistoricalDataItem,
  DeviceClass,
  DeviceHistoricalItem,
} from "../../lib/contract/index.ts";
import { getLocalDay, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { roundToWatt } from "../engine/control.ts";
import {
  type LocationDay,
  type readChangedAreaDays,
  PANELS,
  type AreaDeviceDay,
} from "../store/location-days.ts";

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
    const isMeasured = reporting > 0 && reporting >= MIN_REPORTING_SHARE * expected;
    return { ...(isMeasured && { actual: roundToWatt(day.measured[i]!) }), reporting, expected };
  });

/**
 * Below this share of recently reporting locations the actual value of a zone or group is unknown.
 */
export const MIN_REPORTING_SHARE = 0.95;

type Values = Omit<HistoricalDataItem, "time">;
export type NetDay = NonNullable<Awaited<ReturnType<typeof readChangedAreaDays>>[number]["values"]>;

/** The intervals of a day that start in `[fromMs, toMs)`, as returned by `read` (index from 0). */
export function toIntervals<T extends object>(
  day: { day: string; isps: number },
  fromMs: number,
  toMs: number,
  read: (index: number) => T | null,
): ({ time: string } & T)[] {
  const { startMs } = getLocalDay(day.day);
  const items: ({ time: string } & T)[] = [];
  for (let i = 0; i < day.isps; i++) {
    const at = startMs + i * QUARTER_MS;
    const values = at >= fromMs && at < toMs ? read(i) : null;
    if (values) items.push({ time: new Date(at).toISOString(), ...values });
  }
  return items;
}

/** The intervals of a location's day that start in `[fromMs, toMs)` and have a forecast. */
export const locationItems = (day: LocationDay, fromMs: number, toMs: number) =>
  toIntervals(day, fromMs, toMs, (i): Values | null => {
    if (Number.isNaN(day.forecast[i]!)) return null;
    const actual = day.actual[i]!;
    return {
      forecast: roundToWatt(day.forecast[i]!),
      upward: roundToWatt(day.upward[i]!),
      downward: roundToWatt(day.downward[i]!),
      ...(!Number.isNaN(actual) && { actual: roundToWatt(actual) }),
    };
  });

/**
 * The same for the day of a zone or group. `actual` is the measured value, with the forecast in
 * place of locations that do not report; it is omitted if too many recently reporting locations are
 * missing.
 */
export const areaItems = (day: NetDay, fromMs: number, toMs: number) =>
  toIntervals(day, fromMs, toMs, (i): Values | null => {
    const planned = day.locations[i]!;
    if (planned === 0) return null;
    const reporting = day.reporting[i]!;
    const isMeasured = reporting > 0 && reporting >= MIN_REPORTING_SHARE * day.recent[i]!;
    const silent = reporting === planned ? 0 : day.forecast[i]! - day.covered[i]!;
    return {
      forecast: roundToWatt(day.forecast[i]!),
      upward: roundToWatt(Math.max(0, day.upward[i]!)),
      downward: roundToWatt(Math.max(0, day.downward[i]!)),
      ...(isMeasured && { actual: roundToWatt(day.actual[i]! + silent) }),
    };
  });

/** The share of an area's locations that were measured: 1 only if all of them were. */
export const coverageItems = (day: NetDay, fromMs: number, toMs: number) =>
  toIntervals(day, fromMs, toMs, (i) =>
    day.locations[i] === 0
      ? null
      : { coverage: Math.floor((day.reporting[i]! / day.locations[i]!) * 1e4) / 1e4 },
  );

/** The intervals of a group's day, with the share of its locations that were measured. */
export const groupItems = (day: NetDay, fromMs: number, toMs: number) => {
  const measured = coverageItems(day, fromMs, toMs);
  return areaItems(day, fromMs, toMs).map((item, i) => ({
    ...item,
    coverage: measured[i]!.coverage,
  }));
};

/** A forecast by quarter-hour from `start`, kW; the band may be absent or shorter. */
export interface ForecastRow {
  start: Date;
  forecast: ArrayLike<number>;
  upward: ArrayLike<number>;
  downward: ArrayLike<number>;
  p10?: ArrayLike<number> | null | undefined;
  p50?: ArrayLike<number> | null | undefined;
  p90?: ArrayLike<number> | null | undefined;
}

/** A forecast's intervals that start in `[fromMs, toMs)`. */
export function forecastItems(row: ForecastRow, fromMs: number, toMs: number): ForecastItem[] {
  const items: ForecastItem[] = [];
  const first = Math.max(0, Math.ceil((fromMs - row.start.getTime()) / QUARTER_MS));
  for (let i = first; i < row.forecast.length; i++) {
    const at = row.start.getTime() + i * QUARTER_MS;
    if (at >= toMs) break;
    if (Number.isNaN(row.forecast[i]!)) continue;
    const [p10, p50, p90] = [row.p10?.[i], row.p50?.[i], row.p90?.[i]];
    items.push({
      time: new Date(at).toISOString(),
      forecast: roundToWatt(row.forecast[i]!),
      upward: roundToWatt(row.upward[i]!),
      downward: roundToWatt(row.downward[i]!),
      ...(p10 !== undefined && { p10: roundToWatt(p10) }),
      ...(p50 !== undefined && { p50: roundToWatt(p50) }),
      ...(p90 !== undefined && { p90: roundToWatt(p90) }),
    });
  }
  return items;
}
