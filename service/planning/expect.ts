import { dayOf, floorQuarter, localDate, MINUTE_MS, QUARTER_MS } from "../engine/calendar.ts";
import { flexibility } from "../engine/flexibility.ts";
import { forecast, type Learned } from "../engine/forecast.ts";
import type { Site, StoredKwh } from "../engine/site.ts";
import { CONTROLLED, readManyDays, type LocationDay } from "../store/days.ts";
import type { AreaExpectation, AreaKind, Expectation } from "../store/expectations.ts";
import { loadLive, type LiveRow } from "../store/live.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";

/** Seven days ahead, and the quarters that pass until the next refresh. */
const HORIZON_QUARTERS = 7 * 96 + 8;
const LEARNED_QUARTERS = 8 * 96;

/** Half full: the middle of what a battery that never reported may hold. */
const unreported = (site: Site): StoredKwh =>
  site.batteries.map((battery) => (battery.capacityKwh + battery.floorKwh) / 2);

/** What the batteries hold: as last measured, else half full. */
export const storedIn = (site: Site, reported: ArrayLike<number> | undefined): StoredKwh =>
  reported && reported.length === site.batteries.length ? Array.from(reported) : unreported(site);

/**
 * Puts a location's days into one series that ends before `endMs`. Generation measured under a
 * control is left out: it says what the control did, not what the sun would have given.
 */
function learnedFrom(days: readonly LocationDay[], endMs: number): Learned {
  const startMs = endMs - LEARNED_QUARTERS * QUARTER_MS;
  const pvKw = new Float32Array(LEARNED_QUARTERS).fill(NaN);
  const loadKw = new Float32Array(LEARNED_QUARTERS).fill(NaN);
  for (const day of days) {
    const offset = (dayOf(day.day).startMs - startMs) / QUARTER_MS;
    for (let i = 0; i < day.isps; i++) {
      const at = offset + i;
      if (at < 0 || at >= LEARNED_QUARTERS) continue;
      if (!(day.flags[i]! & CONTROLLED)) pvKw[at] = day.pv[i]!;
      loadKw[at] = day.load[i]!;
    }
  }
  return { startMs, pvKw, loadKw };
}

/**
 * The forecast of one site from the current quarter on; `freeKwh` is what its batteries would hold
 * without any control.
 */
function expectationOf(
  stored: StoredSite,
  days: readonly LocationDay[],
  freeKwh: ArrayLike<number> | undefined,
  nowMs: number,
): Expectation {
  const startMs = floorQuarter(nowMs);
  const { site } = stored;
  const expected = forecast(site, learnedFrom(days, startMs), startMs, HORIZON_QUARTERS);
  const room = flexibility(site, expected, storedIn(site, freeKwh), startMs, HORIZON_QUARTERS);
  return {
    locationId: stored.locationId,
    start: new Date(startMs),
    pv: expected.pvKw,
    load: expected.loadKw,
    forecast: room.forecastKw,
    upward: room.upwardKw,
    downward: room.downwardKw,
  };
}

/** Makes the forecasts of these sites from what was measured until now. */
export async function expect(
  db: Db,
  sites: readonly StoredSite[],
  nowMs: number,
): Promise<Expectation[]> {
  const ids = sites.map((site) => site.locationId);
  if (ids.length === 0) return [];
  const endMs = floorQuarter(nowMs);
  const from = localDate(endMs - LEARNED_QUARTERS * QUARTER_MS);
  const days = await readManyDays(db, ids, from, localDate(endMs - MINUTE_MS));
  const byLocation = new Map<string, LocationDay[]>();
  for (const day of days)
    byLocation.set(day.locationId, [...(byLocation.get(day.locationId) ?? []), day]);
  const live = new Map<string, LiveRow>();
  for (const row of await loadLive(db, ids)) live.set(row.locationId, row);
  return sites.map((site) =>
    expectationOf(
      site,
      byLocation.get(site.locationId) ?? [],
      live.get(site.locationId)?.freeKwh,
      nowMs,
    ),
  );
}

/** Sums forecasts over the zones and groups their sites belong to. */
export function sumOverAreas(
  sites: readonly StoredSite[],
  rows: readonly Expectation[],
): AreaExpectation[] {
  const sums = new Map<string, AreaExpectation>();
  sites.forEach((site, i) => {
    const row = rows[i]!;
    const areas: [AreaKind, string | null][] = [
      ["bidding_zone", site.biddingZone],
      ["group", site.groupId],
    ];
    for (const [kind, areaId] of areas) if (areaId) addTo(sums, kind, areaId, row);
  });
  return [...sums.values()];
}

function addTo(
  sums: Map<string, AreaExpectation>,
  kind: AreaKind,
  areaId: string,
  row: Expectation,
): void {
  const key = `${kind} ${areaId}`;
  const nothing = () => new Float64Array(row.forecast.length);
  const sum = sums.get(key) ?? {
    kind,
    areaId,
    start: row.start,
    forecast: nothing(),
    upward: nothing(),
    downward: nothing(),
  };
  for (const name of ["forecast", "upward", "downward"] as const)
    row[name].forEach((value, i) => {
      if (!Number.isNaN(value)) sum[name][i]! += value;
    });
  sums.set(key, sum);
}
