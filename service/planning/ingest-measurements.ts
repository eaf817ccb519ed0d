import { floorQuarter, localDate, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { controlsAt } from "../store/controls.ts";
import { readManyDays } from "../store/read-days.ts";
import { earliest, getRunning, readPartitions } from "../store/partitions.ts";
import { lockMinutes, readMinutes } from "../store/minute-measurements.ts";
import type { MinuteRows } from "../store/minute-rows.ts";
import { noteFleetChange } from "../store/fleet-changes.ts";
import { outdateProfiles, saveForecastModels } from "../store/forecast-models.ts";
import { recordDays, type SlotValues } from "../store/record-days.ts";
import { slotAt } from "../store/interval-slot.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { measureWithSavedSky } from "./delivery.ts";
import { getTrainingStart, rebuildModels } from "./forecast-training.ts";
import { replay } from "./interval-training.ts";
import { toOutlook, storedIn } from "./flexibility-forecast.ts";
import { addSpans, quarterValues, type MeasuredSpan } from "./aggregate-minutes.ts";
import { byQuarter, isLongAgo, receiveOpen, saveClosed } from "./ingest.ts";
import { isAffected } from "./observed-sites.ts";
import { measureFollowing } from "./later-deliveries.ts";
import { REVERT_MS } from "./live-state.ts";

/** Result of a batch of measurements. */
interface Receipt {
  intervals: number;
  changed: number;
}

type Quarters = Map<number, MinuteRows>;

/**
 * Records measurements of one location, however late, and updates everything derived from them: its
 * days, the totals of its zone and group, the delivery of controls, its live state and its forecast
 * model. Call it in a transaction.
 */
export async function recordSpans(
  tx: Db,
  site: StoredSite,
  spans: readonly MeasuredSpan[],
  nowMs: number,
): Promise<Receipt> {
  const { locationId } = site;
  const quarters = byQuarter(spans.map((span) => ({ ...span, locationId })));
  const finished: Quarters = new Map();
  await lockMinutes(tx, [site]);
  const partitions = await readPartitions(tx);
  const runningMs = getRunning(partitions, site, floorQuarter(nowMs));
  for (const [quarterMs, spansAt] of quarters) {
    const measured = { sites: [site], quarterMs, spans: spansAt, nowMs };
    if (quarterMs >= runningMs) {
      await receiveOpen(tx, measured, partitions.length);
      continue;
    }
    const isOld = isLongAgo(quarterMs, nowMs);
    const filled = await fill(tx, site, quarterMs, spansAt.get(locationId)!, isOld);
    finished.set(quarterMs, filled);
    if (isOld) continue;
    await saveClosed(tx, measured, new Map([[locationId, filled]]));
  }
  const changed = await recordFinished(tx, site, finished);
  if (changed > 0) {
    const quarters = [...finished.keys()];
    await noteFleetChange(tx, "sample", [locationId], quarters[0]!);
    await outdateProfiles(tx, [locationId], quarters[0]!);
    await trainModels(tx, site, quarters, runningMs);
  }
  return { intervals: quarters.length, changed };
}

async function fill(
  tx: Db,
  site: StoredSite,
  quarterMs: number,
  measured: readonly MeasuredSpan[],
  isWholeAnyway: boolean,
): Promise<MinuteRows> {
  const stored = isWholeAnyway ? undefined : await readMinutes(tx, quarterMs, [site]);
  return addSpans(site, quarterMs, measured, stored?.get(site.locationId));
}

async function recordFinished(tx: Db, site: StoredSite, finished: Quarters): Promise<number> {
  if (finished.size === 0) return 0;
  const { locationId, devices } = site;
  const quarters = [...finished.keys()];
  const fromMs = quarters[0]! - REVERT_MS;
  const toMs = quarters.at(-1)! + QUARTER_MS;
  const controls = (await controlsAt(tx, [locationId], fromMs, toMs)).get(locationId) ?? [];
  const values = [...finished].map(([quarterMs, rows]): SlotValues => ({
    slot: slotAt(quarterMs),
    values: { ...quarterValues(rows, devices), controlled: isAffected(controls, quarterMs) },
  }));
  const changed = await recordDays(tx, locationId, values);
  for (const [quarterMs, rows] of finished)
    if (isAffected(controls, quarterMs))
      await measureWithSavedSky(tx, {
        sites: [site],
        quarterMs,
        rows: new Map([[locationId, rows]]),
        plans: new Map([[locationId, controls]]),
      });
  const hasNext = (ms: number) => finished.has(ms + QUARTER_MS);
  for (const ms of quarters) if (!hasNext(ms)) await measureFollowing(tx, [site], ms);
  return changed;
}

/**
 * Trains on late measurements. Intervals before a location had forecasts get the forecast that
 * would have been made from earlier data; they are not counted in totals. Intervals that passed
 * during downtime are left to the catch-up, which makes their forecasts.
 */
async function trainModels(
  tx: Db,
  stored: StoredSite,
  quarters: readonly number[],
  runningMs: number,
): Promise<void> {
  const { site, locationId } = stored;
  const frozenMs = Math.min(
    earliest(await readPartitions(tx), "frozenQuarterMs") ?? runningMs,
    runningMs,
  );
  const [firstMs, lastMs] = [quarters[0]!, quarters.at(-1)!];
  const days = await readManyDays(tx, [locationId], getTrainingStart(firstMs), localDate(lastMs));
  const hindcasts: SlotValues[] = [];
  replay(site, days, lastMs + QUARTER_MS, (day, index, quarterMs, learned) => {
    if (quarterMs < firstMs || quarterMs > frozenMs) return;
    if (Number.isNaN(day.actual[index]!)) return;
    if (!Number.isNaN(day.forecast[index]!)) return;
    const room = toOutlook(site, learned, storedIn(site, undefined), quarterMs, 1);
    hindcasts.push({
      slot: { day: day.day, isps: day.isps, index },
      values: {
        forecast: room.forecastKw[0]!,
        upward: room.upwardKw[0]!,
        downward: room.downwardKw[0]!,
        hindcast: true,
      },
    });
  });
  await recordDays(tx, locationId, hindcasts);
  const settledMs = frozenMs - QUARTER_MS;
  if (firstMs < settledMs && localDate(lastMs) >= getTrainingStart(settledMs))
    await saveForecastModels(tx, await rebuildModels(tx, [stored], settledMs), [locationId]);
}
