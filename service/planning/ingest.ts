import { floorQuarter, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { forecast } from "../engine/forecast.ts";
import { SkyField } from "../engine/sky-field.ts";
import { noteFleetChange } from "../store/fleet-changes.ts";
import { lockTotals } from "../store/area-totals.ts";
import { controlsAt } from "../store/controls.ts";
import { loadLive, saveLive } from "../store/live-state.ts";
import { changeMinutes, readMinutes, type MinuteRows } from "../store/minute-measurements.ts";
import { outdateProfiles } from "../store/forecast-models.ts";
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
import { measureWithSavedSky } from "./delivery.ts";
import type { FinishedQuarter } from "./delivery-part.ts";
import { closeRamps } from "./ramps.ts";
import { freeOutputs, observeSky, trainGains } from "./sky.ts";
import { loadCurrentModels, type CachedModels } from "./forecast-training.ts";
import { isFull, putSpan, quarterValues, rowsFor, type MeasuredSpan } from "./aggregate-minutes.ts";
import { updateLiveState, isDisturbed, REVERT_MS, type MinuteContext } from "./live-state.ts";

/** Measured spans by location, all of one quarter-hour. */
type SpansOfQuarter = ReadonlyMap<string, readonly MeasuredSpan[]>;

/** Spans of many locations grouped by quarter-hour, oldest first. */
export function byQuarter(
  spans: readonly (MeasuredSpan & { locationId: string })[],
): [quarterMs: number, SpansOfQuarter][] {
  const quarters = new Map<number, Map<string, MeasuredSpan[]>>();
  for (const span of spans) {
    const quarterMs = floorQuarter(span.fromMs);
    const locations = quarters.get(quarterMs) ?? new Map<string, MeasuredSpan[]>();
    const locationSpans = locations.get(span.locationId);
    if (locationSpans) locationSpans.push(span);
    else locations.set(span.locationId, [span]);
    quarters.set(quarterMs, locations);
  }
  return [...quarters].sort(([a], [b]) => a - b);
}

/** How long minutes are stored after they arrived. */
export const RETENTION_MS = 24 * 60 * MINUTE_MS;

/** The time context of reports: the moment, and the quarter-hour that is not closed yet. */
interface ReceivedAt {
  nowMs: number;
  runningQuarterMs: number;
}

/** Whether these spans cover every minute of their quarter-hour. */
export function isWhole(quarterMs: number, spans: readonly MeasuredSpan[]): boolean {
  let untilMs = quarterMs;
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs))
    if (span.fromMs <= untilMs) untilMs = Math.max(untilMs, span.toMs);
  return untilMs >= quarterMs + QUARTER_MS;
}

/** Whether minutes of this quarter-hour may have been deleted already. */
export const isLongAgo = (quarterMs: number, nowMs: number): boolean =>
  quarterMs < floorQuarter(nowMs) - RETENTION_MS;

/**
 * Ingests the measurements of locations in one quarter-hour: their minutes, their live state and,
 * once it is over, its record and the delivery of controls. A quarter-hour of over a day ago is
 * recorded once all of its minutes are there, in one message or several, because its earlier record
 * may be based on minutes that are deleted. Call it in a transaction.
 * @returns the number of locations with a changed record of a finished interval
 */
export async function receiveQuarter(
  tx: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  spans: SpansOfQuarter,
  { nowMs, runningQuarterMs }: ReceivedAt,
): Promise<number> {
  const reportingSites = sites.filter((site) => spans.has(site.locationId));
  const ids = reportingSites.map((site) => site.locationId);
  if (ids.length === 0) return 0;
  const devicesOf = new Map(reportingSites.map(({ locationId, devices }) => [locationId, devices]));
  const rows = await changeMinutes(tx, quarterMs, ids, nowMs, (locationId, stored) => {
    const devices = devicesOf.get(locationId)!;
    const filled = rowsFor(devices, stored);
    for (const span of spans.get(locationId)!) putSpan(filled, devices, quarterMs, span);
    return filled;
  });
  await saveLiveState(tx, reportingSites, quarterMs, rows, spans);
  if (quarterMs >= runningQuarterMs) return 0;
  const old = isLongAgo(quarterMs, nowMs);
  const whole = old
    ? reportingSites.filter((site) => isFull(rows.get(site.locationId)!))
    : reportingSites;
  const changed = await recordQuarter(tx, whole, quarterMs, rows);
  if (changed > 0) await outdateProfiles(tx, ids, quarterMs);
  return changed;
}

/** Updates the live state of these locations with their newest measurements. */
export async function saveLiveState(
  tx: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  rows: ReadonlyMap<string, MinuteRows>,
  spans: SpansOfQuarter,
): Promise<void> {
  const ids = sites.map((site) => site.locationId);
  const live = new Map((await loadLive(tx, ids)).map((row) => [row.locationId, row]));
  const isNews = ({ locationId }: StoredSite) => {
    const measuredAt = live.get(locationId)?.measuredAt.getTime() ?? 0;
    return spans.get(locationId)!.some((span) => span.toMs >= measuredAt);
  };
  const news = sites.filter(isNews);
  const contextFor = await loadContexts(tx, news, quarterMs);
  await saveLive(
    tx,
    news.map((site) => {
      const { locationId } = site;
      const locationSpans = spans.get(locationId)!;
      const filled = rows.get(locationId)!;
      return updateLiveState(
        live.get(locationId),
        site,
        filled,
        quarterMs,
        locationSpans,
        contextFor(site),
      );
    }),
  );
}

async function loadContexts(
  tx: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
): Promise<(site: StoredSite) => MinuteContext> {
  const withBattery = sites.filter(({ site }) => site.batteries.length > 0);
  const ids = withBattery.map((site) => site.locationId);
  const plans = await controlsAt(tx, ids, quarterMs - REVERT_MS, quarterMs + QUARTER_MS);
  const touched = withBattery.filter((site) => plans.has(site.locationId));
  if (touched.length === 0) return () => ({ controls: [], expectedPvKw: 0 });
  const learned = await loadCurrentModels(tx, touched, quarterMs);
  return ({ locationId, site }) => {
    const controls = plans.get(locationId);
    if (!controls) return { controls: [], expectedPvKw: 0 };
    const { pvKw } = forecast(site, learned.get(locationId)!, quarterMs, 1);
    return { controls, expectedPvKw: pvKw[0]! };
  };
}

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
  const rows = await readMinutes(tx, quarterMs, ids);
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
