import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { counterfactual, type EarlierMinutes } from "../engine/counterfactual.ts";
import { forecast, type ForecastModel } from "../engine/forecast.ts";
import { activeControl, isRunning } from "../engine/simulate-plan.ts";
import { pvRatingKw } from "../engine/site-model.ts";
import { getGain, newPanelGain } from "../engine/sky-field.ts";
import type { ControlAt } from "../store/controls.ts";
import type { MeasuredPart, PartOfDelivery } from "../store/deliveries.ts";
import { MINUTES, type MinuteRows } from "../store/minute-rows.ts";
import type { StoredSite } from "../store/sites.ts";
import { toMeasuredMinutes } from "./aggregate-minutes.ts";
import { getFreeKwh, saveFreeKwh } from "./free-energy.ts";
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

/** The minutes under the controls before one, by location and by the id of that one. */
export type EarlierBySite = Map<string, Map<string, EarlierMinutes>>;

export interface QuarterOfControl extends FinishedQuarter {
  /** Of the controls measured so far; gets those of each control that is measured. */
  earlier: EarlierBySite;
}

const UNKNOWN: MeasuredPart = {
  measuredKw: NaN,
  counterfactualKw: NaN,
  ownErrorKw: NaN,
  sharedErrorKw: NaN,
  valuedKw: NaN,
  valuedWithoutKw: NaN,
  throughputKw: NaN,
  lostKw: NaN,
  freeKwh: null,
};

/** How long a control runs in a quarter-hour, with the minutes from which locations are excluded. */
export const getRunMs = ({ fromMs, toMs }: ControlAt, quarterMs: number): number =>
  Math.min(quarterMs + QUARTER_MS, toMs) - Math.max(quarterMs, fromMs);

/**
 * The delivery of a control at one location over a quarter-hour in kW: averages over the minutes in
 * which it was in force, and over all minutes of its part. Infinity if it was not in force in most of
 * them, or ran in none; NaN if fewer than half of them are known.
 */
export function measurePart(
  control: ControlAt,
  site: StoredSite,
  { quarterMs, rows, plans, sky, models, earlier }: QuarterOfControl,
  { part, parts, inputs }: { part: number; parts: number; inputs: PartOfDelivery },
): MeasuredPart {
  const { locationId } = site;
  const all = plans.get(locationId)!;
  const minutesInForce = countMinutes(quarterMs, (ms) => activeControl(all, ms)?.id === control.id);
  const minutesRun = countMinutes(quarterMs, (ms) => isRunning(control, ms));
  const runMs = getRunMs(control, quarterMs);
  const isMajority = (count: number) => count * 2 >= runMs / MINUTE_MS;
  const taken = { ...UNKNOWN, ...(!isMajority(minutesInForce) && { measuredKw: Infinity }) };
  if (minutesRun === 0) return { ...taken, valuedKw: Infinity };
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
  const hasValue = isMajority(found.minutes) && !Number.isNaN(found.valuedWithoutKw);
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
      lostKw: toStoredLostKw(found),
    }),
  };
}

/**
 * Lost energy as it is stored, in kW. NaN where it is the whole change of net injection: then that change
 * counts, rounded once, and lost energy and volume are the same number.
 */
export function toStoredLostKw({
  lostKw,
  valuedKw,
  valuedWithoutKw,
}: Pick<MeasuredPart, "lostKw" | "valuedKw" | "valuedWithoutKw">): number {
  const stored = Math.fround(lostKw);
  return stored === Math.fround(valuedWithoutKw - valuedKw) ? NaN : stored;
}

function countMinutes(quarterMs: number, counts: (ms: number) => boolean): number {
  let count = 0;
  for (let minute = 0; minute < MINUTES; minute++)
    if (counts(quarterMs + minute * MINUTE_MS)) count += 1;
  return count;
}
