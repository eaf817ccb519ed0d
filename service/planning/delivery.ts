import {
  floorQuarter,
  getIspParts,
  HOUR_MS,
  MINUTE_MS,
  QUARTER_MS,
} from "../../lib/time/amsterdam.ts";
import { divideMinutes, type MinutesInForce } from "../engine/minutes-in-force.ts";
import type { Period } from "../engine/preferences.ts";
import type { SkyField } from "../engine/sky-field.ts";
import { toCurtailed } from "../engine/value.ts";
import { lockSharedRows, lockTotals } from "../store/area-totals.ts";
import type { ControlAt } from "../store/controls.ts";
import {
  addPart,
  readPart,
  readTotals,
  writePart,
  writeTotals,
  type MeasuredPart,
} from "../store/deliveries.ts";
import { writePartInForce, type PartInForce } from "../store/minutes-in-force.ts";
import type { StoredSite } from "../store/sites.ts";
import { loadPanelGains } from "../store/sky-observations.ts";
import type { Db } from "../store/store.ts";
import { toMeasuredMinutes } from "./aggregate-minutes.ts";
import {
  getRunMs,
  measurePart,
  type EarlierBySite,
  type FinishedQuarter,
  type QuarterOfControl,
} from "./delivery-part.ts";
import { loadCurrentModels, type CachedModels } from "./forecast-training.ts";
import { loadSky } from "./sky-parts.ts";
import { loadRamps, withRamps } from "./ramps.ts";

/** Whether a control or period runs in any part of a quarter-hour. */
export const runsIn = ({ fromMs, toMs }: Period, quarterMs: number): boolean =>
  toMs > quarterMs && fromMs < quarterMs + QUARTER_MS;

/** Which of the intervals of a control a quarter-hour is, and how many there are. */
const getPart = ({ fromMs, plannedToMs }: ControlAt, quarterMs: number) => ({
  part: (quarterMs - floorQuarter(fromMs)) / QUARTER_MS,
  parts: getIspParts(fromMs, plannedToMs).length,
});

/**
 * Like `measureDeliveries`, with the stored forecast models and sky; `field` is that sky, and `cached`
 * has models, if they are known.
 */
export async function measureWithSavedSky(
  tx: Db,
  quarter: Omit<FinishedQuarter, "sky" | "models">,
  { field, cached }: { field?: SkyField; cached?: CachedModels } = {},
): Promise<void> {
  const { quarterMs, plans } = quarter;
  const running = quarter.sites.filter(({ locationId }) =>
    plans.get(locationId)?.some((control) => runsIn(control, quarterMs)),
  );
  if (running.length === 0) return;
  const sites = await withLearnedRamps(tx, running, plans);
  const ids = sites.map(({ locationId }) => locationId);
  const sky = {
    field: field ?? (await loadSky(tx, quarterMs)),
    gains: await loadPanelGains(tx, ids),
  };
  const models = await loadCurrentModels(tx, sites, quarterMs, cached);
  await measureDeliveries(tx, { ...quarter, sites, sky, models });
}

/**
 * Records what the controls of a finished quarter-hour delivered at these locations: measured less
 * counterfactual, and updates their sums. It is idempotent. Call it in a transaction.
 */
export async function measureDeliveries(tx: Db, quarter: FinishedQuarter): Promise<void> {
  const found = new Map<string, { control: ControlAt; sites: StoredSite[] }>();
  for (const site of quarter.sites) {
    for (const control of quarter.plans.get(site.locationId) ?? []) {
      if (!runsIn(control, quarter.quarterMs)) continue;
      const entry = found.get(control.id) ?? { control, sites: [] };
      entry.sites.push(site);
      found.set(control.id, entry);
    }
  }
  if (found.size === 0) return;
  await lockTotals(tx);
  const earlier: EarlierBySite = new Map();
  for (const { control, sites } of newestFirst(found, quarter.plans))
    await measureControl(tx, control, { ...quarter, sites, earlier });
  await recordMinutesInForce(tx, { ...quarter, earlier });
}

/**
 * Records what changed in the minutes in which controls were in force, against no control at all, where
 * a quarter-hour was not that of a single control.
 */
async function recordMinutesInForce(
  tx: Db,
  { sites, quarterMs, rows, plans, earlier }: QuarterOfControl,
): Promise<void> {
  const found = new Map<ControlAt, Map<string, PartInForce>>();
  for (const { locationId, devices } of sites) {
    const all = plans.get(locationId) ?? [];
    const running = all.filter((control) => runsIn(control, quarterMs));
    const minutes = rows.get(locationId);
    if (!minutes || isOfOne(running, quarterMs)) continue;
    const measured = toMeasuredMinutes(minutes, devices, quarterMs);
    const divided = divideMinutes(measured, all, earlier.get(locationId) ?? new Map());
    for (const control of running) {
      const inForce = divided.get(control.id);
      if (!inForce) continue;
      const byLocation = found.get(control) ?? new Map<string, PartInForce>();
      found.set(control, byLocation);
      byLocation.set(locationId, toPartInForce(inForce, getRunMs(control, quarterMs)));
    }
  }
  for (const [control, byLocation] of found)
    await writePartInForce(tx, control.id, getPart(control, quarterMs), byLocation);
}

/** Whether all minutes of these controls in a quarter-hour are those of one that was in force. */
const isOfOne = ([first, ...others]: readonly ControlAt[], quarterMs: number): boolean =>
  first === undefined ||
  (others.length === 0 && !first.except?.some((period) => runsIn(period, quarterMs)));

/** Averages over all of its part of the quarter-hour, so that energies add up. */
function toPartInForce(
  { minutes, measuredMinutes, measuredKw, withoutAnyKw }: MinutesInForce,
  runMs: number,
): PartInForce {
  if (measuredMinutes * 2 < minutes) return { inForceKw: NaN, inForceExportKw: NaN };
  const share = (minutes * MINUTE_MS) / runMs;
  return {
    inForceKw: (measuredKw - withoutAnyKw) * share,
    inForceExportKw: (Math.max(measuredKw, 0) - Math.max(withoutAnyKw, 0)) * share,
  };
}

/** Controls, each after all that were accepted later at a location of it. */
function newestFirst<T extends { control: ControlAt; sites: StoredSite[] }>(
  found: ReadonlyMap<string, T>,
  plans: FinishedQuarter["plans"],
): T[] {
  const ordered = new Set<T>();
  const visit = (one: T): void => {
    if (ordered.has(one)) return;
    for (const { locationId } of one.sites) {
      const all = plans.get(locationId)!;
      for (const { id } of all.slice(all.findIndex(({ id }) => id === one.control.id) + 1)) {
        const newer = found.get(id);
        if (newer) visit(newer);
      }
    }
    ordered.add(one);
  };
  for (const one of found.values()) visit(one);
  return [...ordered];
}

async function measureControl(
  tx: Db,
  control: ControlAt,
  quarter: QuarterOfControl,
): Promise<void> {
  const { id } = control;
  const { sites, quarterMs } = quarter;
  const { part, parts } = getPart(control, quarterMs);
  const ids = sites.map(({ locationId }) => locationId);
  const before = await readPart(tx, id, ids, part);
  const changed = new Map<string, MeasuredPart & { lostKwhChange: number }>();
  const runMs = getRunMs(control, quarterMs);
  for (const site of sites) {
    const previous = before.get(site.locationId);
    if (!previous) continue;
    // With the exclusions of this location: those of others differ.
    const here = quarter.plans.get(site.locationId)!.find((one) => one.id === id)!;
    const measured = measurePart(here, site, quarter, { part, parts, inputs: previous });
    if (isSame(measured, previous)) continue;
    const lostKwhChange = getLostKwh(measured, runMs) - getLostKwh(previous, runMs);
    changed.set(site.locationId, { ...measured, lostKwhChange });
  }
  if (changed.size === 0) return;
  await lockSharedRows(tx);
  const totals = await readTotals(tx, id, parts);
  for (const [locationId, measured] of changed) {
    const inputs = before.get(locationId)!;
    addPart(totals, part, inputs, -1);
    addPart(totals, part, { ...inputs, ...measured }, 1);
    totals.valuedCurtailed[part]! += getCurtailed(measured, runMs) - getCurtailed(inputs, runMs);
  }
  await writePart(tx, id, { part, parts }, changed);
  await writeTotals(tx, id, totals);
}

/** The sites, those where one control follows another with the ramps of their devices. */
async function withLearnedRamps(
  tx: Db,
  sites: readonly StoredSite[],
  plans: FinishedQuarter["plans"],
): Promise<StoredSite[]> {
  const isShared = ({ locationId }: StoredSite) => plans.get(locationId)!.length > 1;
  const ids = sites.filter(isShared).map(({ locationId }) => locationId);
  if (ids.length === 0) return [...sites];
  const ramps = await loadRamps(tx, ids);
  return sites.map((stored) =>
    isShared(stored) ? { ...stored, site: withRamps(stored, ramps) } : stored,
  );
}

/** What the control curtailed, as its value has it, in milliwatt-hours. */
const getCurtailed = ({ valuedKw, valuedWithoutKw }: MeasuredPart, runMs: number): number =>
  toCurtailed(valuedWithoutKw, valuedKw, runMs);

/** What was not produced or not exported in kWh; 0 if it is not known. */
function getLostKwh({ lostKw, valuedKw, valuedWithoutKw }: MeasuredPart, runMs: number): number {
  const kw = Number.isNaN(lostKw) ? valuedWithoutKw - valuedKw : lostKw;
  return Number.isFinite(kw) ? (kw * runMs) / HOUR_MS : 0;
}

const isSame = (a: MeasuredPart, b: MeasuredPart): boolean =>
  Object.is(a.measuredKw, b.measuredKw) &&
  Object.is(a.counterfactualKw, b.counterfactualKw) &&
  Object.is(a.ownErrorKw, b.ownErrorKw) &&
  Object.is(a.sharedErrorKw, b.sharedErrorKw) &&
  Object.is(a.valuedKw, b.valuedKw) &&
  Object.is(a.valuedWithoutKw, b.valuedWithoutKw) &&
  Object.is(a.throughputKw, b.throughputKw) &&
  Object.is(a.lostKw, b.lostKw) &&
  isSameEnergy(a.freeKwh, b.freeKwh);

/** Whether the energies of batteries are as before; null if they were not computed. */
const isSameEnergy = (kwh: MeasuredPart["freeKwh"], before: MeasuredPart["freeKwh"]): boolean =>
  kwh === null ||
  (kwh.length === before?.length && kwh.every((value, i) => Object.is(value, before[i])));
