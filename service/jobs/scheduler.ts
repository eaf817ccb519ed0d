import { floorMinute, floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { ForecastModel } from "../engine/forecast.ts";
import type { Fleet } from "../planning/fleet.ts";
import {
  loadCurrentModels,
  trainQuarter,
  type TrainedQuarter,
} from "../planning/forecast-training.ts";
import { bufferTotals } from "../store/area-totals.ts";
import {
  FROZEN_QUARTER_KEY,
  MEMBERS_CHANGED_KEY,
  readServiceState,
  TICKED_UNTIL_KEY,
  writeServiceState,
} from "../store/service-state.ts";
import type { StoredSite } from "../store/sites.ts";
import { withoutSavepoints, type Db } from "../store/store.ts";
import type { ServiceGateway } from "./gateway.ts";
import { closeQuarter, freezeForecast, prune, sumOutlooks } from "./close-interval.ts";
import { createFinder, isRefusal, recordReports, storeReports } from "./reports.ts";

/** Service state: the inputs of the last totals of zones and groups, and how long they took. */
const SUMS = "outlook_sums";
interface Sums {
  quarterMs: number;
  changes: string | null;
  tookMs: number;
}
/** Totals that take longer are computed once a quarter-hour. */
const AFFORDABLE_MS = 5_000;
/** Missed quarter-hours in one transaction: simulated sites repeat the last three hours. */
const MAX_BATCH_QUARTERS = 8;
/** Locations times quarter-hours in one transaction, which new controls wait for. */
const LOCATION_QUARTERS = 2_000;

interface TickerDeps {
  db: Db;
  fleet: Fleet;
  zone: string;
  gateway: ServiceGateway;
  /** Called with a report that cannot be stored. */
  onRefused(error: unknown): void;
}

/**
 * Processes time from the last processed minute to `nowMs`: stores measurements, makes and freezes
 * the forecast of each quarter-hour, and records what was measured. After an interruption the next
 * call resumes. Setpoints are sent by `exchange`: none are sent for minutes that passed during
 * downtime, after which devices have reverted by themselves.
 *
 *     quarter starts: train, forecast, freeze     minutes: measure     quarter ends: record
 */
export async function tick(deps: TickerDeps, nowMs: number): Promise<void> {
  const untilMs = floorMinute(nowMs);
  const left = await readServiceState<number>(deps.db, TICKED_UNTIL_KEY);
  let fromMs = left ?? untilMs;
  if (left === null) await writeServiceState(deps.db, TICKED_UNTIL_KEY, untilMs);
  let quarterMs = floorQuarter(fromMs);
  while (quarterMs <= untilMs) {
    const changes = await readServiceState<string>(deps.db, MEMBERS_CHANGED_KEY);
    const sites = await deps.fleet.sites(deps.db, { kind: "bidding_zone", id: deps.zone });
    await deps.gateway.updateSites(sites);
    const batchEndMs = endOfBatch(quarterMs, untilMs, sites.length);
    if (batchEndMs !== null && (await catchUp(deps, sites, { fromMs, toMs: batchEndMs }))) {
      fromMs = quarterMs = batchEndMs;
      continue;
    }
    const isCurrent = quarterMs === floorQuarter(untilMs);
    const trained = await beginQuarter(deps.db, sites, quarterMs);
    if (isCurrent) {
      if (trained) await deps.fleet.adopt(deps.db, sites, quarterMs, trained);
      const learned = trained?.models ?? null;
      await refreshSums(deps.db, sites, quarterMs, { learned, changes });
    }
    const endMs = Math.min(quarterMs + QUARTER_MS, untilMs);
    if (endMs > fromMs) await runUntil(deps, sites, { quarterMs, fromMs, endMs });
    fromMs = Math.max(fromMs, endMs);
    quarterMs += QUARTER_MS;
  }
}

/** The end of the missed quarter-hours that one transaction processes; null for fewer than two. */
function endOfBatch(quarterMs: number, untilMs: number, sites: number): number | null {
  const affordable = Math.floor(LOCATION_QUARTERS / Math.max(1, sites));
  const missed = (floorQuarter(untilMs) - quarterMs) / QUARTER_MS;
  const quarters = Math.min(affordable, missed, MAX_BATCH_QUARTERS);
  return quarters < 2 ? null : quarterMs + quarters * QUARTER_MS;
}

/**
 * Processes whole missed quarter-hours in one transaction. Devices in the field reported them to
 * `exchange`; here only simulated sites report, which do so again after a failure.
 * @returns false when a report cannot be stored; nothing is recorded then
 */
async function catchUp(
  { db, gateway, onRefused }: TickerDeps,
  sites: readonly StoredSite[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<boolean> {
  try {
    await db.transaction(async (savepoints) => {
      const tx = withoutSavepoints(savepoints);
      const find = createFinder(tx, sites);
      await bufferTotals(tx, async () => {
        for (let startMs = fromMs; startMs < toMs;) {
          const quarterMs = floorQuarter(startMs);
          const endMs = quarterMs + QUARTER_MS;
          await beginQuarter(tx, sites, quarterMs);
          const at = { find, nowMs: endMs, runningQuarterMs: quarterMs, onRefused };
          await gateway.repeat(startMs, endMs, (reports) => recordReports(tx, reports, at));
          await closeQuarter(tx, sites, quarterMs);
          startMs = endMs;
        }
      });
      await prune(tx, toMs - QUARTER_MS);
      await writeServiceState(tx, TICKED_UNTIL_KEY, toMs);
    });
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/**
 * Freezes the forecast of a quarter-hour once, from earlier data. A quarter-hour that passed during
 * downtime gets the forecast that would have been made.
 * @returns the training state of the sites at its start; null when it was frozen before
 */
async function beginQuarter(
  db: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
): Promise<TrainedQuarter | null> {
  const frozen = await readServiceState<number>(db, FROZEN_QUARTER_KEY);
  if (frozen !== null && frozen >= quarterMs) return null;
  const trained = await trainQuarter(db, sites, quarterMs);
  await freezeForecast(db, sites, trained.models, quarterMs);
  await writeServiceState(db, FROZEN_QUARTER_KEY, quarterMs);
  return trained;
}

/**
 * Sums the forecasts of zones and groups: at the start of a quarter-hour and after membership
 * changes, unless the computation takes so long that it waits for the next quarter-hour.
 */
async function refreshSums(
  db: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  { learned, changes }: { learned: Map<string, ForecastModel> | null; changes: string | null },
): Promise<void> {
  const made = await readServiceState<Sums>(db, SUMS);
  const outdated = made?.quarterMs !== quarterMs || made.changes !== changes;
  const affordable = (made?.tookMs ?? 0) < AFFORDABLE_MS || made?.quarterMs !== quarterMs;
  if (!learned && !(outdated && affordable)) return;
  const start = performance.now();
  await sumOutlooks(
    db,
    sites,
    learned ?? (await loadCurrentModels(db, sites, quarterMs)),
    quarterMs,
  );
  const tookMs = Math.round(performance.now() - start);
  await writeServiceState(db, SUMS, { quarterMs, changes, tookMs } satisfies Sums);
}

async function runUntil(
  { db, gateway, onRefused }: TickerDeps,
  sites: readonly StoredSite[],
  { quarterMs, fromMs, endMs }: { quarterMs: number; fromMs: number; endMs: number },
): Promise<void> {
  const find = createFinder(db, sites);
  const at = { find, nowMs: endMs, runningQuarterMs: quarterMs, onRefused };
  await gateway.collect(fromMs, endMs, (reports) => storeReports(db, reports, at));
  if (endMs === quarterMs + QUARTER_MS) {
    await closeQuarter(db, sites, quarterMs);
    await prune(db, quarterMs);
  }
  await writeServiceState(db, TICKED_UNTIL_KEY, endMs);
}
