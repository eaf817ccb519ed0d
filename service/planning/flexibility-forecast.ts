import { floorQuarter, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { flexibility, injectionBand, type Flexibility } from "../engine/flexibility.ts";
import type { Band } from "../engine/forecast-quantiles.ts";
import { newFloats } from "../engine/float-arrays.ts";
import { forecast, forecastBand, type ForecastModel } from "../engine/forecast.ts";
import { applyLimit, toPlant } from "../engine/site-model.ts";
import type { Site, StoredKwh } from "../engine/site.ts";
import type { Outlook } from "../store/area-forecasts.ts";
import { loadLive } from "../store/live-state.ts";
import { loadSites, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { loadCurrentModels } from "./forecast-training.ts";

/** Seven days ahead, and the quarter-hours until the next refresh. */
export const HORIZON_QUARTERS = 7 * 96 + 8;

/** Half full: the middle of the possible range for a battery that never reported. */
const unreported = (site: Site): StoredKwh =>
  site.batteries.map((battery) => (battery.capacityKwh + battery.floorKwh) / 2);

const NO_BATTERIES: StoredKwh = [];

/** The energy of the batteries: as last known, else half full. */
export const storedIn = (site: Site, reportedKwh: ArrayLike<number> | undefined): StoredKwh => {
  if (site.batteries.length === 0) return NO_BATTERIES;
  const fallback = unreported(site);
  if (!reportedKwh || reportedKwh.length !== site.batteries.length) return fallback;
  return fallback.map((kwh, i) => (Number.isNaN(reportedKwh[i]!) ? kwh : reportedKwh[i]!));
};

/**
 * Forecast and flexibility over `count` quarter-hours from `startMs`, in arrays of `floats`;
 * `typicalPvKw` is as in `forecast`.
 */
export function toOutlook(
  site: Site,
  learned: ForecastModel,
  storedKwh: StoredKwh,
  startMs: number,
  count: number,
  floats = newFloats,
  typicalPvKw?: Float64Array,
): Flexibility {
  const expected = forecast(site, learned, startMs, count, floats, typicalPvKw);
  return flexibility(site, expected, storedKwh, startMs, count, floats);
}

/** The same with the band around the forecast, for a single location. */
export function toBandedOutlook(
  site: Site,
  model: ForecastModel,
  storedKwh: StoredKwh,
  startMs: number,
  count: number,
): Flexibility & Band {
  const expected = forecast(site, model, startMs, count);
  const bands = forecastBand(site, model, expected);
  return {
    ...flexibility(site, expected, storedKwh, startMs, count),
    ...injectionBand(site, expected, bands, storedKwh),
  };
}

/** The forecasts of these locations from the current quarter-hour on, as in the totals. */
export async function computeOutlooks(
  db: Db,
  locationIds: readonly string[],
  nowMs: number,
): Promise<Outlook[]> {
  if (locationIds.length === 0) return [];
  const startMs = floorQuarter(nowMs);
  const sites = await loadSites(db, { kind: "locations", ids: locationIds });
  const learned = await loadCurrentModels(db, sites, startMs);
  const live = new Map((await loadLive(db, locationIds)).map((row) => [row.locationId, row]));
  return sites.map(({ locationId, site }) => {
    const stored = storedIn(site, live.get(locationId)?.freeKwh);
    const room = toOutlook(site, learned.get(locationId)!, stored, startMs, HORIZON_QUARTERS);
    return { locationId, startMs, ...room };
  });
}

/**
 * The forecast of one location after the current quarter-hour; its batteries are first simulated
 * through the rest of that.
 */
export async function outlookAfterNow(db: Db, stored: StoredSite, nowMs: number): Promise<Outlook> {
  const { site, locationId } = stored;
  const quarterMs = floorQuarter(nowMs);
  const learned = (await loadCurrentModels(db, [stored], quarterMs)).get(locationId)!;
  const [live] = await loadLive(db, [locationId]);
  const kwh = [...storedIn(site, live?.freeKwh)];
  const current = forecast(site, learned, quarterMs, 1);
  const minutesLeft = Math.round((quarterMs + QUARTER_MS - nowMs) / MINUTE_MS);
  applyLimit(toPlant(site), null, current.pvKw[0]!, current.loadKw[0]!, kwh, minutesLeft);
  const startMs = quarterMs + QUARTER_MS;
  return { locationId, startMs, ...toBandedOutlook(site, learned, kwh, startMs, HORIZON_QUARTERS) };
}
