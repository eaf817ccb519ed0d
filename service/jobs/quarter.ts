import { floorQuarter, QUARTER_MS } from "../engine/calendar.ts";
import { expect, sumOverAreas } from "../planning/expect.ts";
import { lockTotals } from "../store/area-totals.ts";
import {
  loadExpectations,
  saveAreaExpectations,
  saveExpectations,
  type Expectation,
} from "../store/expectations.ts";
import { heardOf } from "../store/live.ts";
import { recordIsp, slotAt, type IspValues } from "../store/record-isp.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";

/** Makes and keeps the forecasts of all sites, their zones and groups, from `nowMs` on. */
export async function refreshForecasts(
  db: Db,
  sites: readonly StoredSite[],
  nowMs: number,
): Promise<void> {
  const rows = await expect(db, sites, nowMs);
  await db.transaction(async (tx) => {
    await lockTotals(tx);
    await saveExpectations(tx, rows);
    await saveAreaExpectations(tx, sumOverAreas(sites, rows), new Date(floorQuarter(nowMs)));
  });
}

/**
 * Freezes the forecast of the interval that starts at `quarterMs` for every site that has one; it
 * is never changed afterwards.
 * @returns false when a site's forecast does not reach this interval.
 */
export async function freezeForecast(
  db: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
): Promise<boolean> {
  const ids = sites.map((site) => site.locationId);
  const rows = await loadExpectations(db, ids);
  const heard = await heardOf(db, ids, new Date(quarterMs));
  const frozen = rows.flatMap((row) => frozenAt(row, heard.has(row.locationId), quarterMs));
  await recordIsp(db, slotAt(quarterMs), frozen);
  return frozen.length === sites.length;
}

function frozenAt(row: Expectation, heard: boolean, quarterMs: number): IspValues[] {
  const index = (quarterMs - floorQuarter(row.start.getTime())) / QUARTER_MS;
  const forecast = row.forecast[index];
  if (forecast === undefined || Number.isNaN(forecast)) return [];
  const { locationId } = row;
  return [
    { locationId, forecast, upward: row.upward[index], downward: row.downward[index], heard },
  ];
}
