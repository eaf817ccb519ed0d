import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { SkyField } from "../engine/sky-field.ts";
import { noteFleetChange } from "../store/fleet-changes.ts";
import { lockTotals } from "../store/area-totals.ts";
import { controlsAt } from "../store/controls.ts";
import { readMinutes } from "../store/minute-measurements.ts";
import type { MinuteRows } from "../store/minute-rows.ts";
import type { PartitionOf } from "../store/partitions.ts";
import { recordInBlocks, type PartitionMembers } from "../store/record-block.ts";
import { recordIsp, type IspValues } from "../store/record-isp.ts";
import type { StoredSite } from "../store/sites.ts";
import { slotAt } from "../store/interval-slot.ts";
import type { Db } from "../store/store.ts";
import {
  loadPanelGains,
  loadSkyCells,
  savePanelGains,
  saveSky,
} from "../store/sky-observations.ts";
import { quarterValues } from "./aggregate-minutes.ts";
import { measureWithSavedSky } from "./delivery.ts";
import type { FinishedQuarter } from "./delivery-part.ts";
import type { CachedModels } from "./forecast-training.ts";
import { isDisturbed, REVERT_MS } from "./live-state.ts";
import { closeRamps } from "./ramps.ts";
import { freeOutputs, observeSky, trainGains } from "./sky.ts";

/**
 * Records the averages of a finished quarter-hour where minutes were measured, and the delivery of
 * its controls at all of these sites; `closing` says that it ends now, for all sites of this
 * partition, and `cached` has models. Call it in a transaction.
 * @returns the number of locations with a changed record
 */
export async function recordQuarter(
  tx: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  rows: ReadonlyMap<string, MinuteRows>,
  { closing, cached }: { closing?: PartitionMembers; cached?: CachedModels } = {},
): Promise<number> {
  const scope = closing ? "partition" : "all";
  await lockTotals(tx, scope);
  const measured = sites.filter((site) => rows.has(site.locationId));
  const ids = sites.map((site) => site.locationId);
  const plans = await controlsAt(tx, ids, quarterMs - REVERT_MS, quarterMs + QUARTER_MS);
  const values = measured.map(({ locationId, devices }): IspValues => {
    const controls = plans.get(locationId) ?? [];
    return {
      locationId,
      ...quarterValues(rows.get(locationId)!, devices),
      controlled: isAffected(controls, quarterMs),
    };
  });
  const hasValue = ({ actual, pv, battery }: IspValues) =>
    actual !== undefined || pv !== undefined || battery !== undefined;
  const quarter = { sites, quarterMs, rows, plans };
  const field = closing && (await closeSky(tx, quarter, closing));
  if (closing) await closeRamps(tx, quarter);
  await measureWithSavedSky(tx, quarter, { field, cached });
  const reported = values.filter(hasValue);
  const inBlocks =
    closing && closing.partitions > 1
      ? await recordInBlocks(tx, closing, quarterMs, reported)
      : null;
  const changed = inBlocks ?? (await recordIsp(tx, slotAt(quarterMs), reported, scope));
  // At the end of a quarter-hour all locations change at once, which an empty list says.
  const isAll = closing?.partitions === 1;
  if (changed > 0) await noteFleetChange(tx, "sample", isAll ? [] : ids, quarterMs);
  return changed;
}

type MeasuredQuarter = Omit<FinishedQuarter, "sky" | "models">;

/**
 * Saves what the panels of a partition showed of the sky of an ending quarter-hour. The deliveries
 * of a partition are measured once all of them have saved theirs. Call it in a transaction.
 */
export async function observePartition(
  tx: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  of: PartitionOf,
): Promise<void> {
  const ids = sites.map((site) => site.locationId);
  const rows = await readMinutes(tx, quarterMs, sites);
  const plans = await controlsAt(tx, ids, quarterMs - REVERT_MS, quarterMs + QUARTER_MS);
  await saveOwnSky(tx, { sites, quarterMs, rows, plans }, of);
}

async function saveOwnSky(
  tx: Db,
  { sites, quarterMs, rows, plans }: MeasuredQuarter,
  { partition }: PartitionOf,
) {
  const affected = (id: string) => isAffected(plans.get(id) ?? [], quarterMs);
  const outputs = freeOutputs(sites, rows, affected);
  const ids = outputs.map(({ locationId }) => locationId);
  const gains = await loadPanelGains(tx, ids);
  const observed = observeSky(outputs, quarterMs, gains);
  await saveSky(tx, quarterMs, partition, observed.field.toCells());
  return { ...observed, gains };
}

/**
 * Saves a partition's part of the sky of an ending quarter-hour, and trains the panel gain of each
 * site on all of it.
 * @returns all of it
 */
async function closeSky(tx: Db, quarter: MeasuredQuarter, of: PartitionOf): Promise<SkyField> {
  const { quarterMs } = quarter;
  const { field: own, outputs, gains } = await saveOwnSky(tx, quarter, of);
  const field = of.partitions === 1 ? own : SkyField.fromCells(await loadSkyCells(tx, quarterMs));
  await savePanelGains(tx, trainGains({ field, outputs }, quarterMs, gains));
  return field;
}

/** Whether a control was active in any minute of this quarter-hour. */
export const isAffected = (
  controls: Parameters<typeof isDisturbed>[0],
  quarterMs: number,
): boolean => {
  if (controls.length === 0) return false;
  for (let ms = quarterMs; ms < quarterMs + QUARTER_MS; ms += MINUTE_MS)
    if (isDisturbed(controls, ms)) return true;
  return false;
};
