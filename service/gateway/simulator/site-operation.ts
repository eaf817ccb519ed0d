import type { ControlType } from "../../../lib/contract/index.ts";
import type { Battery, Site } from "../../engine/site.ts";

const HOURS = 1 / 60;

/** The operating mode of a site: by a setpoint, or normal operation. */
type Mode = ControlType | "NORMAL";

/** The mode, and the limit of net injection in its direction in kW (null: no limit). */
export interface Instruction {
  mode: Mode;
  limitKw: number | null;
}

export const NORMAL: Instruction = { mode: "NORMAL", limitKw: null };

/**
 * The powers of a plant during one minute, in kW. Battery output is positive, charging negative.
 */
export interface Operation {
  pvKw: number;
  batteryKw: number[];
}

/** Solar power and load of a minute, and the battery energy at its start. */
export interface Moment {
  potentialKw: Float64Array;
  loadKw: number;
  storedKwh: readonly number[];
}

/**
 * The operation of a site's devices for one minute. In normal operation batteries store surplus and
 * cover load, and panels produce up to the connection limit.
 * - MAX_PRODUCTION: batteries discharge up to the connection limit and charge only with what
 * exceeds it.
 * - ZERO_EXPORT: as in normal operation, and panels follow the load once batteries are full.
 * - MAX_CONSUMPTION: panels off, batteries charge up to the connection limit.
 * An instruction's limit acts like a smaller connection in its direction. Devices that cannot be
 * controlled stay in normal operation.
 */
export function operate(site: Site, instruction: Instruction, moment: Moment): Operation {
  const { mode } = instruction;
  const minKw = getMinKw(site, instruction);
  const maxKw = getMaxKw(site, instruction);
  const fixedKw = sunOn(site, false, moment.potentialKw);
  let bendingKw = sunOn(site, true, moment.potentialKw);
  if (mode === "MAX_CONSUMPTION") {
    bendingKw = Math.min(bendingKw, Math.max(0, minKw - fixedKw + moment.loadKw));
  }
  let injectionKw = fixedKw + bendingKw - moment.loadKw;
  const batteryKw: number[] = [];
  for (let i = 0; i < site.batteries.length; i++) {
    const battery = site.batteries[i]!;
    const wantedKw = wanted(battery, mode, injectionKw, minKw, maxKw);
    const outputKw = clampToBattery(battery, moment.storedKwh[i] ?? battery.floorKwh, wantedKw);
    batteryKw.push(outputKw);
    injectionKw += outputKw;
  }
  const curtailedKw = Math.min(bendingKw, Math.max(0, injectionKw - maxKw));
  return { pvKw: fixedKw + bendingKw - curtailedKw, batteryKw };
}

/** Available solar power of the controllable, or the other, inverters in kW. */
function sunOn(site: Site, followers: boolean, potentialKw: Float64Array): number {
  let sumKw = 0;
  for (let i = 0; i < potentialKw.length; i++) {
    if (site.panels[i]!.controllable === followers) sumKw += potentialKw[i]!;
  }
  return sumKw;
}

/** The minimum net injection under the connection limit and the instruction, in kW. */
function getMinKw(site: Site, { mode, limitKw }: Instruction): number {
  const carriedKw = site.connectionLimitKw ?? Infinity;
  return mode === "MAX_CONSUMPTION" && limitKw !== null
    ? Math.max(-carriedKw, limitKw)
    : -carriedKw;
}

/** The maximum net injection under the connection limit and the instruction, in kW. */
function getMaxKw(site: Site, { mode, limitKw }: Instruction): number {
  const carriedKw = site.connectionLimitKw ?? Infinity;
  if (mode === "ZERO_EXPORT") return Math.min(carriedKw, limitKw ?? 0);
  return mode === "MAX_PRODUCTION" && limitKw !== null ? Math.min(carriedKw, limitKw) : carriedKw;
}

/** The desired output of a battery in kW, before its own limits; `injectionKw` excludes it. */
function wanted(
  battery: Battery,
  mode: Mode,
  injectionKw: number,
  minKw: number,
  maxKw: number,
): number {
  if (battery.controllable && mode === "MAX_PRODUCTION") return maxKw - injectionKw;
  if (battery.controllable && mode === "MAX_CONSUMPTION") {
    return -Math.max(0, injectionKw - minKw);
  }
  return -injectionKw;
}

/** The desired output, clamped to the battery's power and its energy for a minute. */
function clampToBattery(battery: Battery, storedKwh: number, wantedKw: number): number {
  const { capacityKwh, floorKwh, powerKw, efficiency } = battery;
  const giveKw = (Math.max(0, storedKwh - floorKwh) * efficiency) / HOURS;
  const takeKw = Math.max(0, capacityKwh - storedKwh) / efficiency / HOURS;
  const outputKw = Math.min(powerKw, giveKw, Math.max(-powerKw, -takeKw, wantedKw));
  return outputKw === 0 ? 0 : outputKw;
}

/** Energy in a battery after a minute at this output, in kWh. */
export function storedAfter(battery: Battery, storedKwh: number, outputKw: number): number {
  const { capacityKwh, floorKwh, efficiency } = battery;
  const changeKwh =
    outputKw > 0 ? -(outputKw / efficiency) * HOURS : -outputKw * efficiency * HOURS;
  return Math.min(capacityKwh, Math.max(Math.min(floorKwh, storedKwh), storedKwh + changeKwh));
}

/**
 * The output of each inverter when the total is `pvKw`: controllable ones share the curtailment.
 */
export function inverterOutputs(site: Site, potentialKw: Float64Array, pvKw: number): number[] {
  const bendingKw = sunOn(site, true, potentialKw);
  const followingKw = pvKw - sunOn(site, false, potentialKw);
  const share = bendingKw > 0 ? followingKw / bendingKw : 0;
  return site.panels.map(({ controllable }, i) => potentialKw[i]! * (controllable ? share : 1));
}
