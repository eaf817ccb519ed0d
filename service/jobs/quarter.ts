import { dayAt, floorQuarter, ispNumber, QUARTER_MS } from "../engine/calendar.ts";
import { expect, sumOverAreas } from "../planning/expect.ts";
import { recordIsp, type IspValues, type Slot } from "../store/record-isp.ts";
import {
  loadExpectations,
  saveAreaExpectations,
  saveExpectations,
  type Expectation,
} from "../store/expectations.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";

/** Where the interval that holds this moment stands in its local day. */
export function slotAt(ms: number): Slot {
  const day = dayAt(ms);
  return { day: day.date, isps: day.isps, index: ispNumber(ms) - 1 };
}

/** Makes and keeps the forecasts of all sites, their zones and groups, from `nowMs` on. */
export async function refreshForecasts(
  db: Db,
  sites: readonly StoredSite[],
  nowMs: number,
): Promise<void> {
  const rows = await expect(db, sites, nowMs);
  await db.transaction(async (tx) => {
    await saveExpectations(tx, rows);
    await saveAreaExpectations(tx, sumOverAreas(sites, rows));
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
  const rows = await loadExpectations(
    db,
    sites.map((site) => site.locationId),
  );
  const byLocation = new Map(rows.map((row) => [row.locationId, row]));
  const frozen = sites.flatMap((site) =>
    frozenAt(site, byLocation.get(site.locationId), quarterMs),
  );
  await recordIsp(db, slotAt(quarterMs), frozen);
  return frozen.length === sites.length;
}

function frozenAt(site: StoredSite, row: Expectation | undefined, quarterMs: number): IspValues[] {
  if (!row) return [];
  const index = (quarterMs - floorQuarter(row.start.getTime())) / QUARTER_MS;
  const forecast = row.forecast[index];
  if (forecast === undefined || Number.isNaN(forecast)) return [];
  return [
    {
      locationId: site.locationId,
      groupId: site.groupId,
      biddingZone: site.biddingZone,
      forecast,
      upward: row.upward[index],
      downward: row.downward[index],
    },
  ];
}
