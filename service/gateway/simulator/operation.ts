import type { ControlType } from "../../../lib/contract/index.ts";
import type { Battery, Site } from "../../engine/site.ts";

const HOURS = 1 / 60;

/** How a plant runs: told to by a control, or by itself. */
export type Mode = ControlType | "NORMAL";

/** What a plant does during one minute, in kW. Battery output is positive, charging negative. */
export interface Operation {
  pvKw: number;
  batteryKw: number[];
}

/** The minute's sun and load, and what the batteries hold at its start. */
export interface Moment {
  potentialKw: Float64Array;
  loadKw: number;
  storedKwh: readonly number[];
}

/**
 * How the devices of a site run for one minute. By itself: batteries take surplus and cover load,
 * panels give what the sun offers as far as the connection carries it.
 * - MAX_PRODUCTION: batteries discharge as far as the connection carries it, and take only what it
 *   does not carry.
 * - ZERO_EXPORT: as by itself, and panels follow the load once batteries cannot take more.
 * - MAX_CONSUMPTION: panels off, batteries charge as far as the connection carries it.
 * Devices that cannot be controlled run as by themselves.
 */
export function operate(site: Site, mode: Mode, moment: Moment): Operation {
  let fixedKw = 0;
  let bendingKw = 0;
  site.panels.forEach(({ controllable }, i) => {
    if (controllable) bendingKw += moment.potentialKw[i]!;
    else fixedKw += moment.potentialKw[i]!;
  });
  if (mode === "MAX_CONSUMPTION") bendingKw = 0;

  const limitKw = site.connectionLimitKw ?? Infinity;
  let injectionKw = fixedKw + bendingKw - moment.loadKw;
  const batteryKw = site.batteries.map((battery, i) => {
    const wantedKw = wanted(battery, mode, injectionKw, limitKw);
    const outputKw = within(battery, moment.storedKwh[i] ?? battery.floorKwh, wantedKw);
    injectionKw += outputKw;
    return outputKw;
  });
  const excessKw = injectionKw - (mode === "ZERO_EXPORT" ? 0 : limitKw);
  const curtailedKw = Math.min(bendingKw, Math.max(0, excessKw));
  return { pvKw: fixedKw + bendingKw - curtailedKw, batteryKw };
}

/** The output a battery would give, in kW, before its own limits; `injectionKw` is without it. */
function wanted(battery: Battery, mode: Mode, injectionKw: number, limitKw: number): number {
  if (battery.controllable && mode === "MAX_PRODUCTION") return limitKw - injectionKw;
  if (battery.controllable && mode === "MAX_CONSUMPTION") {
    return -Math.max(0, limitKw + injectionKw);
  }
  return -injectionKw;
}

/** The wanted output within the battery's power and what it can give or take in a minute. */
function within(battery: Battery, storedKwh: number, wantedKw: number): number {
  const { capacityKwh, floorKwh, powerKw, efficiency } = battery;
  const giveKw = (Math.max(0, storedKwh - floorKwh) * efficiency) / HOURS;
  const takeKw = Math.max(0, capacityKwh - storedKwh) / efficiency / HOURS;
  return Math.min(powerKw, giveKw, Math.max(-powerKw, -takeKw, wantedKw));
}

/** Energy in a battery after a minute at this output, in kWh. */
export function storedAfter(battery: Battery, storedKwh: number, outputKw: number): number {
  const { capacityKwh, floorKwh, efficiency } = battery;
  const changeKwh =
    outputKw > 0 ? -(outputKw / efficiency) * HOURS : -outputKw * efficiency * HOURS;
  return Math.min(capacityKwh, Math.max(Math.min(floorKwh, storedKwh), storedKwh + changeKwh));
}
