import {
  floorQuarter,
  getIspParts,
  HOUR_MS,
  MINUTE_MS,
  QUARTER_MS,
} from "../../lib/time/amsterdam.ts";
import { counterfactual, type EarlierMinutes } from "../engine/counterfactual.ts";
import { forecast, type ForecastModel } from "../engine/forecast.ts";
import { toMilliwattHours } from "../engine/value.ts";
import { activeControl, isRunning } from "../engine/simulate-plan.ts";
import { pvRatingKw } from "../engine/site-model.ts";
import { getGain, newPanelGain, SkyField } from "../engine/sky-field.ts";
import { lockSharedRows, lockTotals } from "../store/area-totals.ts";
import type { ControlAt } from "../store/controls.ts";
import {
  addPart,
  readPart,
  readTotals,
  writePart,
  writeTotals,
  type MeasuredPart,
  type PartOfDelivery,
} from "../store/deliveries.ts";
import type { MinuteRows } from "../store/minute-measurements.ts";
import type { StoredSite } from "../store/sites.ts";
import { loadPanelGains, loadSkyCells } from "../store/sky-observations.ts";
import type { Db } from "../store/store.ts";
import { MINUTES, toMeasuredMinutes } from "./aggregate-minutes.ts";
import { getFreeKwh, saveFreeKwh } from "./free-energy.ts";
import { loadCurrentModels, type CachedModels } from "./forecast-training.ts";
import { loadRamps, withRamps } from "./ramps.ts";
import type { Sky } from "./sky.ts";

/**
 * A finished quarter-hour for the computation of deliveries: by location, its measurements and
 * plans.
 */
export interface FinishedQuarter {
  sites: readonly StoredSite[];
  quarterMs: number;
  rows: ReadonlyMap<string, MinuteRows>;
  plans: ReadonlyMap<string, readonly ControlAt[]>;
  sky: Sky;
  models: ReadonlyMap<string, ForecastModel>;
}

const runsIn = ({ fromMs, toMs }: ControlAt, quarterMs: number): boolean =>
  toMs > quarterMs && fromMs < quarterMs + QUARTER_MS;

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
    field: field ?? SkyField.fromCells(await loadSkyCells(tx, quarterMs)),
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
}

/** The minutes under the controls before one, by location and by the id of that one. */
type EarlierBySite = Map<string, Map<string, EarlierMinutes>>;

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

interface QuarterOfControl extends FinishedQuarter {
  /** Of the controls measured so far; gets those of each control that is measured. */
  earlier: EarlierBySite;
}

async function measureControl(
  tx: Db,
  control: ControlAt,
  quarter: QuarterOfControl,
): Promise<void> {
  const { id, fromMs, plannedToMs } = control;
  const { sites, quarterMs } = quarter;
  const part = (quarterMs - floorQuarter(fromMs)) / QUARTER_MS;
  const parts = getIspParts(fromMs, plannedToMs).length;
  const ids = sites.map(({ locationId }) => locationId);
  const before = await readPart(tx, id, ids, part);
  const changed = new Map<string, MeasuredPart & { lostKwhChange: number }>();
  const partMs = Math.min(quarterMs + QUARTER_MS, plannedToMs) - Math.max(quarterMs, fromMs);
  const runMs = Math.min(quarterMs + QUARTER_MS, control.toMs) - Math.max(quarterMs, fromMs);
  for (const site of sites) {
    const previous = before.get(site.locationId);
    if (!previous) continue;
    const measured = measurePart(control, site, quarter, { part, parts, inputs: previous });
    if (isSame(measured, previous)) continue;
    const lostKwhChange = getLostKwh(measured, partMs) - getLostKwh(previous, partMs);
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

/** What the control curtailed, as its value has it, in milliwatt-hours; 0 if it is not known. */
function getCurtailed({ valuedKw, valuedWithoutKw }: MeasuredPart, runMs: number): number {
  if (!Number.isFinite(valuedWithoutKw - valuedKw)) return 0;
  return toMilliwattHours(valuedWithoutKw, runMs) - toMilliwattHours(valuedKw, runMs);
}

/** What net injection lacks through the control in kWh; 0 if it is not known. */
function getLostKwh({ valuedKw, valuedWithoutKw }: MeasuredPart, partMs: number): number {
  const lostKw = valuedWithoutKw - valuedKw;
  return Number.isFinite(lostKw) ? (lostKw * partMs) / HOUR_MS : 0;
}

const isSame = (a: MeasuredPart, b: MeasuredPart): boolean =>
  Object.is(a.measuredKw, b.measuredKw) &&
  Object.is(a.counterfactualKw, b.counterfactualKw) &&
  Object.is(a.ownErrorKw, b.ownErrorKw) &&
  Object.is(a.sharedErrorKw, b.sharedErrorKw) &&
  Object.is(a.valuedKw, b.valuedKw) &&
  Object.is(a.valuedWithoutKw, b.valuedWithoutKw) &&
  Object.is(a.throughputKw, b.throughputKw);

const UNKNOWN: MeasuredPart = {
  measuredKw: NaN,
  counterfactualKw: NaN,
  ownErrorKw: NaN,
  sharedErrorKw: NaN,
  valuedKw: NaN,
  valuedWithoutKw: NaN,
  throughputKw: NaN,
  freeKwh: null,
};

/**
 * The delivery of a control at one location over a quarter-hour in kW: averages over the minutes in
 * which it was in force, and in which it ran. Infinity if those were not most of its part of the
 * quarter-hour; NaN if fewer than half of them are known.
 */
function measurePart(
  control: ControlAt,
  site: StoredSite,
  { quarterMs, rows, plans, sky, models, earlier }: QuarterOfControl,
  { part, parts, inputs }: { part: number; parts: number; inputs: PartOfDelivery },
): MeasuredPart {
  const { locationId } = site;
  const all = plans.get(locationId)!;
  const minutesInForce = countMinutes(quarterMs, (ms) => activeControl(all, ms)?.id === control.id);
  const minutesRun = countMinutes(quarterMs, (ms) => isRunning(control, ms));
  const partMs =
    Math.min(quarterMs + QUARTER_MS, control.toMs) - Math.max(quarterMs, control.fromMs);
  const isMajority = (count: number) => count * 2 >= partMs / MINUTE_MS;
  const taken = { ...UNKNOWN, ...(!isMajority(minutesInForce) && { measuredKw: Infinity }) };
  if (!isMajority(minutesRun)) return { ...taken, valuedKw: Infinity };
  const minutes = rows.get(locationId);
  if (!minutes) return taken;
  const measured = toMeasuredMinutes(minutes, site.devices, quarterMs);
  const stored = getFreeKwh(control, site, minutes, { quarterMs, part, inputs });
  const { latitude, longitude } = site.site;
  const expected = forecast(site.site, models.get(locationId)!, quarterMs, 1);
  const context = {
    site: site.site,
    gain: getGain(sky.gains.get(locationId) ?? newPanelGain(), pvRatingKw(site.site)),
    sky: sky.field.at(latitude, longitude),
    expectedLoadKw: expected.loadKw[0]!,
    expectedPvKw: expected.pvKw[0]!,
    executed: inputs.executed > 0,
  };
  const newer = earlier.get(locationId) ?? new Map<string, EarlierMinutes>();
  earlier.set(locationId, newer);
  const found = counterfactual(measured, control, all, stored, context, newer);
  newer.set(control.id, found.earlier);
  const freeKwh = saveFreeKwh(inputs.freeKwh, found.storedKwh, part, parts);
  const hasDelivery =
    isMajority(minutesInForce) &&
    found.minutesInForce * 2 >= minutesInForce &&
    !Number.isNaN(found.counterfactualKw);
  const hasValue = found.minutes * 2 >= minutesRun && !Number.isNaN(found.valuedWithoutKw);
  return {
    ...taken,
    freeKwh,
    ...(hasDelivery && {
      measuredKw: Math.fround(found.measuredKw),
      counterfactualKw: Math.fround(found.counterfactualKw),
    }),
    ...((hasDelivery || hasValue) && {
      ownErrorKw: Math.fround(found.error.ownKw),
      sharedErrorKw: Math.fround(found.error.sharedKw),
    }),
    ...(hasValue && {
      valuedKw: Math.fround(found.valuedKw),
      valuedWithoutKw: Math.fround(found.valuedWithoutKw),
      throughputKw: Math.fround(found.throughputKw),
    }),
  };
}

function countMinutes(quarterMs: number, counts: (ms: number) => boolean): number {
  let count = 0;
  for (let minute = 0; minute < MINUTES; minute++)
    if (counts(quarterMs + minute * MINUTE_MS)) count += 1;
  return count;
}
