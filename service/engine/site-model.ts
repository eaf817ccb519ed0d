import type { ControlType } from "../../lib/contract/index.ts";
import { toRamps, type SiteRamps } from "./ramp.ts";
import type { Battery, Site } from "./site.ts";

/**
 * A site with its limits precomputed for simulation, and the result of its last minute. Plants with the
 * same number of batteries share the arrays of results, which are valid until one of them simulates
 * another minute.
 */
export interface Plant {
  /** In the order of `Site.batteries`. */
  batteries: readonly Battery[];
  /** Indices of the batteries that are not controllable, and of those that are. */
  own: readonly number[];
  followers: readonly number[];
  /** The number of controllable panels and batteries. */
  controllable: number;
  /** Share of the panels' output that is controllable, 0 to 1. */
  followingPvShare: number;
  /** The ramps of the controllable panels and of each battery; null for an immediate change. */
  ramps: SiteRamps | null;
  /** The connection limit in either direction; Infinity if unknown. */
  limitKw: number;
  /** Result: AC output of each battery, discharging positive. */
  outputKw: Float64Array;
  /** The output of each battery in the direction that a ramp begins with. */
  rampFromKw: Float64Array;
  /** Result: output of the panels after curtailment. */
  pvKw: number;
}

const MINUTES_PER_HOUR = 60;
const NONE: readonly number[] = [];
const FIRST: readonly number[] = [0];

/** The indices of some batteries; most sites have one, and share the lists. */
function indices({ batteries }: Site, controllable: boolean): readonly number[] {
  if (!batteries.some((battery) => battery.controllable === controllable)) return NONE;
  if (batteries.length === 1) return FIRST;
  return batteries.flatMap((battery, index) =>
    battery.controllable === controllable ? [index] : [],
  );
}

/** Arrays for results by the number of batteries. */
const outputs: Float64Array[] = [];
const rampOutputs: Float64Array[] = [];

/** Maximum total AC output of the panels of a site in kW; `which` selects some of them. */
export function pvRatingKw(site: Site, which?: (panels: Site["panels"][number]) => boolean) {
  let kw = 0;
  for (const panels of site.panels) {
    if (!which || which(panels)) kw += Math.min(panels.peakKw, panels.inverterKw);
  }
  return kw;
}

/** The numbers of controllable panels and batteries of a site. */
export function controllableDevices({ panels, batteries }: Site): number {
  let count = 0;
  for (const { controllable } of panels) count += Number(controllable);
  for (const { controllable } of batteries) count += Number(controllable);
  return count;
}

/**
 * Share of the panels' output that is controllable, 0 to 1: the expected output is attributed to
 * inverters in proportion to their rating.
 */
export function getFollowingPvShare(site: Site): number {
  const all = pvRatingKw(site);
  return all > 0 ? pvRatingKw(site, isControllable) / all : 0;
}
const isControllable = (panels: Site["panels"][number]) => panels.controllable;

/** The connection limit in either direction in kW; Infinity if unknown. */
export const getLimitKw = (site: Site): number => site.connectionLimitKw ?? Infinity;

export function toPlant(site: Site): Plant {
  const count = site.batteries.length;
  return {
    batteries: site.batteries,
    own: indices(site, false),
    followers: indices(site, true),
    controllable: controllableDevices(site),
    followingPvShare: getFollowingPvShare(site),
    ramps: toRamps(site),
    limitKw: getLimitKw(site),
    outputKw: (outputs[count] ??= new Float64Array(count)),
    rampFromKw: (rampOutputs[count] ??= new Float64Array(count)),
    pvKw: 0,
  };
}

/** Maximum AC power at which a battery can charge for a whole minute, in kW. */
function takesKw(battery: Battery, storedKwh: number): number {
  const roomKw = ((battery.capacityKwh - storedKwh) * MINUTES_PER_HOUR) / battery.efficiency;
  return Math.max(0, Math.min(battery.powerKw, roomKw));
}

/** Maximum AC power at which a battery can discharge for a whole minute, in kW. */
function givesKw(battery: Battery, storedKwh: number): number {
  const energyKw = (storedKwh - battery.floorKwh) * MINUTES_PER_HOUR * battery.efficiency;
  return Math.max(0, Math.min(battery.powerKw, energyKw));
}

/**
 * Requests a total output from batteries one after another (negative charges); returns their actual
 * output.
 */
function requestPower(
  plant: Plant,
  which: readonly number[],
  wishKw: number,
  storedKwh: readonly number[],
) {
  let totalKw = 0;
  for (let at = 0; at < which.length; at++) {
    const index = which[at]!;
    const battery = plant.batteries[index]!;
    const stored = storedKwh[index] ?? battery.floorKwh;
    const restKw = wishKw - totalKw;
    const outputKw =
      restKw < 0
        ? -Math.min(-restKw, takesKw(battery, stored))
        : Math.min(restKw, givesKw(battery, stored));
    plant.outputKw[index] = outputKw;
    totalKw += outputKw;
  }
  return totalKw;
}

function capped(plant: Plant, injectionKw: number, pvKw: number, maxKw: number): number {
  const surplus = Math.max(0, injectionKw - maxKw);
  const curtailedKw = Math.min(surplus, pvKw * plant.followingPvShare);
  plant.pvKw = pvKw - curtailedKw;
  return injectionKw - curtailedKw;
}

function selfConsume(plant: Plant, pvKw: number, loadKw: number, stored: readonly number[]) {
  const balanceKw = pvKw - loadKw;
  const afterOwn = balanceKw + requestPower(plant, plant.own, -balanceKw, stored);
  return afterOwn + requestPower(plant, plant.followers, -afterOwn, stored);
}

function maxProduction(plant: Plant, pvKw: number, loadKw: number, stored: readonly number[]) {
  const balanceKw = pvKw - loadKw;
  const afterOwn = balanceKw + requestPower(plant, plant.own, -balanceKw, stored);
  const injectionKw =
    afterOwn + requestPower(plant, plant.followers, plant.limitKw - afterOwn, stored);
  return capped(plant, injectionKw, pvKw, plant.limitKw);
}

function maxConsumption(plant: Plant, pvKw: number, loadKw: number, stored: readonly number[]) {
  const followingKw = pvKw * plant.followingPvShare;
  const balanceKw = pvKw - followingKw - loadKw;
  const afterOwn = balanceKw + requestPower(plant, plant.own, -balanceKw, stored);
  const wishKw = -plant.limitKw - afterOwn;
  const usedKw = Math.min(followingKw, Math.max(0, wishKw));
  plant.pvKw = pvKw - followingKw + usedKw;
  return afterOwn + usedKw + requestPower(plant, plant.followers, wishKw - usedKw, stored);
}

/**
 * Simulates one minute of a plant and returns its net injection in kW; `pvKw` and `outputKw` of the
 * plant hold the details. Balance = panels − load; injection = balance + batteries − curtailment.
 *
 * Normal operation (`null`): batteries follow the balance (own first, then followers, each within
 * power, room and energy above the floor), then following panels hold the connection limit.
 * ZERO_EXPORT: the same with an export limit of 0.
 * MAX_PRODUCTION: followers discharge up to the connection limit; they charge only the excess.
 * MAX_CONSUMPTION: following panels off, followers charge up to the connection limit. If the load
 * alone exceeds the limit, panels stay on and then followers discharge, as far as necessary.
 * Load is never shed. With unknown panels or load, injection is unknown and batteries are idle.
 */
export function getInjectionKw(
  plant: Plant,
  mode: ControlType | null,
  pvKw: number,
  loadKw: number,
  storedKwh: readonly number[],
): number {
  if (Number.isNaN(pvKw) || Number.isNaN(loadKw)) {
    plant.outputKw.fill(0);
    plant.pvKw = pvKw;
    return NaN;
  }
  if (mode === "MAX_PRODUCTION") return maxProduction(plant, pvKw, loadKw, storedKwh);
  if (mode === "MAX_CONSUMPTION") return maxConsumption(plant, pvKw, loadKw, storedKwh);
  const injectionKw = selfConsume(plant, pvKw, loadKw, storedKwh);
  const maxKw = mode === "ZERO_EXPORT" ? 0 : plant.limitKw;
  return capped(plant, injectionKw, pvKw, maxKw);
}

/** Energy that leaves a battery at an AC output over some minutes, in kWh; negative when it charges. */
export function getDischargedKwh(battery: Battery, outputKw: number, minutes: number): number {
  const hours = minutes / MINUTES_PER_HOUR;
  return outputKw < 0
    ? outputKw * battery.efficiency * hours
    : (outputKw / battery.efficiency) * hours;
}

/**
 * The number of minutes, at most `maxMinutes` and at least 1, for which the last result repeats with
 * constant panels and load: until a battery can no longer keep its output for a whole minute.
 */
function repeats(plant: Plant, storedKwh: readonly number[], maxMinutes: number): number {
  let minutes = maxMinutes;
  for (let index = 0; index < plant.batteries.length; index++) {
    const outputKw = plant.outputKw[index]!;
    if (outputKw === 0) continue;
    const battery = plant.batteries[index]!;
    const stored = storedKwh[index] ?? battery.floorKwh;
    const reachKwh = outputKw < 0 ? battery.capacityKwh - stored : stored - battery.floorKwh;
    const perMinuteKwh = Math.abs(getDischargedKwh(battery, outputKw, 1));
    minutes = Math.min(minutes, Math.floor(reachKwh / perMinuteKwh));
  }
  return Math.max(1, minutes);
}

/** Applies the last result to the batteries for some minutes; changes `storedKwh`. */
export function settle(plant: Plant, storedKwh: number[], minutes: number): void {
  for (let index = 0; index < plant.batteries.length; index++) {
    const outputKw = plant.outputKw[index]!;
    if (outputKw === 0) continue;
    const battery = plant.batteries[index]!;
    const stored =
      (storedKwh[index] ?? battery.floorKwh) - getDischargedKwh(battery, outputKw, minutes);
    storedKwh[index] =
      outputKw < 0 ? Math.min(battery.capacityKwh, stored) : Math.max(battery.floorKwh, stored);
  }
}

/**
 * Simulates some minutes with constant panels, load and direction. Returns the sum of net injection
 * over the minutes, in kW × minutes; changes `storedKwh`.
 */
export function applyLimit(
  plant: Plant,
  mode: ControlType | null,
  pvKw: number,
  loadKw: number,
  storedKwh: number[],
  minutes: number,
): number {
  if (plant.batteries.length === 0)
    return getInjectionKw(plant, mode, pvKw, loadKw, storedKwh) * minutes;
  let total = 0;
  for (let left = minutes; left > 0;) {
    const injectionKw = getInjectionKw(plant, mode, pvKw, loadKw, storedKwh);
    const count = repeats(plant, storedKwh, left);
    settle(plant, storedKwh, count);
    total += injectionKw * count;
    left -= count;
  }
  return total;
}

/** The first or second minute after a change of direction. */
export interface RampMinute {
  from: ControlType | null;
  minute: 0 | 1;
}

/**
 * Simulates one minute between two directions: panels and batteries are between the outputs of
 * both, by their ramps. Returns the net injection in kW; changes `storedKwh`.
 */
export function applyRamp(
  plant: Plant,
  { from, minute }: RampMinute,
  mode: ControlType | null,
  pvKw: number,
  loadKw: number,
  storedKwh: number[],
): number {
  const fromKw = getInjectionKw(plant, from, pvKw, loadKw, storedKwh);
  const { ramps, pvKw: fromPvKw, rampFromKw } = plant;
  rampFromKw.set(plant.outputKw);
  const injectionKw = getInjectionKw(plant, mode, pvKw, loadKw, storedKwh);
  if (!ramps || Number.isNaN(fromKw)) {
    settle(plant, storedKwh, 1);
    return injectionKw;
  }
  let batteriesKw = 0;
  plant.pvKw = fromPvKw + (plant.pvKw - fromPvKw) * ramps.panels[minute];
  for (let index = 0; index < plant.outputKw.length; index++) {
    const start = rampFromKw[index]!;
    plant.outputKw[index] =
      start + (plant.outputKw[index]! - start) * ramps.batteries[index]![minute];
    batteriesKw += plant.outputKw[index]!;
  }
  settle(plant, storedKwh, 1);
  return plant.pvKw - loadKw + batteriesKw;
}
