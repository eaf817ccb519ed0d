import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { SkyField } from "../engine/sky-field.ts";
import { noteFleetChange } from "../store/fleet-changes.ts";
import { lockTotals } from "../store/area-totals.ts";
import { controlsAt } from "../store/controls.ts";
import { getMinutesVersion, readMinutes } from "../store/minute-measurements.ts";
import type { MinuteRows } from "../store/minute-rows.ts";
import type { PartitionOf } from "../store/partitions.ts";
import type { PartitionMembers } from "../store/partition-members.ts";
import { recordInBlocks } from "../store/record-block.ts";
import { recordIsp } from "../store/record-isp.ts";
import type { StoredSite } from "../store/sites.ts";
import { slotAt } from "../store/interval-slot.ts";
import type { Db } from "../store/store.ts";
import { loadPanelGains, savePanelGains, saveSky } from "../store/sky-observations.ts";
import { measureWithSavedSky } from "./delivery.ts";
import type { CachedModels } from "./forecast-training.ts";
import { REVERT_MS } from "./live-state.ts";
import {
  getAffected,
  isCurrent,
  observeSites,
  toFreeOutputs,
  toIspValues,
  type ObservedSites,
} from "./observed-sites.ts";
import { closeRamps } from "./ramps.ts";
import { observeSky, trainGains } from "./sky.ts";
import { SkyParts } from "./sky-parts.ts";

/** The controls that may concern a quarter-hour at these sites, also those whose devices still revert. */
export const readPlans = (tx: Db, sites: readonly StoredSite[], quarterMs: number) =>
  controlsAt(
    tx,
    sites.map(({ locationId }) => locationId),
    quarterMs - REVERT_MS,
    quarterMs + QUARTER_MS,
  );

/**
 * Records the averages of a quarter-hour that was closed before, where minutes were measured, and the
 * delivery of its controls at all of these sites. Call it in a transaction.
 * @returns the number of locations with a changed record
 */
export async function recordQuarter(
  tx: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  rows: ReadonlyMap<string, MinuteRows>,
): Promise<number> {
  await lockTotals(tx, "all");
  const plans = await readPlans(tx, sites, quarterMs);
  await measureWithSavedSky(tx, { sites, quarterMs, rows, plans });
  const observed = observeSites(sites, quarterMs, rows, getAffected(plans, quarterMs));
  const changed = await recordIsp(tx, slotAt(quarterMs), toIspValues(observed), "all");
  const ids = sites.map((site) => site.locationId);
  if (changed > 0) await noteFleetChange(tx, "sample", ids, quarterMs);
  return changed;
}

/** What a partition's minutes showed at the end of a quarter-hour, and which minutes these were. */
export interface Observation extends ObservedSites {
  version: string | null;
}

/**
 * Saves what the panels of a partition showed of the sky of an ending quarter-hour. The deliveries
 * of a partition are measured once all of them have saved theirs. Call it in a transaction.
 */
export async function observePartition(
  tx: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  of: PartitionOf,
): Promise<Observation> {
  const version = await getMinutesVersion(tx, quarterMs, sites);
  const affected = getAffected(await readPlans(tx, sites, quarterMs), quarterMs);
  // Read last: minutes of a whole partition would stay in memory for long.
  const rows = await readMinutes(tx, quarterMs, sites);
  const observed = observeSites(sites, quarterMs, rows, affected);
  await saveOwnSky(tx, observed, of);
  return { ...observed, version };
}

/** What closing a quarter-hour may make use of: models, what the partition observed before, and the sky. */
export interface Prepared {
  cached?: CachedModels;
  observation?: Observation;
  sky?: SkyParts;
}

/**
 * Records the averages of an ending quarter-hour at all sites of a partition, and the delivery of its
 * controls there. Minutes that were observed are read again only if more have been added. Call it in a
 * transaction that has locked the minutes.
 */
export async function closePartition(
  tx: Db,
  closing: PartitionMembers,
  quarterMs: number,
  { cached, observation, sky = new SkyParts() }: Prepared,
): Promise<void> {
  await lockTotals(tx, "partition");
  const { sites, partitions } = closing;
  const plans = await readPlans(tx, sites, quarterMs);
  const affected = getAffected(plans, quarterMs);
  const isObserved =
    observation !== undefined &&
    isCurrent(observation, { sites, quarterMs, affected }) &&
    observation.version !== null &&
    observation.version === (await getMinutesVersion(tx, quarterMs, sites));
  const planned = sites.filter(({ locationId }) => plans.has(locationId));
  const rows = await readMinutes(tx, quarterMs, isObserved ? planned : sites);
  const observed = isObserved ? observation : observeSites(sites, quarterMs, rows, affected);
  const field = await closeSky(tx, observed, closing, { isSaved: isObserved, sky });
  const quarter = { sites: planned, quarterMs, rows, plans };
  await closeRamps(tx, quarter);
  await measureWithSavedSky(tx, quarter, { field, cached });
  const values = toIspValues(observed);
  const inBlocks = partitions > 1 ? await recordInBlocks(tx, closing, quarterMs, values) : null;
  const changed = inBlocks ?? (await recordIsp(tx, slotAt(quarterMs), values, "partition"));
  if (changed === 0) return;
  // At the end of a quarter-hour all locations change at once, which an empty list says.
  const ids = partitions === 1 ? [] : sites.map(({ locationId }) => locationId);
  await noteFleetChange(tx, "sample", ids, quarterMs);
}

async function saveOwnSky(tx: Db, observed: ObservedSites, { partition }: PartitionOf) {
  const seen = await seeSky(tx, observed);
  await saveSky(tx, observed.quarterMs, partition, seen.field.toCells());
  return seen;
}

async function seeSky(tx: Db, observed: ObservedSites) {
  const outputs = toFreeOutputs(observed);
  const ids = outputs.map(({ locationId }) => locationId);
  const gains = await loadPanelGains(tx, ids);
  return { ...observeSky(outputs, observed.quarterMs, gains), gains };
}

/**
 * Saves a partition's part of the sky of an ending quarter-hour, unless it is saved, and trains the
 * panel gain of each site on all of it.
 * @returns all of it
 */
async function closeSky(
  tx: Db,
  observed: ObservedSites,
  of: PartitionOf,
  { isSaved, sky }: { isSaved: boolean; sky: SkyParts },
): Promise<SkyField> {
  const { quarterMs } = observed;
  const own = await (isSaved ? seeSky(tx, observed) : saveOwnSky(tx, observed, of));
  const { outputs, gains } = own;
  const field = of.partitions === 1 ? own.field : await sky.load(tx, quarterMs);
  await savePanelGains(tx, trainGains({ field, outputs }, quarterMs, gains));
  return field;
}
