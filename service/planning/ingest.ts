import { floorQuarter, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { forecast } from "../engine/forecast.ts";
import { loadLive, saveLive, type LiveRow } from "../store/live-state.ts";
import { insertBlocks, type LocatedSpan } from "../store/minute-blocks.ts";
import { lockMinutes, readMinutes, saveMinutes } from "../store/minute-measurements.ts";
import { newMinuteRows, putMinutes, type MinuteRows } from "../store/minute-rows.ts";
import { outdateProfiles } from "../store/forecast-models.ts";
import { getRunning, readPartitions } from "../store/partitions.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { loadCurrentModels } from "./forecast-training.ts";
import {
  addSpans,
  getKwIn,
  getKwDuring,
  isFull,
  toMinuteSpan,
  type KwAt,
  type MeasuredSpan,
} from "./aggregate-minutes.ts";
import { measureFollowing } from "./later-deliveries.ts";
import { updateLiveState, type MinuteContext } from "./live-state.ts";
import { readPlans, recordQuarter } from "./record-quarter.ts";

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

/** Locations that are measured, the quarter-hour, and their measurements. */
interface Measured {
  sites: readonly StoredSite[];
  quarterMs: number;
  spans: SpansOfQuarter;
  nowMs: number;
}

/**
 * Ingests the measurements of locations in one quarter-hour: their minutes, their live state and,
 * once it is over, its record and the delivery of controls. A quarter-hour of over a day ago is
 * recorded once all of its minutes are there, in one message or several, because its earlier record
 * may be based on minutes that are deleted. Call it in a transaction.
 * @returns the number of locations with a changed record of a finished interval
 */
export async function receiveQuarter(
  tx: Db,
  reportingSites: readonly StoredSite[],
  quarterMs: number,
  spans: SpansOfQuarter,
  { nowMs, runningQuarterMs }: ReceivedAt,
): Promise<number> {
  const sites = reportingSites.filter((site) => spans.has(site.locationId));
  if (sites.length === 0) return 0;
  await lockMinutes(tx, sites);
  const partitions = await readPartitions(tx);
  const isClosed = (site: StoredSite) => quarterMs < getRunning(partitions, site, runningQuarterMs);
  const [open, closed] = [sites.filter((site) => !isClosed(site)), sites.filter(isClosed)];
  const measured = { quarterMs, spans, nowMs };
  await receiveOpen(tx, { sites: open, ...measured }, partitions.length);
  return receiveClosed(tx, { sites: closed, ...measured });
}

/** Ingests the measurements of locations in a quarter-hour that is not closed there. */
export async function receiveOpen(
  tx: Db,
  { sites, quarterMs, spans, nowMs }: Measured,
  partitions: number,
): Promise<void> {
  if (sites.length === 0) return;
  const located = sites.flatMap((site): LocatedSpan[] =>
    spans.get(site.locationId)!.map((span) => ({ site, ...toMinuteSpan(site, quarterMs, span) })),
  );
  const live = await readLive(tx, sites);
  const isOverlapping = ({ locationId }: StoredSite) =>
    spans.get(locationId)!.some(({ fromMs }) => fromMs < measuredMs(live, locationId));
  const overlapping = sites.filter(isOverlapping);
  const stored = await readMinutes(tx, quarterMs, overlapping);
  await insertBlocks(tx, quarterMs, located, { nowMs, partitions });
  const rows = new Map<string, MinuteRows>();
  for (const span of located) {
    const { locationId, devices } = span.site;
    const before = stored.get(locationId);
    if (!before && spans.get(locationId)!.length === 1) continue;
    const minutes = rows.get(locationId) ?? newMinuteRows(devices.length, before);
    putMinutes(minutes, span);
    rows.set(locationId, minutes);
  }
  await saveLiveState(tx, { sites, quarterMs, spans, rows, live });
}

/** Ingests the measurements of locations in a quarter-hour that is closed there. */
async function receiveClosed(
  tx: Db,
  { sites, quarterMs, spans, nowMs }: Measured,
): Promise<number> {
  if (sites.length === 0) return 0;
  const rows = await readMinutes(tx, quarterMs, sites);
  for (const site of sites) {
    const { locationId } = site;
    rows.set(locationId, addSpans(site, quarterMs, spans.get(locationId)!, rows.get(locationId)));
  }
  await saveClosed(tx, { sites, quarterMs, spans, nowMs }, rows);
  const whole = isLongAgo(quarterMs, nowMs)
    ? sites.filter((site) => isFull(rows.get(site.locationId)!))
    : sites;
  const changed = await recordQuarter(tx, whole, quarterMs, rows);
  const ids = sites.map((site) => site.locationId);
  if (changed > 0) {
    await outdateProfiles(tx, ids, quarterMs);
    await measureFollowing(tx, whole, quarterMs);
  }
  return changed;
}

/** Stores the minutes of a closed quarter-hour, with its measurements, and the live state. */
export async function saveClosed(
  tx: Db,
  { sites, quarterMs, spans, nowMs }: Measured,
  rows: ReadonlyMap<string, MinuteRows>,
): Promise<void> {
  await saveMinutes(tx, quarterMs, rows, nowMs);
  await saveLiveState(tx, { sites, quarterMs, spans, rows, live: await readLive(tx, sites) });
}

type LiveStates = ReadonlyMap<string, LiveRow>;

/** The live state of these locations, by location. */
const readLive = async (tx: Db, sites: readonly StoredSite[]): Promise<LiveStates> => {
  const ids = sites.map(({ locationId }) => locationId);
  return new Map((await loadLive(tx, ids)).map((row) => [row.locationId, row]));
};

/** Until when a location was measured. */
const measuredMs = (live: LiveStates, locationId: string): number =>
  live.get(locationId)?.measuredAt.getTime() ?? 0;

/** Measurements with what was stored before. */
interface MeasuredLive extends Omit<Measured, "nowMs"> {
  live: LiveStates;
  /** The minutes of locations of which more was measured than one of the spans. */
  rows: ReadonlyMap<string, MinuteRows>;
}

/** Updates the live state of locations with their newest measurements. */
async function saveLiveState(
  tx: Db,
  { sites, quarterMs, spans, rows, live }: MeasuredLive,
): Promise<void> {
  const isNews = ({ locationId }: StoredSite) =>
    spans.get(locationId)!.some(({ toMs }) => toMs >= measuredMs(live, locationId));
  const news = sites.filter(isNews);
  const contextFor = await loadContexts(tx, news, quarterMs);
  const kwAt = (site: StoredSite): KwAt => {
    const minutes = rows.get(site.locationId);
    return minutes ? getKwIn(minutes, site.devices, quarterMs) : getKwDuring(site);
  };
  await saveLive(
    tx,
    news.map((site) => {
      const { locationId } = site;
      const own = spans.get(locationId)!;
      return updateLiveState(live.get(locationId), site, own, kwAt(site), contextFor(site));
    }),
  );
}

async function loadContexts(
  tx: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
): Promise<(site: StoredSite) => MinuteContext> {
  const withBattery = sites.filter(({ site }) => site.batteries.length > 0);
  const plans = await readPlans(tx, withBattery, quarterMs);
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
