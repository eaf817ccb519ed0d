import { setImmediate } from "node:timers/promises";
import {
  addBands,
  emptyBandSum,
  flexibility,
  summedBand,
  type BandSum,
} from "../engine/flexibility.ts";
import { FloatScratch } from "../engine/float-arrays.ts";
import { forecast, forecastBand, type ForecastModel } from "../engine/forecast.ts";
import type { Series, StoredKwh } from "../engine/site.ts";
import { HORIZON_QUARTERS, toOutlook, storedIn } from "../planning/flexibility-forecast.ts";
import { RETENTION_MS, recordQuarter } from "../planning/ingest.ts";
import { lockTotals } from "../store/area-totals.ts";
import {
  getAreas,
  saveAreaForecasts,
  type AreaForecast,
  type AreaKind,
} from "../store/area-forecasts.ts";
import { recentReporters, loadLive } from "../store/live-state.ts";
import { pruneFleetChanges } from "../store/fleet-changes.ts";
import { loadMinutes, pruneMinutes } from "../store/minute-measurements.ts";
import { pruneSky } from "../store/sky-observations.ts";
import { recordIsp, type IspValues } from "../store/record-isp.ts";
import type { StoredSite } from "../store/sites.ts";
import { slotAt } from "../store/interval-slot.ts";
import type { Db } from "../store/store.ts";

/** Sites processed before the event loop gets a turn. */
const SITES_AT_ONCE = 25;

/** Records the measurements of a finished quarter-hour and the delivery of its controls. */
export async function closeQuarter(
  db: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTotals(tx);
    const rows = await loadMinutes(tx, quarterMs);
    await recordQuarter(tx, sites, quarterMs, rows, { closing: true });
  });
  await pruneFleetChanges(db);
  await pruneMinutes(db, quarterMs - RETENTION_MS);
  await pruneSky(db, quarterMs - 2 * RETENTION_MS);
}

/** Sites with their training state and the battery energy without any control. */
async function* prospects(
  db: Db,
  sites: readonly StoredSite[],
  learned: ReadonlyMap<string, ForecastModel>,
) {
  const ids = sites.map((site) => site.locationId);
  const live = new Map((await loadLive(db, ids)).map((row) => [row.locationId, row]));
  for (const [i, stored] of sites.entries()) {
    if (i % SITES_AT_ONCE === SITES_AT_ONCE - 1) await setImmediate();
    const kwh = storedIn(stored.site, live.get(stored.locationId)?.freeKwh);
    yield { stored, learned: learned.get(stored.locationId)!, kwh };
  }
}

/** Makes and freezes the forecast of the starting quarter-hour; a frozen forecast never changes. */
export async function freezeForecast(
  db: Db,
  sites: readonly StoredSite[],
  learned: ReadonlyMap<string, ForecastModel>,
  quarterMs: number,
): Promise<void> {
  const ids = sites.map((site) => site.locationId);
  const reporters = await recentReporters(db, ids, new Date(quarterMs));
  const frozen: IspValues[] = [];
  for await (const { stored, learned: siteModel, kwh } of prospects(db, sites, learned)) {
    const { locationId, site } = stored;
    const room = toOutlook(site, siteModel, kwh, quarterMs, 1);
    frozen.push({
      locationId,
      forecast: room.forecastKw[0]!,
      upward: room.upwardKw[0]!,
      downward: room.downwardKw[0]!,
      recent: reporters.has(locationId),
      pvRecent: reporters.get(locationId)?.pv ?? false,
      batteryRecent: reporters.get(locationId)?.battery ?? false,
    });
  }
  await recordIsp(db, slotAt(quarterMs), frozen);
}

/**
 * Horizon of the bands of zones and groups: two days, and the quarter-hours until the next refresh.
 */
const BAND_QUARTERS = 2 * 96 + 8;

/** Sums the forecast of a zone or group. */
interface AreaSum extends AreaForecast {
  bands: BandSum;
}

/** Sums the forecasts of zones and groups over the next 7 days. */
export async function sumOutlooks(
  db: Db,
  sites: readonly StoredSite[],
  learned: ReadonlyMap<string, ForecastModel>,
  quarterMs: number,
): Promise<void> {
  const areas = new Map<string, AreaSum>();
  const scratch = new FloatScratch(12 * HORIZON_QUARTERS);
  for await (const { stored, learned: siteModel, kwh } of prospects(db, sites, learned))
    addToAreas(areas, stored, { model: siteModel, kwh, quarterMs }, scratch);
  const rows = [...areas.values()].map(({ bands, ...area }) => ({
    ...area,
    ...summedBand(bands, area.forecast.slice(0, BAND_QUARTERS)),
  }));
  await db.transaction(async (tx) => {
    await lockTotals(tx);
    await saveAreaForecasts(tx, rows);
  });
}

function addToAreas(
  areas: Map<string, AreaSum>,
  stored: StoredSite,
  at: { model: ForecastModel; kwh: StoredKwh; quarterMs: number },
  scratch: FloatScratch,
): void {
  const { site } = stored;
  const { model, kwh, quarterMs } = at;
  const floats = scratch.take;
  const expected = forecast(site, model, quarterMs, HORIZON_QUARTERS, floats);
  const outlook = flexibility(site, expected, kwh, quarterMs, HORIZON_QUARTERS, floats);
  const near = firstOf(expected, BAND_QUARTERS);
  const bands = forecastBand(site, model, near, floats);
  for (const [kind, areaId] of getAreas(stored)) {
    const key = `${kind} ${areaId}`;
    const sum = areas.get(key) ?? emptyArea(kind, areaId, quarterMs, outlook.forecastKw.length);
    addOnto(sum.forecast, outlook.forecastKw);
    addOnto(sum.upward, outlook.upwardKw);
    addOnto(sum.downward, outlook.downwardKw);
    addBands(sum.bands, near, bands);
    areas.set(key, sum);
  }
  scratch.clear();
}

const firstOf = ({ startMs, pvKw, loadKw }: Series, count: number): Series => ({
  startMs,
  pvKw: pvKw.subarray(0, count),
  loadKw: loadKw.subarray(0, count),
});

const emptyArea = (kind: AreaKind, areaId: string, quarterMs: number, count: number): AreaSum => ({
  kind,
  areaId,
  start: new Date(quarterMs),
  forecast: new Float64Array(count),
  upward: new Float64Array(count),
  downward: new Float64Array(count),
  bands: emptyBandSum(BAND_QUARTERS),
});

function addOnto(sum: Float64Array, kw: Float32Array): void {
  for (let i = 0; i < kw.length; i++) if (!Number.isNaN(kw[i]!)) sum[i]! += kw[i]!;
}
