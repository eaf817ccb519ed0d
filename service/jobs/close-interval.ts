import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { summedBand } from "../engine/flexibility.ts";
import { reuseFloats } from "../engine/float-arrays.ts";
import type { ForecastModel } from "../engine/forecast.ts";
import type { OutlookSum } from "../engine/outlook-sums.ts";
import type { StoredKwh } from "../engine/site.ts";
import {
  trainQuarter,
  type CachedModels,
  type TrainedQuarter,
} from "../planning/forecast-training.ts";
import { toOutlook, storedIn } from "../planning/flexibility-forecast.ts";
import { RETENTION_MS } from "../planning/ingest.ts";
import { Turns } from "../planning/turns.ts";
import { closePartition, type Prepared } from "../planning/record-quarter.ts";
import { lockSharedRows, lockTotals } from "../store/area-totals.ts";
import {
  getAreas,
  saveAreaForecasts,
  type AreaForecast,
  type AreaKind,
} from "../store/area-forecasts.ts";
import { recentReporters, loadLive } from "../store/live-state.ts";
import { currentTransaction, pruneFleetChanges } from "../store/fleet-changes.ts";
import { lockMinutes, pruneMinutes } from "../store/minute-measurements.ts";
import { writePartition } from "../store/partitions.ts";
import { pruneRateBuckets } from "../store/rate-buckets.ts";
import { pruneSky } from "../store/sky-observations.ts";
import { recordIsp, type IspValues } from "../store/record-isp.ts";
import type { StoredSite } from "../store/sites.ts";
import type { PartitionMembers } from "../store/partition-members.ts";
import { recordNewBlock } from "../store/record-block.ts";
import { slotAt } from "../store/interval-slot.ts";
import type { Db } from "../store/store.ts";
import { BAND_QUARTERS, type HashedSite } from "./far-sums.ts";

/** At least the arrays of a forecast that are in use together. */
const ARRAYS_PER_FORECAST = 8;

/** Sites whose forecasts are frozen in one transaction. */
const SITES_PER_RECORD = 10_000;

/**
 * Records the measurements of a finished quarter-hour and the delivery of its controls at all sites
 * of a partition, and that it is recorded until its end.
 * @returns its transaction
 */
export function closeQuarter(
  db: Db,
  closing: PartitionMembers,
  quarterMs: number,
  prepared: Prepared = {},
): Promise<string> {
  return db.transaction(async (tx) => {
    const { sites } = closing;
    await lockMinutes(tx, sites);
    await lockTotals(tx, "partition");
    await closePartition(tx, closing, quarterMs, prepared);
    const recordedUntilMs = quarterMs + QUARTER_MS;
    await writePartition(tx, closing.partition, { recordedUntilMs });
    return currentTransaction(tx);
  });
}

/** Deletes what is not needed after this quarter-hour. */
export async function prune(db: Db, quarterMs: number): Promise<void> {
  await pruneFleetChanges(db);
  await pruneRateBuckets(db, quarterMs);
  await pruneMinutes(db, quarterMs - RETENTION_MS);
  await pruneSky(db, quarterMs - 2 * RETENTION_MS);
}

/** The energy in the batteries of sites without any control. */
async function freeEnergy(
  db: Db,
  sites: readonly StoredSite[],
): Promise<(stored: StoredSite) => StoredKwh> {
  const withBattery = sites.filter(({ site }) => site.batteries.length > 0);
  const ids = withBattery.map((site) => site.locationId);
  const live = new Map((await loadLive(db, ids)).map((row) => [row.locationId, row.freeKwh]));
  return ({ locationId, site }) => storedIn(site, live.get(locationId));
}

/**
 * Makes and freezes the forecast of the starting quarter-hour; a frozen forecast never changes. It is
 * stored in a new block if `block` says so.
 */
async function freezeForecast(
  db: Db,
  sites: readonly StoredSite[],
  learned: ReadonlyMap<string, ForecastModel>,
  quarterMs: number,
  block: PartitionMembers | null,
): Promise<void> {
  for (let from = 0; from < sites.length; from += SITES_PER_RECORD) {
    const frozen = await freezePortion(
      db,
      sites.slice(from, from + SITES_PER_RECORD),
      learned,
      quarterMs,
    );
    if (!block || !(await recordNewBlock(db, block, quarterMs, frozen)))
      await recordIsp(db, slotAt(quarterMs), frozen, "partition");
  }
}

/**
 * Trains on the last quarter-hour and freezes the forecast of this one; `models` are those in memory. Models that are
 * not saved are trained again from what was recorded when they are read.
 * @returns the training state of the sites at its start, which may be the `models` of the next one
 */
export async function freezeQuarter(
  { db, models }: { db: Db; models: CachedModels },
  sites: readonly StoredSite[],
  quarterMs: number,
  { isSaved, block = null }: { isSaved: boolean; block?: PartitionMembers | null },
): Promise<TrainedQuarter & CachedModels> {
  const trained = await trainQuarter(db, sites, quarterMs, models, isSaved);
  await freezeForecast(db, sites, trained.models, quarterMs, block);
  const modelAt = (locationId: string, ms: number) =>
    ms === quarterMs ? (trained.models.get(locationId) ?? null) : null;
  return { ...trained, modelAt };
}

async function freezePortion(
  db: Db,
  sites: readonly StoredSite[],
  learned: ReadonlyMap<string, ForecastModel>,
  quarterMs: number,
): Promise<IspValues[]> {
  const ids = sites.map((site) => site.locationId);
  const reporters = await recentReporters(db, ids, new Date(quarterMs));
  const frozen: IspValues[] = [];
  const energyOf = await freeEnergy(db, sites);
  const floats = reuseFloats(1, ARRAYS_PER_FORECAST);
  const typicalPvKw = new Float64Array(1);
  const turns = new Turns();
  for (let i = 0; i < sites.length; i++) {
    if (turns.isOver(i)) await turns.next();
    const { locationId, site } = sites[i]!;
    const storedKwh = energyOf(sites[i]!);
    const model = learned.get(locationId)!;
    const room = toOutlook(site, model, storedKwh, quarterMs, 1, floats, typicalPvKw);
    const recent = reporters.get(locationId);
    frozen.push({
      locationId,
      forecast: room.forecastKw[0]!,
      upward: room.upwardKw[0]!,
      downward: room.downwardKw[0]!,
      recent: recent !== undefined,
      pvRecent: recent?.pv ?? false,
      batteryRecent: recent?.battery ?? false,
    });
  }
  return frozen;
}

/** The sites with the energy in their batteries, and the zones and groups that count them. */
export async function countSites(
  db: Db,
  sites: readonly StoredSite[],
  learned: ReadonlyMap<string, ForecastModel>,
): Promise<HashedSite[]> {
  const energyOf = await freeEnergy(db, sites);
  const areasOf = areaNames();
  const counted: HashedSite[] = [];
  const turns = new Turns();
  for (const [i, stored] of sites.entries()) {
    if (turns.isOver(i)) await turns.next();
    const { site, locationId, hash } = stored;
    const model = learned.get(locationId)!;
    counted.push({ site, model, storedKwh: energyOf(stored), areas: areasOf(stored), hash });
  }
  return counted;
}

/** The names of the areas of a site. Sites of the same areas share them, which threads make use of. */
function areaNames(): (stored: StoredSite) => readonly string[] {
  const byKey = new Map<string, readonly string[]>();
  return (stored) => {
    const key = `${stored.biddingZone} ${stored.groupId}`;
    const found = byKey.get(key) ?? getAreas(stored).map(([kind, areaId]) => `${kind} ${areaId}`);
    byKey.set(key, found);
    return found;
  };
}

/** Saves the summed forecasts of zones and groups, by the names of `countSites`. */
export async function saveSums(
  db: Db,
  areas: ReadonlyMap<string, OutlookSum>,
  quarterMs: number,
): Promise<void> {
  const rows = [...areas].map(([name, { bands, ...powers }]): AreaForecast => {
    const end = name.indexOf(" ");
    return {
      kind: name.slice(0, end) as AreaKind,
      areaId: name.slice(end + 1),
      start: new Date(quarterMs),
      ...powers,
      ...summedBand(bands, powers.forecast.slice(0, BAND_QUARTERS)),
    };
  });
  await db.transaction(async (tx) => {
    await lockTotals(tx, "partition");
    await lockSharedRows(tx);
    await saveAreaForecasts(tx, rows);
  });
}
