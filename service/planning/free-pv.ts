import { MINUTES, type MinuteRows } from "../store/minute-rows.ts";
import type { StoredSite } from "../store/sites.ts";
import { getInjectionKw, MinuteMean } from "./aggregate-minutes.ts";

type Devices = StoredSite["devices"];

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
  const powers = { power: rows.power, stride: MINUTES };
  const mean = new MinuteMean();
  for (let minute = 0; minute < MINUTES; minute++) {
    const held =
      affected ||
      (connectionLimitKw !== null &&
        isAtLimit(getInjectionKw(powers, devices, minute), connectionLimitKw));
    mean.add(freeMinuteKw(rows, devices, minute, !held));
  }
  return mean.kw;
}

function freeMinuteKw(rows: MinuteRows, devices: Devices, minute: number, free: boolean): number {
  let sum = 0;
  for (let at = 0; at < devices.length; at++) {
    const { deviceType, controllable } = devices[at]!;
    if (deviceType !== "SOLAR_INVERTER") continue;
    const measured = rows.power[(1 + at) * MINUTES + minute]!;
    const available = rows.available[at * MINUTES + minute]!;
    if (!Number.isNaN(available)) sum += Math.max(measured, available);
    else if (free || !controllable) sum += measured;
    else return NaN;
  }
  return sum;
}
