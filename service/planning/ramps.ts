import type { DeviceType } from "../../lib/contract/index.ts";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import {
  getRamp,
  newRampEstimate,
  observeRamp,
  trainRamp,
  type RampEstimate,
} from "../engine/ramp.ts";
import { activeControl, RAMP_MINUTES, type PlannedControl } from "../engine/simulate-plan.ts";
import type { Site } from "../engine/site.ts";
import { lockSharedRows } from "../store/area-totals.ts";
import { loadDeviceRamps, saveDeviceRamps } from "../store/devices.ts";
import { readMinutes } from "../store/minute-measurements.ts";
import { MINUTES, type MinuteRows } from "../store/minute-rows.ts";
import { RAMPS_KEY, readServiceState, writeServiceState } from "../store/service-state.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";

/** Average ramps of the fleet by kind of device. */
export type FleetRamps = Partial<Record<DeviceType, RampEstimate>>;

/** Ramps of a location's devices, in the order of `StoredSite.devices`. */
export type DeviceRamps = readonly RampEstimate[];

/** The known ramps, by location and over the fleet. */
export interface LearnedRamps {
  devices: ReadonlyMap<string, DeviceRamps>;
  fleet: FleetRamps;
}

/** The number of changes in the fleet's average. */
const FLEET_CHANGES = 500;
/** Minutes after a change that are examined: the third one confirms that the device settled. */
const AFTER_MINUTES = RAMP_MINUTES + 2;
/** Maximum number of locations trained per quarter-hour; those with the least data first. */
const MAX_LOCATIONS = 5_000;

/**
 * An ending quarter-hour: its measurements, those of the one before, and the controls around it.
 */
export interface RampLesson {
  sites: readonly StoredSite[];
  quarterMs: number;
  rows: ReadonlyMap<string, MinuteRows>;
  previousRows: ReadonlyMap<string, MinuteRows>;
  plans: ReadonlyMap<string, readonly PlannedControl[]>;
}

/**
 * Minutes with a change of direction whose last examined minute lies in this quarter-hour, in
 * minutes from its start: negative ones began in the quarter-hour before. Only changes without
 * another one nearby.
 */
export function changeMinutes(
  controls: readonly PlannedControl[] | undefined,
  quarterMs: number,
): number[] {
  if (!controls) return [];
  const modeAt = (minute: number) =>
    activeControl(controls, quarterMs + minute * MINUTE_MS)?.type ?? null;
  const found: number[] = [];
  for (let minute = 1 - AFTER_MINUTES; minute <= MINUTES - AFTER_MINUTES; minute++) {
    const [before, after] = [modeAt(minute - 1), modeAt(minute)];
    if (before === after) continue;
    const isSteady =
      modeAt(minute - 2) === before &&
      modeAt(minute - 3) === before &&
      modeAt(minute + 1) === after &&
      modeAt(minute + 2) === after &&
      modeAt(minute + 3) === after;
    if (isSteady) found.push(minute);
  }
  return found;
}

function ratingsKw({ devices, site }: StoredSite): number[] {
  let [panels, batteries] = [0, 0];
  return devices.map(({ deviceType }) => {
    if (deviceType === "BATTERY") return site.batteries[batteries++]!.powerKw;
    if (deviceType !== "SOLAR_INVERTER") return NaN;
    const { peakKw, inverterKw } = site.panels[panels++]!;
    return Math.min(peakKw, inverterKw);
  });
}

/**
 * The ramps that the devices' power shows in an ending quarter-hour, combined with the known ones.
 * Pure; the result has only locations with new data.
 */
export function observeRamps(lesson: RampLesson, learnedRamps: LearnedRamps): LearnedRamps {
  const trained = new Map<string, DeviceRamps>();
  const fleet = { ...learnedRamps.fleet };
  for (const stored of lesson.sites) {
    const { locationId, devices } = stored;
    const minutes = changeMinutes(lesson.plans.get(locationId), lesson.quarterMs);
    if (minutes.length === 0) continue;
    const ratings = ratingsKw(stored);
    const estimates = [...estimatesOf(learnedRamps, stored)];
    for (const minute of minutes) {
      for (const [at, { controllable, deviceType }] of devices.entries()) {
        if (!controllable) continue;
        const kw = powersNear(lesson, locationId, at, minute);
        const seen = observeRamp(kw, ratings[at]!);
        if (!seen) continue;
        estimates[at] = trainRamp(estimates[at]!, seen);
        const ofKind = fleet[deviceType] ?? newRampEstimate();
        fleet[deviceType] = trainRamp(ofKind, seen, FLEET_CHANGES);
        trained.set(locationId, estimates);
      }
    }
  }
  return { devices: trained, fleet };
}

function estimatesOf({ devices: byLocation }: LearnedRamps, { locationId, devices }: StoredSite) {
  const locationRamps = byLocation.get(locationId);
  return locationRamps?.length === devices.length ? locationRamps : devices.map(newRampEstimate);
}

/** Power of a device from the minute before a change to the last examined minute, in kW. */
function powersNear(
  { rows, previousRows }: RampLesson,
  locationId: string,
  device: number,
  change: number,
): number[] {
  const minutes = Array.from({ length: AFTER_MINUTES + 1 }, (_, i) => change - 1 + i);
  return minutes.map((minute) => {
    const of = (minute < 0 ? previousRows : rows).get(locationId);
    return of?.power[(1 + device) * MINUTES + ((minute + MINUTES) % MINUTES)] ?? NaN;
  });
}

/** The site with the known ramps of its devices; the site itself if none is known. */
export function withRamps(stored: StoredSite, learnedRamps: LearnedRamps): Site {
  const { site, devices } = stored;
  const estimates = estimatesOf(learnedRamps, stored);
  const rampsOf = (kind: DeviceType) =>
    devices.flatMap(({ deviceType, controllable }, at) => {
      if (deviceType !== kind) return [];
      const fleet = learnedRamps.fleet[kind] ?? newRampEstimate();
      return [controllable ? getRamp(estimates[at]!, fleet) : undefined];
    });
  const [ofPanels, ofBatteries] = [rampsOf("SOLAR_INVERTER"), rampsOf("BATTERY")];
  if (![...ofPanels, ...ofBatteries].some((ramp) => ramp !== undefined)) return site;
  const attach = <T extends object>(all: readonly T[], ramps: typeof ofPanels): T[] =>
    all.map((one, i) => (ramps[i] ? { ...one, ramp: ramps[i] } : one));
  return {
    ...site,
    panels: attach(site.panels, ofPanels),
    batteries: attach(site.batteries, ofBatteries),
  };
}

/** The known ramps of these locations. */
export async function loadRamps(db: Db, locationIds: readonly string[]): Promise<LearnedRamps> {
  const fleet = (await readServiceState<FleetRamps>(db, RAMPS_KEY)) ?? {};
  return { devices: await loadDeviceRamps(db, locationIds), fleet };
}

/** Saves the ramps of devices. */
export async function saveRamps(tx: Db, { devices, fleet }: LearnedRamps): Promise<void> {
  if (devices.size === 0) return;
  await saveDeviceRamps(tx, devices);
  await writeServiceState(tx, RAMPS_KEY, fleet);
}

/** Trains the ramps on an ending quarter-hour. */
export async function closeRamps(tx: Db, quarter: Omit<RampLesson, "previousRows">): Promise<void> {
  const { quarterMs, plans } = quarter;
  const changed = quarter.sites.filter(
    ({ locationId }) => changeMinutes(plans.get(locationId), quarterMs).length > 0,
  );
  if (changed.length === 0) return;
  const ids = changed.map(({ locationId }) => locationId);
  await lockSharedRows(tx);
  const learnedRamps = await loadRamps(tx, ids);
  const seen = ({ locationId }: StoredSite) =>
    learnedRamps.devices.get(locationId)?.reduce((sum, { changes }) => sum + changes, 0) ?? 0;
  const sites = changed.toSorted((a, b) => seen(a) - seen(b)).slice(0, MAX_LOCATIONS);
  const early = sites.filter(({ locationId }) =>
    changeMinutes(plans.get(locationId), quarterMs).some((minute) => minute < 1),
  );
  const previousRows = await readMinutes(tx, quarterMs - QUARTER_MS, early);
  await saveRamps(tx, observeRamps({ ...quarter, sites, previousRows }, learnedRamps));
}
